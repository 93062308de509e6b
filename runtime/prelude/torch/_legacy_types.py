"""torch.FloatTensor and the like: constructors with a fixed dtype, also by the names of torch.cuda, which raise."""
import torch
from torch._C import _legacy_tensor


class _LegacyMeta(type):
    def __instancecheck__(cls, value):
        return isinstance(value, torch.Tensor) and value.dtype == cls.dtype and value.is_cuda == cls.is_cuda

    def __repr__(cls):
        return f"<class 'torch.{'cuda.' if cls.is_cuda else ''}{cls.__name__}'>"

    def __call__(cls, *args, **kwargs):
        if cls.is_cuda:
            raise AssertionError("Torch not compiled with CUDA enabled")
        return _legacy_tensor(cls.dtype, *args, **kwargs)


class _OnCpu(metaclass=_LegacyMeta):
    is_cuda = False
    is_sparse = False
    layout = torch.strided


class FloatTensor(_OnCpu):
    dtype = torch.float32


class DoubleTensor(_OnCpu):
    dtype = torch.float64


class HalfTensor(_OnCpu):
    dtype = torch.float16


class BFloat16Tensor(_OnCpu):
    dtype = torch.bfloat16


class ComplexFloatTensor(_OnCpu):
    dtype = torch.complex64


class ComplexDoubleTensor(_OnCpu):
    dtype = torch.complex128


class LongTensor(_OnCpu):
    dtype = torch.int64


class IntTensor(_OnCpu):
    dtype = torch.int32


class ShortTensor(_OnCpu):
    dtype = torch.int16


class CharTensor(_OnCpu):
    dtype = torch.int8


class ByteTensor(_OnCpu):
    dtype = torch.uint8


class BoolTensor(_OnCpu):
    dtype = torch.bool


_on_cpu = (FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, ComplexFloatTensor, ComplexDoubleTensor, LongTensor, IntTensor,
           ShortTensor, CharTensor, ByteTensor, BoolTensor)
_on_cuda = {}
for _each in _on_cpu:
    _on_cuda[_each.__name__] = _LegacyMeta(_each.__name__, (_each,), {"is_cuda": True})
