"""Values of a trace: what is done with them is written into its graph."""
import operator

from torch.fx._trace_error import TraceError

__all__ = ["Proxy", "Attribute", "TraceError"]

_BINARY = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul")
_COMPARED = ("lt", "le", "eq", "ne", "gt", "ge")
_UNARY = ("neg", "pos", "invert")


class Proxy:
    def __init__(self, node, tracer=None):
        if tracer is None:
            from torch.fx._symbolic_trace import Tracer
            tracer = Tracer()
            tracer.graph = node.graph
        self.tracer, self.node = tracer, node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        if k.startswith("__") and k.endswith("__"):
            raise AttributeError(f"'Proxy' object has no attribute '{k}'")
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self):
        return self.tracer.iter(self)

    def __bool__(self):
        return self.tracer.to_bool(self)

    def __len__(self):
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please "
                           "call torch.fx.wrap('len') at module scope")

    def __abs__(self):
        return self.tracer.create_proxy("call_function", operator.abs, (self,), {})

    def __getitem__(self, index):
        return self.tracer.create_proxy("call_function", operator.getitem, (self, index), {})

    def __setitem__(self, index, value):
        raise TypeError("'Proxy' object does not support item assignment")

    def __contains__(self, value):
        raise RuntimeError("'in' is not supported in symbolic tracing")

    def __hash__(self):
        return id(self)

    def keys(self):
        return self.tracer.keys(self)

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracer = _tracer_in([*args, *kwargs.values()])
        if getattr(orig_method, "__objclass__", None) is not None:
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        return tracer.create_proxy("call_function", orig_method, args, kwargs)


def _tracer_in(values):
    for value in values:
        if isinstance(value, Proxy):
            return value.tracer
        if isinstance(value, (tuple, list)):
            found = _tracer_in(value)
            if found is not None:
                return found
        if isinstance(value, dict):
            found = _tracer_in(list(value.values()))
            if found is not None:
                return found
    return None


def _forward(function):
    def method(self, other):
        return self.tracer.create_proxy("call_function", function, (self, other), {})
    return method


def _reflected(function):
    def method(self, other):
        return self.tracer.create_proxy("call_function", function, (other, self), {})
    return method


def _alone(function):
    def method(self):
        return self.tracer.create_proxy("call_function", function, (self,), {})
    return method


for _name in (*_BINARY, *_COMPARED):
    setattr(Proxy, f"__{_name.rstrip('_')}__", _forward(getattr(operator, _name)))
for _name in _BINARY:
    setattr(Proxy, f"__r{_name.rstrip('_')}__", _reflected(getattr(operator, _name)))
for _name in _UNARY:
    setattr(Proxy, f"__{_name}__", _alone(getattr(operator, _name)))


class Attribute(Proxy):
    """An attribute of a traced value: a node of its own unless it is called as a method."""

    def __init__(self, root, attr):
        self.root, self.attr, self.tracer = root, attr, root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """A parameter of the traced module: a node when it is first used."""

    def __init__(self, tracer, path, parameter):
        self.tracer, self.path, self.parameter = tracer, path, parameter
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_node("get_attr", self.path, (), {})
        return self._node
