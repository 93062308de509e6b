"""Traces: a function or module runs once on proxies, which write down what is done with them."""
import inspect
import sys
from types import FunctionType, ModuleType

import torch
from torch.fx._trace_error import TraceError
from torch.fx.graph import Graph
from torch.fx.node import Node, map_aggregate
from torch.nn.modules.container import Sequential
from torch.nn.modules.module import Module

__all__ = ["Tracer", "symbolic_trace", "wrap"]

_CONTROL = "symbolically traced variables cannot be used as inputs to control flow"
_ITERATED = ("Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
             "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control "
             "flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors")
_tracing = []  # the tracers at work


_wrapped_names = set()


def _wrap_by_name():
    """Functions whose names were given to `wrap` before they were there, in the modules that define them."""
    for module in list(sys.modules.values()):
        if not isinstance(module, ModuleType) or module.__name__.partition(".")[0] == "torch":
            continue
        for name in _wrapped_names:
            function = module.__dict__.get(name)
            if isinstance(function, FunctionType) and function.__module__ == module.__name__ and not hasattr(function, "__wrapped__"):
                setattr(module, name, wrap(function))


def wrap(fn_or_name):
    """A function that stays one node of a trace."""
    if isinstance(fn_or_name, str):
        _wrapped_names.add(fn_or_name)
        return fn_or_name
    function = fn_or_name

    def wrapped(*args, **kwargs):
        if _tracing:
            from torch.fx.proxy import _tracer_in
            tracer = _tracer_in([*args, *kwargs.values()])
            if tracer is not None:
                made = tracer.create_proxy("call_function", function, args, kwargs)
                made.node.meta["is_wrapped"] = True
                return made
        return function(*args, **kwargs)
    wrapped.__name__, wrapped.__qualname__, wrapped.__module__ = function.__name__, function.__qualname__, function.__module__
    wrapped.__wrapped__ = function
    return wrapped


def _assert_is_none(value, msg):
    assert value is None, msg


