"""Compiled code's torch, called from here with tensors of its own: what `janus.import_module("torch")` gives, without the
conversions of a call from Python, which would hide strides, offsets and aliases."""
import ctypes
from functools import lru_cache
from importlib import import_module

import torch

from janus import _convert, _native

from harness.layouts import NotPlain, is_plain

NUMBERS = {torch.float32: 0, torch.float64: 1, torch.float16: 2, torch.bfloat16: 3, torch.int64: 4, torch.int32: 5,
           torch.int16: 6, torch.int8: 7, torch.uint8: 8, torch.bool: 9, torch.complex64: 10, torch.complex128: 11}
DTYPES = {number: dtype for dtype, number in NUMBERS.items()}
_MODULES = {}


def module(name):
    if name not in _MODULES:
        _MODULES[name] = _native.import_module(name)
    return _MODULES[name]


def attribute(value, name):
    return _convert.raw_attribute(value, name)


def method(value, name, *arguments, **named):
    return _native.call(_native.attribute(value, name), arguments, named or None)


def call(function, arguments, named):
    return _native.call(function, tuple(arguments), named or None)


def resolve(path):
    """The function of a dotted name; AttributeError when there is none."""
    start, *rest = path.split(".")
    getattr_there = _native.attribute(module("builtins"), "getattr")
    value = _native.call_there(getattr_there, (module("torch"), "Tensor"), None) if start == "Tensor" else module(start)
    for name in rest:
        value = _native.attribute(value, name)
    return value


def dtype(value):
    return _named_value(value)


def _named_value(value):
    """Compiled code's own dtype, memory format or layout of the same name."""
    return _native.attribute(module("torch"), str(value)[6:])


def empty(flat, **place):
    return method(module("torch"), "empty", flat.numel(), dtype=dtype(flat.dtype), **place)


def base(flat):
    """A tensor with a storage of its own and the elements of one of PyTorch."""
    made = empty(flat)
    if flat.numel():
        ctypes.memmove(_native.view(made)[0], flat.data_ptr(), flat.numel() * flat.element_size())
    return made


def view(storage, t):
    if t.numel() == 0 and method(storage, "numel") == 0:
        place = str(attribute(storage, "device"))
        return method(module("torch"), "empty_strided", tuple(t.shape), t.stride(), dtype=dtype(t.dtype), device=place)
    return method(storage, "as_strided", tuple(t.shape), t.stride(), t.storage_offset())


@lru_cache
def _functions():
    """Dotted names of the functions and classes of torch that arguments are."""
    found = {}
    for path in ("torch.nn", "torch.nn.functional", "torch"):
        for name, value in vars(import_module(path)).items():
            if callable(value) and not isinstance(value, torch.dtype):
                found.setdefault(id(value), f"{path}.{name}")
    return found


def is_tensor(value):
    return isinstance(value, _native.Object) and _native.is_tensor(value)


def converted(value, tensor):
    """An argument: tensors by `tensor`, everything else as the package converts it."""
    if isinstance(value, torch.Tensor) and is_plain(value):
        return tensor(value)
    if type(value) in (tuple, list):
        return type(value)([converted(item, tensor) for item in value])
    if type(value) is dict:
        return {name: converted(item, tensor) for name, item in value.items()}
    if isinstance(value, torch.memory_format) or isinstance(value, torch.layout):
        return _named_value(value)
    if isinstance(value, torch.nn.Module):
        raise NotPlain
    if id(value) in _functions():
        return resolve(_functions()[id(value)])
    return _convert.Crossing().incoming(value)


def contents(value):
    """The elements as a tensor of PyTorch."""
    if attribute(value, "requires_grad"):
        value = method(value, "detach")
    return torch.utils.dlpack.from_dlpack(_native.to_dlpack(value)).clone()


def manual_seed(seed):
    method(module("torch"), "manual_seed", seed)
