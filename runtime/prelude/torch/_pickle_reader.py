"""Reads what pickle wrote, protocols 0 to 5 as far as torch.save uses them."""
from collections import Counter, OrderedDict
from struct import unpack_from

import torch
from torch import _C_storage
from torch.nn.parameter import Parameter

_storages = {"FloatStorage": torch.float32, "DoubleStorage": torch.float64, "HalfStorage": torch.float16,
             "BFloat16Storage": torch.bfloat16, "LongStorage": torch.int64, "IntStorage": torch.int32,
             "ShortStorage": torch.int16, "CharStorage": torch.int8, "ByteStorage": torch.uint8,
             "BoolStorage": torch.bool}
_dtypes = ("float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool")


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    t = _C_storage._tensor_on(storage, storage_offset, size, stride)
    t.requires_grad = requires_grad
    return t


def _rebuild_parameter(data, requires_grad, backward_hooks):
    return Parameter(data, requires_grad)


def _encode(text, encoding):
    return text.encode("latin-1" if encoding == "latin1" else encoding)


# A number would ask for that much memory, an object of other classes for its methods.
def _bytes(data=b""):
    if not isinstance(data, (bytes, bytearray)):
        raise UnpicklingError("bytes of something else than bytes")
    return bytes(data)


def _bytearray(data=b"", encoding=None):
    return bytearray(_bytes(data if encoding is None else _encode(data, encoding)))


_known = {
    "torch._utils _rebuild_tensor_v2": _rebuild_tensor_v2,
    "torch._utils _rebuild_tensor": lambda storage, offset, size, stride: _rebuild_tensor_v2(
        storage, offset, size, stride, False, None),
    "torch._utils _rebuild_parameter": _rebuild_parameter,
    "torch Size": torch.Size,
    "torch device": torch.device,
    "torch.nn.parameter Parameter": Parameter,
    "collections OrderedDict": OrderedDict,
    "collections Counter": Counter,
    "builtins set": set,
    "builtins frozenset": frozenset,
    "builtins bytearray": _bytearray,
    "builtins bytes": _bytes,
    "builtins dict": dict,
    "builtins list": list,
    "builtins int": int,
    "builtins float": float,
    "builtins complex": complex,
    "_codecs encode": _encode,
}

_MARK = object()


class UnpicklingError(Exception):
    """What pickle.UnpicklingError is."""


