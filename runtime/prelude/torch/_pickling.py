"""pickle's reader and writer as torch.save and torch.load use them: storages stand in entries of their own, and reading
makes tensors and plain containers only, unless it is told otherwise."""
import _codecs
import pickle
from _pickle_reading import _HANDLERS, renamed
from collections import Counter, OrderedDict

import torch
from torch import _C_storage, _utils
from torch._tensor import _rebuild_from_type_v2
from torch.nn.parameter import Parameter
from torch.storage import StorageType, TypedStorage, _type_of, _types

_dtypes = ("float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool")


class Pickler(pickle.Pickler):
    """Leaves the bytes of storages in `contents`, by number."""

    def __init__(self, file, protocol):
        super().__init__(file, protocol)
        self.contents = []
        self._numbers = {}  # storage -> (number, dtype)

    def persistent_id(self, obj):
        if type(obj) is not TypedStorage:
            return None
        key = _C_storage._storage_key(obj._tensor)
        if key not in self._numbers:
            # The reduced tensor is kept by the memo, so that the key stays its own.
            self._numbers[key] = len(self.contents), obj.dtype
            self.contents.append(_C_storage._storage_bytes(obj._tensor))
        number, dtype = self._numbers[key]
        if dtype is not obj.dtype:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        return "storage", _type_of[dtype], str(number), "cpu", len(obj)


class Unpickler(pickle.Unpickler):
    """Reads anything, and runs what it names."""

    def find_class(self, module, name):
        if module == "torch" and name in _types:
            return _types[name]
        return super().find_class(module, name)


# Kinds of tensors that PyTorch reads.
_ABSENT = ("torch._utils._rebuild_qtensor", "torch._utils._rebuild_sparse_csr_tensor", "torch._utils._rebuild_nested_tensor",
           "torch._utils._rebuild_wrapper_subclass", "torch._utils._rebuild_meta_tensor_no_storage",
           "torch._utils._rebuild_device_tensor_from_numpy", "torch._utils._rebuild_device_tensor_from_cpu_tensor",
           "torch.QInt8Storage", "torch.QUInt8Storage", "torch.QInt32Storage",
           "torch.QUInt4x2Storage", "torch.QUInt2x4Storage")


# A number would ask for that much memory, an object of other classes for its methods.
def _bytearray(data=b"", encoding=None):
    if encoding is not None:
        data = _codecs.encode(data, encoding)
    if not isinstance(data, (bytes, bytearray)):
        raise pickle.UnpicklingError("a bytearray of something else than bytes")
    return bytearray(data)


def _allowed():
    made = {"collections.OrderedDict": OrderedDict, "collections.Counter": Counter,
            "torch.nn.parameter.Parameter": Parameter, "torch.Size": torch.Size, "torch.Tensor": torch.Tensor,
            "torch.device": torch.device, "torch.serialization._get_layout": torch.serialization._get_layout,
            "_codecs.encode": _codecs.encode, "builtins.bytearray": _bytearray, "builtins.set": set,
            "builtins.complex": complex, "torch._tensor._rebuild_from_type_v2": _rebuild_from_type_v2}
    for function in (_utils._rebuild_tensor, _utils._rebuild_tensor_v2, _utils._rebuild_parameter,
                     _utils._rebuild_parameter_with_state, _utils._rebuild_sparse_tensor):
        made["torch._utils." + function.__name__] = function
    for name in _dtypes:
        made["torch." + name] = getattr(torch, name)
    for name, kind in _types.items():
        made["torch." + name] = kind
    return made


