"""Complex numbers of absolute values and angles, whose gradients are real parts of complex numbers."""
from torch import _C_ops as ops
from torch.autograd import Function


class Polar(Function):
    _node_name = "PolarBackward0"

    @staticmethod
    def forward(ctx, abs, angle):
        result = ops.complex(abs * ops.cos(angle), abs * ops.sin(angle))
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        grad = grad.conj()
        return (grad * result.sgn()).real, (grad * (result * 1j)).real
