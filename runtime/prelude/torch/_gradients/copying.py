"""Gradients of copies, conversions and filling."""
from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("clone", of=("self",))
def clone(grad):
    return grad


@gradient("contiguous", of=("self",), name="CloneBackward0")
def contiguous(grad):
    return grad


@gradient("_to_copy", of=("self",), saves=("self.dtype", "self.device"), name="ToCopyBackward0")
def to_copy(grad, self_dtype, self_device):
    if grad.is_complex() and not self_dtype.is_complex:
        grad = ops.real(grad)
        if grad.dtype == self_dtype:
            return grad
    return ops._to_copy(grad, dtype=self_dtype, device=self_device)


@gradient("copy_", of=("self",), name="CopyBackwards")
def copy_self(grad):
    return ops.zeros_like(grad)


@gradient("copy_", of=("src",), name="CopyBackwards")
def copy_src(grad):
    return grad


@gradient("fill_.Scalar", of=("self",), name="FillBackward2")
def fill_scalar(grad):
    return ops.zeros_like(grad)


@gradient("fill_.Tensor", of=("self",), name="FillBackward3")
def fill_self(grad):
    return ops.zeros_like(grad)


@gradient("fill_.Tensor", of=("value",), name="FillBackward3")
def fill_value(grad):
    return grad.sum()


@gradient("zero_", of=("self",), name="ZeroBackward0")
def zero(grad):
    return ops.zeros_like(grad)


@gradient("fill_diagonal_", of=("self",), name="FillDiagonalBackward0")
def fill_diagonal(grad, *, wrap):
    return ops.fill_diagonal_(ops.clone(grad), 0, wrap)