class Unpickler:
    def __init__(self, data, storage, weights_only, safe_globals):
        self.data = data
        self.at = 0
        self.storage = storage
        self.weights_only = weights_only
        self.safe_globals = safe_globals
        self.safe_classes = [known for known in safe_globals if isinstance(known, type)]
        self.stack = []
        self.memo = {}

    # ---- input
    def take(self, count):
        end = self.at + count
        if count < 0 or end > len(self.data):
            raise UnpicklingError("pickle data was truncated")
        piece = self.data[self.at:end]
        self.at = end
        return piece

    def number(self, layout, size):
        if self.at + size > len(self.data):
            raise UnpicklingError("pickle data was truncated")
        value = unpack_from(layout, self.data, self.at)[0]
        self.at += size
        return value

    def line(self):
        end = self.data.find(b"\n", self.at)
        if end < 0:
            raise UnpicklingError("pickle data was truncated")
        text = self.data[self.at:end].decode()
        self.at = end + 1
        return text

    def pop(self):
        if not self.stack:
            raise UnpicklingError("unexpected end of the stack")
        return self.stack.pop()

    def since_mark(self):
        stack = self.stack
        i = len(stack) - 1
        while i >= 0 and stack[i] is not _MARK:
            i -= 1
        if i < 0:
            raise UnpicklingError("could not find MARK")
        items = stack[i + 1:]
        del stack[i:]
        return items

    # ---- the loop
    def load(self):
        while True:
            code = self.number("B", 1)
            if code == 0x2E:  # .
                return self.pop()
            if not self.simple(code) and not self.container(code) and not self.general(code):
                raise UnpicklingError(f"Unsupported operand {code}")

    def simple(self, code):
        push = self.stack.append
        if code == 0x58:  # X
            push(self.take(self.number("<I", 4)).decode("utf-8", "surrogatepass"))
        elif code == 0x71:  # q
            self.memo[self.number("B", 1)] = self.stack[-1]
        elif code == 0x68:  # h
            push(self.remembered(self.number("B", 1)))
        elif code == 0x4B:  # K
            push(self.number("B", 1))
        elif code == 0x72:  # r
            self.memo[self.number("<I", 4)] = self.stack[-1]
        elif code == 0x6A:  # j
            push(self.remembered(self.number("<I", 4)))
        elif code == 0x4D:  # M
            push(self.number("<H", 2))
        elif code == 0x4A:  # J
            push(self.number("<i", 4))
        elif code == 0x8A:  # LONG1
            push(int.from_bytes(self.take(self.number("B", 1)), "little", signed=True))
        elif code == 0x8B:  # LONG4
            push(int.from_bytes(self.take(self.number("<i", 4)), "little", signed=True))
        elif code == 0x47:  # G
            push(self.number(">d", 8))
        elif code == 0x4E:  # N
            push(None)
        elif code == 0x88:
            push(True)
        elif code == 0x89:
            push(False)
        elif code == 0x8C:  # SHORT_BINUNICODE
            push(self.take(self.number("B", 1)).decode("utf-8", "surrogatepass"))
        elif code == 0x8D:  # BINUNICODE8
            push(self.take(self.number("<Q", 8)).decode("utf-8", "surrogatepass"))
        elif code == 0x42:  # B
            push(self.take(self.number("<I", 4)))
        elif code == 0x43:  # C
            push(self.take(self.number("B", 1)))
        elif code == 0x8E:  # BINBYTES8
            push(self.take(self.number("<Q", 8)))
        elif code == 0x94:  # MEMOIZE
            self.memo[len(self.memo)] = self.stack[-1]
        elif code == 0x80:  # PROTO
            self.number("B", 1)
        elif code == 0x95:  # FRAME
            self.number("<Q", 8)
        else:
            return False
        return True

    def remembered(self, number):
        if number not in self.memo:
            raise UnpicklingError(f"Memo value not found at index {number}")
        return self.memo[number]

    def container(self, code):
        stack = self.stack
        if code == 0x28:  # (
            stack.append(_MARK)
        elif code == 0x74:  # t
            stack.append(tuple(self.since_mark()))
        elif code == 0x29:  # )
            stack.append(())
        elif code == 0x85:
            stack.append((self.pop(),))
        elif code == 0x86:
            b, a = self.pop(), self.pop()
            stack.append((a, b))
        elif code == 0x87:
            c, b, a = self.pop(), self.pop(), self.pop()
            stack.append((a, b, c))
        elif code == 0x7D:  # }
            stack.append({})
        elif code == 0x5D:  # ]
            stack.append([])
        elif code == 0x8F:  # EMPTY_SET
            stack.append(set())
        elif code == 0x75:  # u
            items = self.since_mark()
            target = stack[-1]
            for i in range(0, len(items), 2):
                target[items[i]] = items[i + 1]
        elif code == 0x73:  # s
            value, key = self.pop(), self.pop()
            stack[-1][key] = value
        elif code == 0x65:  # e
            items = self.since_mark()
            stack[-1].extend(items)
        elif code == 0x61:  # a
            item = self.pop()
            stack[-1].append(item)
        elif code == 0x90:  # ADDITEMS
            items = self.since_mark()
            stack[-1].update(items)
        elif code == 0x30:  # 0
            self.pop()
        elif code == 0x31:  # 1
            self.since_mark()
        else:
            return False
        return True

    def general(self, code):
        stack = self.stack
        if code == 0x63:  # c
            module = self.line()
            stack.append(self.find(module, self.line()))
        elif code == 0x93:  # STACK_GLOBAL
            name, module = self.pop(), self.pop()
            stack.append(self.find(module, name))
        elif code == 0x52:  # R
            args, function = self.pop(), self.pop()
            stack.append(function(*args))
        elif code == 0x51:  # Q
            kind = self.pop()
            if not isinstance(kind, tuple) or len(kind) != 5 or kind[0] != "storage":
                raise UnpicklingError(f"Unknown persistent id {kind}")
            stack.append(self.storage(kind[1], kind[2], kind[3], kind[4]))
        elif code == 0x81:  # NEWOBJ
            args, cls = self.pop(), self.pop()
            stack.append(cls.__new__(cls, *args))
        elif code == 0x62:  # b
            state = self.pop()
            self.build(stack[-1], state)
        else:
            return False
        return True

    def build(self, obj, state):
        if self.weights_only and not isinstance(obj, (torch.Tensor, OrderedDict, Counter, *self.safe_classes)):
            raise UnpicklingError(f"Weights only load failed: Can not build {type(obj).__name__}")
        if hasattr(obj, "__setstate__"):
            obj.__setstate__(state)
            return
        if isinstance(state, tuple) and len(state) == 2:
            state, slots = state
            for name, value in (slots or {}).items():
                setattr(obj, name, value)
        if state:
            for name, value in state.items():
                obj.__dict__[name] = value

    def find(self, module, name):
        if module == "__builtin__":
            module = "builtins"
        key = module + " " + name
        if key in _known:
            return _known[key]
        if module == "torch" and name in _storages:
            return _storages[name]
        if module == "torch" and name in _dtypes:
            return getattr(torch, name)
        for known in self.safe_globals:
            if known.__module__ == module and known.__qualname__ == name:
                return known
        if self.weights_only:
            raise UnpicklingError(
                "Weights only load failed. This file can still be loaded, to do so you have two options, do those steps "
                "only if you trust the source of the checkpoint. \n\t(1) In PyTorch 2.6, we changed the default value of "
                "the `weights_only` argument in `torch.load` from `False` to `True`. Re-running `torch.load` with "
                "`weights_only` set to `False` will likely succeed, but it can result in arbitrary code execution. Do it "
                "only if you got the file from a trusted source.\n\t(2) Alternatively, to load with `weights_only=True` "
                "please check the recommended steps in the following error message.\n\tWeightsUnpickler error: "
                f"Unsupported global: GLOBAL {module}.{name} was not an allowed global by default. Please use "
                f"`torch.serialization.add_safe_globals([{name}])` or the `torch.serialization.safe_globals([{name}])` "
                "context manager to allowlist this global if you trust this class/function.")
        from importlib import import_module
        value = import_module(module)
        for part in name.split("."):
            value = getattr(value, part)
        return value
