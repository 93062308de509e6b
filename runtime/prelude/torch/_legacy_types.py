"""torch.FloatTensor and the like: constructors with a fixed dtype."""
import torch
from torch._C import _legacy_tensor


class _LegacyMeta(type):
    def __instancecheck__(cls, value):
        return isinstance(value, torch.Tensor) and value.dtype == cls.dtype

    def __call__(cls, *args, **kwargs):
        return _legacy_tensor(cls.dtype, *args, **kwargs)


class FloatTensor(metaclass=_LegacyMeta):
    dtype = torch.float32


class DoubleTensor(metaclass=_LegacyMeta):
    dtype = torch.float64


class HalfTensor(metaclass=_LegacyMeta):
    dtype = torch.float16


class BFloat16Tensor(metaclass=_LegacyMeta):
    dtype = torch.bfloat16


class ComplexFloatTensor(metaclass=_LegacyMeta):
    dtype = torch.complex64


class ComplexDoubleTensor(metaclass=_LegacyMeta):
    dtype = torch.complex128


class LongTensor(metaclass=_LegacyMeta):
    dtype = torch.int64


class IntTensor(metaclass=_LegacyMeta):
    dtype = torch.int32


class ShortTensor(metaclass=_LegacyMeta):
    dtype = torch.int16


class CharTensor(metaclass=_LegacyMeta):
    dtype = torch.int8


class ByteTensor(metaclass=_LegacyMeta):
    dtype = torch.uint8


class BoolTensor(metaclass=_LegacyMeta):
    dtype = torch.bool