class WeightsOnlyUnpickler(pickle.Unpickler):
    """Reads what a checkpoint needs, and what `safe_globals` (name -> object) adds."""

    def __init__(self, file, safe_globals, **options):
        super().__init__(file, **options)
        self._known = _allowed() | safe_globals

    def _is_known(self, value):
        return any(value is known for known in self._known.values())

    def _no_operation(self, op):
        raise pickle.UnpicklingError(f"Unsupported operand {op[0]}")

    def find_class(self, module, name):
        module, name = renamed(module, name)
        full = f"{module}.{name}"
        if full in self._known:
            return self._known[full]
        if full in _ABSENT:
            raise NotImplementedError(f"torch.load: the file has `{full}`, tensors of a kind that janusc does not have")
        shown = full.removeprefix("builtins.")
        raise pickle.UnpicklingError(
            f"Unsupported global: GLOBAL {shown} was not an allowed global by default. "
            f"Please use `torch.serialization.add_safe_globals([{shown}])` or the "
            f"`torch.serialization.safe_globals([{shown}])` context manager to allowlist this global "
            "if you trust this class/function.")

    # ---- operations that run something
    def _op_reduce(self):
        args, function = self.stack.pop(), self.stack.pop()
        if not self._is_known(function):
            raise pickle.UnpicklingError(f"Trying to call reduce for unrecognized function {function}")
        if function is torch.Tensor:
            raise pickle.UnpicklingError("a tensor without a storage")
        self._push(function(*args))

    def _op_newobj(self):
        args, cls = self.stack.pop(), self.stack.pop()
        if not isinstance(cls, type) or not self._is_known(cls) or cls is torch.Tensor:
            raise pickle.UnpicklingError("Can only create new object for nn.Parameter or classes allowlisted via "
                                         f"`add_safe_globals` but got {cls}")
        self._push(Parameter(*args) if cls is Parameter else cls.__new__(cls, *args))

    def _op_build(self):
        kind = type(self.stack[-2])
        if kind is OrderedDict:
            state = self.stack.pop()
            self.stack[-1].__dict__.update(state)
        elif kind in (torch.Tensor, Parameter) or not self._is_known(kind):
            raise pickle.UnpicklingError("Can only build Tensor, Parameter, OrderedDict or types allowlisted via "
                                         f"`add_safe_globals`, but got {kind}")
        else:
            super()._op_build()

    # ---- operations on containers
    def _require(self, place, kinds, message):
        if type(self.stack[place]) not in kinds:
            raise pickle.UnpicklingError(f"{message}, but got {type(self.stack[place])}")

    def _op_append(self):
        self._require(-2, (list,), "Can only append to lists")
        super()._op_append()

    def _op_appends(self):
        items = self._pop_mark()
        self._require(-1, (list,), "Can only extend lists")
        self.stack[-1].extend(items)

    def _op_setitem(self):
        self._require(-3, (dict, OrderedDict, Counter),
                      "Can only SETITEM for dict, collections.OrderedDict, collections.Counter")
        super()._op_setitem()

    def _op_setitems(self):
        items = self._pop_mark()
        self._require(-1, (dict, OrderedDict, Counter),
                      "Can only SETITEMS for dict, collections.OrderedDict, collections.Counter")
        for i in range(0, len(items), 2):
            self.stack[-1][items[i]] = items[i + 1]


# Those of PyTorch's own reader.
WeightsOnlyUnpickler._handlers = {op: _HANDLERS[op] for op in (
    b"\x80", b"(", b"N", b"\x88", b"\x89", b")", b"]", b"}", b"\x8f", b"\x8a", b"J", b"K", b"M", b"G", b"X", b"U", b"t",
    b"\x85", b"\x86", b"\x87", b"c", b"h", b"j", b"q", b"r", b"Q")} | {
    b"R": WeightsOnlyUnpickler._op_reduce, b"\x81": WeightsOnlyUnpickler._op_newobj,
    b"b": WeightsOnlyUnpickler._op_build, b"a": WeightsOnlyUnpickler._op_append,
    b"e": WeightsOnlyUnpickler._op_appends, b"s": WeightsOnlyUnpickler._op_setitem,
    b"u": WeightsOnlyUnpickler._op_setitems}


def _elements(data, dtype, numel, is_swapped):
    """A storage's bytes as elements of this machine."""
    size = dtype.itemsize
    if type(numel) is not int or numel * size != len(data):
        expected = numel * size if type(numel) is int else numel
        raise RuntimeError(f"record size ({len(data)} bytes) does not match expected size ({expected} bytes = {expected} "
                           "elements * 1 bytes/element) for dtype Byte")
    if is_swapped:
        swapped = bytearray(len(data))
        for i in range(size):
            swapped[i::size] = data[size - 1 - i::size]
        data = bytes(swapped)
    return TypedStorage(_C_storage._from_bytes(data, dtype))


def _require_place(location, map_location):
    """The places of storages that a program names itself are looked at by torch.load."""
    if map_location is None and location.split(":")[0] not in ("cpu", "meta", "cuda"):
        raise RuntimeError("don't know how to restore data location of torch.storage.UntypedStorage (tagged with "
                           f"{location})")


def storages(read, is_swapped, map_location):
    """What finds the storage of a persistent id; `read` gives the bytes of an entry."""
    found = {}

    def load(pid):
        if type(pid) is not tuple or len(pid) != 5 or pid[0] != "storage" or not isinstance(pid[1], StorageType):
            raise pickle.UnpicklingError(f"Only persistent_load of storage is allowed, but got {pid}")
        dtype, key = pid[1].dtype, pid[2]
        _require_place(pid[3], map_location)
        if key not in found:
            found[key] = _elements(read(f"data/{key}"), dtype, pid[4], is_swapped)
        if found[key].dtype is not dtype:
            raise RuntimeError(f"storage {key} is of two types: {found[key].dtype} and {dtype}")
        return found[key]

    return load
