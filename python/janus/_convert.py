"""What janus._native leaves to Python: tensors, arrays and callables in, tensors out.

Tensors and arrays cross without a copy. A call's results are of the kind that its arguments were: torch tensors for
torch tensors, numpy arrays for numpy arrays. Without either, they are torch's when the program has imported torch,
else numpy's, else janus.Object.
"""
import builtins
import functools
import sys
import types

from janus import _errors, _native, _values
from janus._native import Object

# janus_dtype by numpy's type strings, and back; torch's bfloat16 has no numpy type.
_DTYPES = {"<f4": 0, "<f8": 1, "<f2": 2, "<i8": 4, "<i4": 5, "<i2": 6, "|i1": 7, "|u1": 8, "|b1": 9, "<c8": 10, "<c16": 11}
_TYPE_STRINGS = {number: text for text, number in _DTYPES.items()}


# Of exactly these classes.
_CROSSING_ALONE = (type(None), type(...), type(NotImplemented), bool, int, float, str, bytes, Object)


def _name(value):
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _torch():
    return sys.modules.get("torch")


def _numpy():
    return sys.modules.get("numpy")


class Crossing:
    """One call: what came in, and what that says of what goes out."""

    def __init__(self):
        torch = _torch()
        self.grad_mode = torch is None or torch.is_grad_enabled()
        self.kind = None
        self.originals = []  # (compiled object, the Python object it stands for)
        self.made = {}       # compiled tensors by id of the torch tensors in `originals`
        self.nodes = {}      # by id of a torch tensor that is no leaf: the `grad_fn` that the compiled one came with

    # ---- in
    def incoming(self, value):
        cls = type(value)
        if cls in _CROSSING_ALONE:
            return value
        if cls in (tuple, list, set, frozenset):
            return cls([self.incoming(item) for item in value])
        if cls is dict:
            return {self.incoming(key): self.incoming(item) for key, item in value.items()}
        torch, numpy = _torch(), _numpy()
        if torch is not None and isinstance(value, torch.Tensor):
            if type(value) in (torch.Tensor, torch.nn.Parameter):
                return self.incoming_torch(torch, value)
            return self.incoming_special(value, "value.as_subclass(torch.Tensor)")
        if numpy is not None and isinstance(value, numpy.generic) and value.dtype.kind not in "mM":
            plain = value.item()
            if not isinstance(plain, numpy.generic):  # as long doubles are, which no builtin number can be
                return self.incoming(plain)
        if numpy is not None and isinstance(value, numpy.ndarray):
            if type(value) in (numpy.ndarray, numpy.memmap):
                return self.incoming_array(value)
            return self.incoming_special(value, "numpy.asarray(value)")
        if hasattr(value, "__dlpack__") and not isinstance(value, type):
            return _native.from_dlpack(value.__dlpack__())
        parts = _values.parts_of(value)
        if parts is not None:
            module, name, arguments, named = parts
            made = _native.attribute(_native.import_module(module), name)
            return _native.call_there(made, tuple(map(self.incoming, arguments)), named)
        if torch is not None and cls is torch.dtype and raw_method(_native.import_module("builtins"), "hasattr", _native.import_module("torch"), str(value)[6:]):
            return _native.attribute(_native.import_module("torch"), str(value)[6:])
        compiled = _errors.compiled_of(value) if isinstance(value, BaseException) else getattr(value, "__dict__", {}).get("__janus__")
        if compiled is not None:  # a compiled module, an exception of compiled code or the class of one
            return compiled
        if isinstance(value, BaseException) and "__janus__" in type(value).__dict__:
            compiled = _native.call_there(type(value).__janus__, self.incoming(value.args), None)
            value.__dict__["__janus__"] = _errors.Link(compiled)
            return compiled
        twin = _twin(value)
        if twin is not None:
            return twin
        foreign = _native.foreign(value)
        if foreign is not None:
            return foreign
        if isinstance(value, BaseException):
            return _exception(value)
        if callable(value):
            return _native.function(getattr(value, "__name__", type(value).__name__), _in_mode_of_compiled_code(value), value)
        base = next((base for base in (*_CROSSING_ALONE, tuple, list, set, frozenset, dict) if isinstance(value, base)), None)
        hint = f", only what it holds: pass `{base.__name__}(value)`" if base is not None else ""
        raise TypeError(f"compiled code cannot take a {_name(value)}{hint}")

    def incoming_torch(self, torch, value):
        self.kind = "torch"
        if id(value) in self.made:
            return self.made[id(value)]
        if value.requires_grad and not value.is_leaf:
            made = self.over_memory(torch, value)
            if torch.is_grad_enabled():
                made = self.continued(value, made)
        elif value.requires_grad or isinstance(value, torch.nn.Parameter):
            made = self.leaf(torch, value)
        else:
            made = self.over_memory(torch, value)
        self.made[id(value)] = made
        self.originals.append((made, value))
        return made

    @staticmethod
    def over_memory(torch, value):
        """A compiled tensor without a history over the tensor's memory."""
        if value.device.type != "cpu":
            raise ValueError(f"the tensor is on {value.device}, compiled code works on the CPU: pass `tensor.cpu()`")
        if _is_of_transform(torch, value):
            raise ValueError("the tensor is one of a transform of torch.func, which compiled code does not know: transform in "
                             "compiled code, or use torch.autograd.functional")
        if value.layout is not torch.strided or value.is_conj() or value.is_neg():
            raise ValueError("the tensor is not a plain one (sparse, conjugate or negative view): pass a dense copy")
        return _native.from_dlpack(torch.utils.dlpack.to_dlpack(value.detach()))

    def leaf(self, torch, value):
        """The compiled leaf for a leaf of the host."""
        from janus import _leaves
        made = _leaves.compiled_of(value)
        if made is None:
            made = self.over_memory(torch, value)
            if isinstance(value, torch.nn.Parameter):
                made = raw_method(_native.import_module("torch.nn"), "Parameter", made, value.requires_grad)
            else:
                made.requires_grad = True
            _leaves.leaf_for(value, made)
        return made

    def continued(self, value, leaf):
        """What stands for a tensor with a history: the result of a leaf."""
        from janus._leaves import Continued
        leaf.requires_grad = True
        Continued(leaf, value)
        if value._is_view() and value._base.is_leaf:  # nobody may write into it
            made = raw_method(leaf, "view_as", leaf)
        else:
            made = raw_method(leaf, "detach")
            raw_method(_native.import_module("torch.autograd.function"), "_continue_host", leaf, made,
                       type(value.grad_fn).__name__)
        self.nodes[id(value)] = raw_attribute(made, "grad_fn")
        return made

    def incoming_special(self, value, plain):
        """Of a class of its own, which may hold more than elements (a mask, a unit) and do other things with them."""
        foreign = _native.foreign(value)
        if foreign is None:
            raise TypeError(f"compiled code cannot take a {_name(value)}, only its elements: pass `{plain}`")
        return foreign

    def incoming_array(self, value):
        self.kind = self.kind or "numpy"
        interface = value.__array_interface__
        kind, (address, read_only) = interface["typestr"], interface["data"]
        if kind not in _DTYPES:
            raise TypeError(f"compiled code has no dtype for arrays of {kind!r}")
        if read_only:
            raise ValueError("the array is read-only, and compiled code may write to it: pass a copy")
        shape, strides, size = interface["shape"], interface.get("strides"), int(kind[2:])
        if strides is None:
            strides, step = [0] * len(shape), size
            for d in reversed(range(len(shape))):
                strides[d], step = step, step * max(shape[d], 1)
        if any(s % size for s in strides):
            raise ValueError("the array's elements do not lie at multiples of their size: pass a copy")
        made = _native.borrow(address, _DTYPES[kind], shape, [s // size for s in strides], value)
        self.originals.append((made, value))
        return made

    # ---- out
    def outgoing(self, value):
        """The result with its tensors as the host's; those that have a history join torch's."""
        _native.come_back()  # of leaves that nobody holds but this crossing
        tensors = {}
        _collect(value, tensors)
        tensors = list(tensors.values())
        torch = _torch() if self.kind != "numpy" else None
        known = {}
        if torch is not None and torch.is_grad_enabled() != self.grad_mode:
            torch.set_grad_enabled(self.grad_mode)  # as a package saw it that was called last
        if torch is not None:
            written = [(made, original) for made, original in self.originals if self.has_new_history(made, original)]
            fresh = [t for t in tensors if t.requires_grad and not t.is_leaf and self.original(t) is None]
            if written or fresh:
                from janus._autograd import join, rewrite
                joined = join([*fresh, *[made for made, _ in written]])
                known = {id(t): result for t, result in zip(fresh, joined)}
                for (_, original), result in zip(written, joined[len(fresh):]):
                    rewrite(original, result)
        if not tensors:
            return value
        return _replace(value, lambda t: known[id(t)] if id(t) in known else self.outgoing_tensor(t))

    def has_new_history(self, made, original):
        """Whether compiled code has written something with a history into the tensor."""
        if not made.requires_grad or made.is_leaf:
            return False
        node = self.nodes.get(id(original))
        return node is None or not _native.is_same(node, raw_attribute(made, "grad_fn"))

    def original(self, tensor):
        return next((original for made, original in self.originals if _native.is_same(made, tensor)), None)

    def outgoing_tensor(self, tensor):
        original = self.original(tensor)
        return to_host(tensor, self.kind) if original is None else original


def _is_of_transform(torch, tensor):
    transforms = getattr(torch._C, "_functorch", None)  # an older torch has none
    return transforms is not None and transforms.is_functorch_wrapped_tensor(tensor)


def _in_mode_of_compiled_code(function):
    """What compiled code calls in its torch.no_grad() must see torch's."""
    def called(*arguments, **named):
        torch = _torch()
        if torch is None:
            return function(*arguments, **named)
        with torch.set_grad_enabled(raw_method(_native.import_module("torch"), "is_grad_enabled")):
            return function(*arguments, **named)
    return called


def _twin(value):
    """The compiled builtin function or class, exception class."""
    torch = _torch()
    if torch is not None and (value is torch.Tensor or value is torch.nn.Parameter):
        module = _native.import_module("torch" if value is torch.Tensor else "torch.nn")
        return _native.attribute(module, value.__name__)
    if isinstance(value, type) and value.__module__ == "builtins" and getattr(types, value.__name__, None) is value:
        return _native.attribute(_native.import_module("types"), value.__name__)
    if isinstance(value, (types.BuiltinFunctionType, type)):
        if "__janus__" in getattr(value, "__dict__", {}):
            return value.__dict__["__janus__"]
        name = value.__qualname__
        if getattr(builtins, name, None) is value and name in _names_of_builtins():
            found = _native.attribute(_native.import_module("builtins"), name)
            _native.twin(found, value)
            return found
    return None


def _exception(value):
    """Where nothing foreign crosses: one of the next class that is there."""
    cls = next(cls for cls in map(_twin, type(value).__mro__) if cls is not None)
    return _native.call_there(cls, tuple(map(str, value.args)), None)


@functools.lru_cache(maxsize=None)
def _names_of_builtins():
    return frozenset(dir(_native.import_module("builtins")))


def _collect(value, found):
    if isinstance(value, Object):
        if _native.is_tensor(value):
            found[id(value)] = value
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            _collect(item, found)
    elif isinstance(value, dict):
        for item in value.values():
            _collect(item, found)


def _replace(value, convert):
    if isinstance(value, Object):
        return convert(value) if _native.is_tensor(value) else value
    if isinstance(value, (tuple, list, set, frozenset)):
        return type(value)([_replace(item, convert) for item in value])
    if isinstance(value, dict):
        return type(value)([(key, _replace(item, convert)) for key, item in value.items()])
    return value


class _Memory:
    """What numpy reads a tensor's memory from; keeps the tensor."""

    def __init__(self, tensor, address, kind, shape, strides):
        self.tensor = tensor
        size = int(kind[2:])
        self.__array_interface__ = {"version": 3, "typestr": kind, "data": (address, False), "shape": shape,
                                    "strides": tuple(s * size for s in strides)}


def to_host(tensor, kind=None):
    """A compiled tensor as a tensor of torch or an array of numpy over the same memory. A leaf that requires a gradient
    and a parameter have one tensor of torch."""
    torch, numpy = _torch(), _numpy()
    if raw_method(tensor, "is_conj"):  # a view whose memory holds the conjugates
        tensor = raw_method(tensor, "resolve_conj")
    if torch is not None and kind != "numpy":
        if tensor.requires_grad and tensor.is_leaf or is_parameter(tensor):
            from janus._leaves import given_out
            return given_out(tensor)
        if tensor.requires_grad:
            tensor = raw_method(tensor, "detach")
        return torch.utils.dlpack.from_dlpack(_native.to_dlpack(tensor))
    address, number, shape, strides = _native.view(tensor)
    if numpy is None or number not in _TYPE_STRINGS:
        return tensor
    if 0 in shape:
        return numpy.empty(shape, _TYPE_STRINGS[number])
    return numpy.asarray(_Memory(tensor, address, _TYPE_STRINGS[number], shape, strides))


def result_to_host(tensor):
    """A compiled tensor as a result of torch, with its history."""
    return Crossing().outgoing(tensor)


def is_parameter(tensor):
    cls = _native.attribute(tensor, "__class__")
    return cls is not _tensor_class() and isinstance(tensor, _native.attribute(_native.import_module("torch.nn"), "Parameter"))


@functools.lru_cache(maxsize=None)
def _tensor_class():
    return _native.attribute(_native.import_module("torch"), "Tensor")


def leave(records):
    """Control goes over to compiled code; some of its leaves have tensors of torch, which have changed."""
    from janus import _leaves
    _leaves.leave(records)


def come_back(changed):
    from janus import _leaves
    _leaves.come_back(changed)


def raw_attribute(compiled, name):
    """compiled.name, a tensor left as a compiled object."""
    return _native.call(_getattr(), (compiled, name), None)


@functools.lru_cache(maxsize=None)
def _getattr():
    return _native.attribute(_native.import_module("builtins"), "getattr")


def raw_method(compiled, name, *arguments):
    """compiled.name(*arguments), with tensors left as compiled objects."""
    return _native.call(_native.attribute(compiled, name), arguments, None)


# ---- hooks of janus._native
def maker_of(cls):
    """Of a compiled class whose instances are values: what makes Python's of one. None for others."""
    return _values.maker(raw_attribute(cls, "__module__"), raw_attribute(cls, "__qualname__"), raw_attribute)


def call(compiled, arguments, named):
    """A call with arguments that only this file knows, or under torch.no_grad()."""
    crossing, torch = Crossing(), _torch()
    arguments = tuple([crossing.incoming(value) for value in arguments])
    named = {name: crossing.incoming(value) for name, value in named.items()} if named else None
    if torch is None or torch.is_grad_enabled():
        return crossing.outgoing(_native.call(compiled, arguments, named))
    compiled_torch = _native.import_module("torch")
    before = raw_method(compiled_torch, "is_grad_enabled")
    raw_method(compiled_torch, "set_grad_enabled", False)
    try:
        return crossing.outgoing(_native.call(compiled, arguments, named))
    finally:
        raw_method(compiled_torch, "set_grad_enabled", before)


def finish(result):
    """A result with tensors in it, of a call that had none in its arguments."""
    return Crossing().outgoing(result)


def convert(value):
    """One value for an attribute, an item or a callback's result."""
    return Crossing().incoming(value)
