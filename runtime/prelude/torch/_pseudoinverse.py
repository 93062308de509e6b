"""The pseudoinverse, with a gradient of its own: that of the singular values' vectors is infinite where two values are equal."""
from torch import _C_ops as _ops
from torch.autograd import Function


class LinalgPinv(Function):
    @staticmethod
    def forward(ctx, A, hermitian, limit):
        """`limit(sizes)`: what singular values must exceed to count."""
        if A.numel() == 0:
            inverse = A.new_empty(A.transpose(-2, -1).shape)
        else:
            if hermitian:
                values, right = _ops.linalg_eigh(A, "L")
                left, sizes = right, values.abs()
            else:
                left, values, right = _ops.linalg_svd(A, False)
                right, sizes = right.adjoint(), values
            factors = (1.0 / values).masked_fill(sizes <= limit(sizes), 0)
            inverse = (right * factors.unsqueeze(-2)).matmul(left.adjoint())
        ctx.save_for_backward(A, inverse)
        return inverse

    @staticmethod
    def backward(ctx, grad):
        # Golub and Pereyra 1973: d P = -P dA P + P P' dA' (1 - A P) + (1 - P A) dA' P' P, for each matrix
        # (in PyTorch's order of products, the small ones first)
        A, inverse = ctx.saved_tensors
        turned, across = inverse.adjoint(), grad.adjoint()
        if A.shape[-2] <= A.shape[-1]:
            small = across.matmul(inverse)
            second = small.matmul(turned)
            result = -inverse.matmul(small).adjoint() + second - A.matmul(inverse).matmul(second)
            return result + turned.matmul(inverse).matmul(across - small.matmul(A)), None, None
        small = inverse.matmul(across)
        third = turned.matmul(small)
        result = -small.matmul(inverse).adjoint() + (across - A.matmul(small)).matmul(inverse).matmul(turned)
        return result + third - third.matmul(inverse).matmul(A), None, None
