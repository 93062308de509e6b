"""Gradients of copies, conversions and filling."""
from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("clone", of=("self",), holomorphic=False)
def clone(grad):
    return grad


@gradient("contiguous", of=("self",), name="CloneBackward0", holomorphic=False)
def contiguous(grad):
    return grad


@gradient("_to_copy", of=("self",), saves=("self.dtype", "self.device"), name="ToCopyBackward0", holomorphic=False)
def to_copy(grad, self_dtype, self_device):
    if grad.is_complex() and not self_dtype.is_complex:
        grad = ops.real(grad)
        if grad.dtype == self_dtype:
            return grad
    return ops._to_copy(grad, dtype=self_dtype, device=self_device)


@gradient("copy_", of=("self",), name="CopyBackwards", holomorphic=False)
def copy_self(grad):
    return ops.zeros_like(grad)


@gradient("copy_", of=("src",), name="CopyBackwards", holomorphic=False)
def copy_src(grad):
    return grad


@gradient("fill_.Scalar", of=("self",), name="FillBackward2", holomorphic=False)
def fill_scalar(grad):
    return ops.zeros_like(grad)


@gradient("fill_.Tensor", of=("self",), name="FillBackward3", holomorphic=False)
def fill_self(grad):
    return ops.zeros_like(grad)


@gradient("fill_.Tensor", of=("value",), name="FillBackward3", holomorphic=False)
def fill_value(grad):
    return grad.sum()


@gradient("zero_", of=("self",), name="ZeroBackward0", holomorphic=False)
def zero(grad):
    return ops.zeros_like(grad)


@gradient("fill_diagonal_", of=("self",), name="FillDiagonalBackward0", holomorphic=False)
def fill_diagonal(grad, *, wrap):
    return ops.fill_diagonal_(ops.clone(grad), 0, wrap)
