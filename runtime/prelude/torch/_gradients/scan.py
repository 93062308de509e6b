"""Gradients of running reductions."""
from torch import _C_ops as ops
from torch._gradients import gradient


def running_sum_from_end(x, dim):
    return x.flip([dim]).cumsum(dim).flip([dim])


@gradient("cumsum", of=("self",))
def cumsum(grad, *, dim):
    if grad.dim() == 0 or grad.shape[dim] <= 1:
        return grad
    return running_sum_from_end(grad, dim)


@gradient("cumprod", of=("self",), saves=("self", "result"))
def cumprod(grad, self, result, *, dim):
    """Before the first zero, sum(grad * result) from here on over x; at it, the same with this zero taken as 1;
    behind it, 0."""
    if self.dim() == 0:
        return grad
    zero = self == 0
    zeros = zero.cumsum(dim)
    before = running_sum_from_end(grad * result, dim) / self.masked_fill(zero, 1)
    first = zero.logical_and(zeros == 1)
    at_first = running_sum_from_end(grad * self.masked_fill(first, 1).cumprod(dim) * (zeros >= 1), dim)
    return ops.where(zeros == 0, before, ops.where(first, at_first, 0.0))


@gradient("cummax", of=("self",), saves=("self", "result1"))
def cummax(grad, result1, *, dim):
    return ops.scatter_add(ops.zeros_like(grad), dim, result1, grad)


@gradient("cummin", of=("self",), saves=("self", "result1"))
def cummin(grad, result1, *, dim):
    return ops.scatter_add(ops.zeros_like(grad), dim, result1, grad)


@gradient("logcumsumexp", of=("self",), saves=("self", "result"))
def logcumsumexp(grad, self, result, *, dim):
    """Positive and negative parts apart, each in the domain of logarithms."""
    if grad.dim() == 0:
        return grad
    if result.is_complex():
        return (ops.logcumsumexp((ops.log(grad) - result).flip([dim]), dim).flip([dim]) + self).exp()
    lowest = -3.4028234663852886e+38
    positive = ops.where(grad > 0, ops.log(grad), lowest)
    negative = ops.where(grad < 0, ops.log(-grad), lowest)
    up = (ops.logcumsumexp((positive - result).flip([dim]), dim).flip([dim]) + self).exp()
    down = (ops.logcumsumexp((negative - result).flip([dim]), dim).flip([dim]) + self).exp()
    return up - down
