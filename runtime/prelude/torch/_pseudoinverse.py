"""The pseudoinverse, with a gradient of its own: that of the singular values' vectors is infinite where two values are equal."""
from torch import _C_ops as _ops
from torch.autograd import Function


class LinalgPinv(Function):
    _node_name = "LinalgPinvBackward0"

    @staticmethod
    def forward(ctx, A, hermitian, limit, factors=None):
        """`limit(sizes)`: what singular values must exceed to count. `factors`: the decomposition of A, where it is known."""
        if A.numel() == 0:
            inverse = A.new_empty(A.transpose(-2, -1).shape)
        else:
            if hermitian:
                values, right = _ops.linalg_eigh(A, "L")
                left, sizes = right, values.abs()
            else:
                left, values, right = factors or _ops.linalg_svd(A, False)
                right, sizes = right.adjoint(), values
            factors = (1.0 / values).masked_fill(sizes <= limit(sizes), 0)
            inverse = (right * factors.unsqueeze(-2)).matmul(left.adjoint())
        ctx.save_for_backward(A, inverse)
        return inverse

    @staticmethod
    def backward(ctx, grad):
        return _gradient(grad, *ctx.saved_tensors), None, None, None


def _gradient(grad, A, inverse):
    """Golub and Pereyra 1973: d P = -P dA P + P P' dA' (1 - A P) + (1 - P A) dA' P' P, for each matrix (in PyTorch's order of
    products, the small ones first)."""
    turned, across = inverse.adjoint(), grad.adjoint()
    if A.shape[-2] <= A.shape[-1]:
        small = across.matmul(inverse)
        second = small.matmul(turned)
        result = -inverse.matmul(small).adjoint() + second - A.matmul(inverse).matmul(second)
        return result + turned.matmul(inverse).matmul(across - small.matmul(A))
    small = inverse.matmul(across)
    third = turned.matmul(small)
    result = -small.matmul(inverse).adjoint() + (across - A.matmul(small)).matmul(inverse).matmul(turned)
    return result + third - third.matmul(inverse).matmul(A)


class LinalgLstsq(Function):
    _node_name = "LinalgLstsqBackward0"

    """Least squares with their residuals, for matrices A of full rank with more rows than columns."""

    @staticmethod
    def forward(ctx, A, B, limit, factors):
        ctx.set_materialize_grads(False)
        ctx.limit = limit
        solution = LinalgPinv.apply(A, False, limit, factors).matmul(B)
        ctx.save_for_backward(A, B, solution)
        return solution, _squares(A.matmul(solution) - B).sum(-2)

    @staticmethod
    def backward(ctx, to_solution, to_residuals):
        A, B, solution = ctx.saved_tensors
        to_A = to_B = None
        if to_solution is not None:
            inverse = LinalgPinv.apply(A, False, ctx.limit)
            to_A = _gradient(to_solution.matmul(B.adjoint()), A, inverse)
            to_B = inverse.adjoint().matmul(to_solution)
        if to_residuals is not None:  # A is orthogonal to the rest: the solution's part is 0
            rest = (A.matmul(solution) - B) * (2 * to_residuals.unsqueeze(-2))
            of_A = rest.matmul(solution.adjoint())
            to_A, to_B = (of_A, -rest) if to_A is None else (to_A + of_A, to_B - rest)
        return to_A, to_B, None, None


def _squares(x):
    return (x * x.conj()).real