class Tracer:
    proxy_buffer_attributes = False

    def __init__(self, autowrap_modules=(), autowrap_functions=(), param_shapes_constant=False):
        self.root, self.graph, self.tensor_attrs = None, None, {}
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None

    # Subclasses give these in another way.
    def is_leaf_module(self, m, module_qualified_name):
        return m.__module__.startswith("torch.nn") and not isinstance(m, Sequential)

    def path_of_module(self, mod):
        for name, module in self.root.named_modules():
            if module is mod:
                return name
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        path = self.path_of_module(m)
        if not self.is_leaf_module(m, path):
            return forward(*args, **kwargs)
        return self.create_proxy("call_module", path, args, kwargs)

    def proxy(self, node):
        from torch.fx.proxy import Proxy
        return Proxy(node, self)

    def iter(self, obj):
        """Of `a, b = value` two items; another loop would have to know the value's length."""
        count = torch._C._unpacked_to()
        if count is None:
            raise TraceError(_ITERATED)
        return iter([obj[i] for i in range(count)])

    def to_bool(self, obj):
        raise TraceError(_CONTROL)

    def keys(self, obj):
        from torch.fx.proxy import Attribute
        return Attribute(obj, "keys")()

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        node = self.create_node(kind, target, self.create_arg(tuple(args)), self.create_arg(dict(kwargs)), name, type_expr)
        return proxy_factory_fn(node) if proxy_factory_fn else self.proxy(node)

    def create_arg(self, a):
        return map_aggregate(a, self._argument)

    def _argument(self, value):
        from torch.fx.proxy import Proxy
        if isinstance(value, Proxy):
            return value.node
        if isinstance(value, torch.Tensor):
            return self._tensor(value)
        if isinstance(value, (Node, str, int, float, complex, bool, type(None), type(...), torch.dtype, torch.device, torch.layout,
                              torch.memory_format)) or callable(value):
            return value
        raise NotImplementedError(f"argument of type: {type(value)}")

    def _tensor(self, tensor):
        """A parameter or buffer of the module by its path, another tensor as an attribute that the module gets."""
        path = None
        for name, known in [*self.root.named_parameters(), *self.root.named_buffers()]:
            if known is tensor:
                path = name
        path = path or self.tensor_attrs.get(tensor)
        if path is None:
            number = 0
            while hasattr(self.root, f"_tensor_constant{number}"):
                number += 1
            path = f"_tensor_constant{number}"
            self.tensor_attrs[tensor] = path
            setattr(self.root, path, tensor)
        return self.create_node("get_attr", path, (), {})

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        args = [self.root] if is_module else []
        annotations, given, keywords = getattr(root_fn, "__annotations__", {}), 0, []
        for number, (name, parameter) in enumerate(inspect.signature(root_fn).parameters.items()):
            if is_module and number == 0:
                continue
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise NotImplementedError(f"torch.fx: the parameter {parameter} cannot be traced: name each of them")
            if parameter.kind is parameter.KEYWORD_ONLY:
                keywords.append(name)
            default = () if parameter.default is parameter.empty else (parameter.default,)
            if concrete_args is not None and name in concrete_args:
                given += 1
                self._require_value(self.create_proxy("placeholder", f"{name}_{given}", default, {}), name, concrete_args[name])
                args.append(concrete_args[name])
                continue
            args.append(self.create_proxy("placeholder", name, default, {}, type_expr=annotations.get(name)))
        if not keywords:
            return root_fn, args

        def with_keywords(*values):
            positional = len(values) - len(keywords)
            return root_fn(*values[:positional], **dict(zip(keywords, values[positional:])))
        with_keywords.__annotations__ = annotations
        return with_keywords, args

    def _require_value(self, proxy, name, value):
        """The traced function holds for one value of an argument: what runs later is asked for it."""
        text = f"{name} has been specialized to have value {value} but got another value"
        if value is None:
            self.create_proxy("call_function", _assert_is_none, (proxy, text), {})
        elif isinstance(value, (bool, int, float, str)):
            self.create_proxy("call_function", torch._assert, (proxy == value, text), {})

    def trace(self, root, concrete_args=None):
        _wrap_by_name()
        is_module = isinstance(root, Module)
        self.root = root if is_module else Module()
        function = type(root).forward if is_module else root
        self.graph = Graph(tracer_cls=type(self))
        self.tensor_attrs = {}
        modules = list(self.root.modules())
        for module in modules:
            for name, value in module.__dict__.items():
                if isinstance(value, torch.Tensor):
                    path = self.path_of_module(module)
                    self.tensor_attrs[value] = f"{path}.{name}" if path else name
        function, args = self.create_args_for_root(function, is_module, concrete_args)
        replaced = self._hide_parameters(modules)
        call = Module.__call__
        tracer = self

        def traced_call(module, *args, **kwargs):
            return tracer.call_module(module, lambda *a, **k: call(module, *a, **k), args, kwargs)
        Module.__call__ = traced_call
        _tracing.append(self)
        try:
            result = function(*args)
        finally:
            _tracing.pop()
            Module.__call__ = call
            for members, name, parameter in replaced:
                members[name] = parameter
        returns = getattr(function, "__annotations__", {}).get("return")
        self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=returns)
        self.submodule_paths = None
        return self.graph

    def _hide_parameters(self, modules):
        """Puts proxies where the modules have parameters; answers what was there."""
        from torch.fx.proxy import ParameterProxy
        paths = {id(parameter): (path, parameter) for path, parameter in reversed(list(self.root.named_parameters()))}
        proxies = {number: ParameterProxy(self, path, parameter) for number, (path, parameter) in paths.items()}
        replaced = []
        for module in modules:
            members = module._parameters
            for name, parameter in list(members.items()):
                if parameter is not None:
                    replaced.append((members, name, parameter))
                    members[name] = proxies[id(parameter)]
        return replaced


def symbolic_trace(root, concrete_args=None):
    from torch.fx import graph_module
    tracer, named = Tracer(), type(root) if isinstance(root, Module) else root
    traced = tracer.trace(root, concrete_args)
    return graph_module.GraphModule(tracer.root, traced, named.__name__)
