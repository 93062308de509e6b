"""Objects in pickle's format, protocol 2; tensors as references to storages."""
from collections import OrderedDict
from struct import pack

import torch
from torch import _C_storage
from torch.nn.parameter import Parameter

_storage_names = {torch.float32: "FloatStorage", torch.float64: "DoubleStorage", torch.float16: "HalfStorage",
                  torch.bfloat16: "BFloat16Storage", torch.int64: "LongStorage", torch.int32: "IntStorage",
                  torch.int16: "ShortStorage", torch.int8: "CharStorage", torch.uint8: "ByteStorage",
                  torch.bool: "BoolStorage"}


class Pickler:
    def __init__(self):
        self.parts = []
        self.memo = {}     # id -> number
        self.kept = []     # what ids belong to, so that they stay unique
        self.storages = []
        self.storage_numbers = {}

    def dump(self, obj):
        self.parts.append(b"\x80\x02")
        self.save(obj)
        self.parts.append(b".")
        return b"".join(self.parts)

    def put(self, obj):
        number = len(self.memo)
        self.memo[id(obj)] = number
        self.kept.append(obj)
        self.parts.append(b"q" + bytes((number,)) if number < 256 else b"r" + pack("<I", number))

    def name(self, module, name):
        """A class or function, by its name."""
        key = module + " " + name
        if key in self.memo:
            self.get(self.memo[key])
            return
        self.parts.append(b"c" + module.encode() + b"\n" + name.encode() + b"\n")
        number = len(self.memo)
        self.memo[key] = number
        self.parts.append(b"q" + bytes((number,)) if number < 256 else b"r" + pack("<I", number))

    def get(self, number):
        self.parts.append(b"h" + bytes((number,)) if number < 256 else b"j" + pack("<I", number))

    def save(self, obj):
        if obj is None:
            self.parts.append(b"N")
        elif obj is True:
            self.parts.append(b"\x88")
        elif obj is False:
            self.parts.append(b"\x89")
        elif type(obj) is int:
            self.save_int(obj)
        elif type(obj) is float:
            self.parts.append(b"G" + pack(">d", obj))
        elif id(obj) in self.memo:
            self.get(self.memo[id(obj)])
        elif type(obj) is str:
            data = obj.encode("utf-8", "surrogatepass")
            self.parts.append(b"X" + pack("<I", len(data)) + data)
            self.put(obj)
        elif isinstance(obj, torch.Tensor):
            self.save_tensor(obj)
        elif type(obj) is tuple:
            self.save_tuple(obj)
        elif type(obj) is list:
            self.parts.append(b"]")
            self.put(obj)
            self.save_items(obj)
        elif type(obj) is dict:
            self.parts.append(b"}")
            self.put(obj)
            self.save_pairs(obj)
        elif isinstance(obj, OrderedDict):
            self.save_ordered(obj)
        elif type(obj) in (set, frozenset):
            self.save_set(obj)
        elif type(obj) in (bytes, bytearray):
            self.save_bytes(obj)
        elif isinstance(obj, torch.Size):
            self.name("torch", "Size")
            self.save(tuple(obj))
            self.parts.append(b"\x85R")
            self.put(obj)
        elif isinstance(obj, torch.dtype):
            self.name("torch", str(obj)[6:])
        elif isinstance(obj, torch.device):
            self.name("torch", "device")
            self.save((obj.type,) if obj.index is None else (obj.type, obj.index))
            self.parts.append(b"R")
            self.put(obj)
        elif isinstance(obj, type) or type(obj).__name__ in ("function", "builtin_function_or_method"):
            self.save_global(obj)
        else:
            self.save_instance(obj)

    def save_int(self, value):
        if 0 <= value < 256:
            self.parts.append(b"K" + bytes((value,)))
        elif 0 <= value < 65536:
            self.parts.append(b"M" + pack("<H", value))
        elif -2147483648 <= value < 2147483648:
            self.parts.append(b"J" + pack("<i", value))
        else:
            size = (value.bit_length() >> 3) + 1
            data = value.to_bytes(size, "little", signed=True)
            self.parts.append((b"\x8a" + bytes((size,)) if size < 256 else b"\x8b" + pack("<i", size)) + data)

    def save_tuple(self, obj):
        if len(obj) == 0:
            self.parts.append(b")")
            return
        if len(obj) > 3:
            self.parts.append(b"(")
        for item in obj:
            self.save(item)
        self.parts.append(b"t" if len(obj) > 3 else (b"\x85", b"\x86", b"\x87")[len(obj) - 1])
        self.put(obj)

    def save_items(self, items):
        if len(items) == 0:
            return
        self.parts.append(b"(")
        for item in items:
            self.save(item)
        self.parts.append(b"e")

    def save_pairs(self, mapping):
        if len(mapping) == 0:
            return
        self.parts.append(b"(")
        for key, value in mapping.items():
            self.save(key)
            self.save(value)
        self.parts.append(b"u")

    def save_ordered(self, obj):
        self.save_global(type(obj))
        self.parts.append(b")R")
        self.put(obj)
        self.save_pairs(obj)
        attributes = {k: v for k, v in obj.__dict__.items()}
        if attributes:
            self.parts.append(b"}")
            self.save_pairs(attributes)
            self.parts.append(b"b")

    def save_set(self, obj):
        self.name("builtins", type(obj).__name__)
        self.parts.append(b"]")
        self.save_items(list(obj))
        self.parts.append(b"\x85R")
        self.put(obj)

    def save_bytes(self, obj):
        # Protocol 2 has no bytes: they are text in latin-1 that is encoded again.
        if type(obj) is bytearray:
            self.name("builtins", "bytearray")
            self.save(bytes(obj))
            self.parts.append(b"\x85R")
        elif len(obj) == 0:
            self.name("builtins", "bytes")
            self.parts.append(b")R")
        else:
            self.name("_codecs", "encode")
            self.save(obj.decode("latin-1"))
            self.save("latin1")
            self.parts.append(b"\x86R")
        self.put(obj)

    def save_global(self, obj):
        module = getattr(obj, "__module__", None) or "builtins"
        name = getattr(obj, "__qualname__", None) or obj.__name__
        if "<locals>" in name or "<lambda>" in name:
            raise AttributeError(f"Can't pickle local object '{name}'")
        self.name(module, name)

    def save_instance(self, obj):
        kind = type(obj)
        if hasattr(obj, "__reduce__") and kind.__reduce__ is not object.__reduce__:
            reduced = obj.__reduce__()
            if isinstance(reduced, tuple) and len(reduced) == 2:
                self.save(reduced[0])
                self.save(reduced[1])
                self.parts.append(b"R")
                self.put(obj)
                return
        if isinstance(obj, (dict, list, tuple)) and kind.__module__ != "collections":
            raise TypeError(f"cannot pickle '{kind.__name__}' object")
        self.save_global(kind)
        if isinstance(obj, dict):
            factory = getattr(obj, "default_factory", None)
            self.save(() if factory is None else (factory,))
            self.parts.append(b"R")
            self.put(obj)
            self.save_pairs(obj)
            return
        self.parts.append(b")\x81")
        self.put(obj)
        state = obj.__getstate__() if hasattr(obj, "__getstate__") else obj.__dict__
        if state is not None:
            self.save(state)
            self.parts.append(b"b")

    def save_tensor(self, t):
        plain = type(t) is torch.Tensor
        if not plain and isinstance(t, Parameter):
            self.name("torch._utils", "_rebuild_parameter")
            self.save_plain_tensor(t.data)
            self.save(t.requires_grad)
            self.save_hooks()
            self.parts.append(b"\x87R")
        else:
            self.save_plain_tensor(t)
        self.put(t)

    def save_hooks(self):
        self.name("collections", "OrderedDict")
        self.parts.append(b")R")

    def save_plain_tensor(self, t):
        self.name("torch._utils", "_rebuild_tensor_v2")
        self.parts.append(b"(")
        key = _C_storage._storage_key(t)
        if key not in self.storage_numbers:
            self.storage_numbers[key] = len(self.storages)
            self.storages.append(_C_storage._storage_bytes(t))
            self.kept.append(t)
        # The persistent id of the storage.
        self.parts.append(b"(")
        self.save("storage")
        self.name("torch", _storage_names[t.dtype])
        self.save(str(self.storage_numbers[key]))
        self.save("cpu")
        self.save(_C_storage._storage_numel(t))
        self.parts.append(b"tQ")
        self.save(t.storage_offset())
        self.save(tuple(t.size()))
        self.save(tuple(t.stride()))
        self.save(t.requires_grad and t.is_leaf)
        self.save_hooks()
        self.parts.append(b"tR")
