"""Gradients of running reductions."""
import torch
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
    """Before the first zero, sum(grad * result) from here on over x; at it, the sum up to the next zero with this one left
    out; behind it, 0. That has no gradient of its own where there are zeros."""
    if self.dim() == 0 or self.shape[dim] <= 1:
        return grad
    zero = self == 0
    if torch.is_grad_enabled() and zero.any():
        return _cumprod_slopes(grad, self, dim)
    zeros = zero.cumsum(dim)
    start = zeros == 0
    weighted = (grad * result).masked_fill(start.logical_not(), 0)
    before = running_sum_from_end(weighted, dim) / self.masked_fill(zero, 1)
    first = zero.logical_and(zeros == 1)
    between = (zeros == 1).logical_and(first.logical_not())
    place = start.sum(dim, keepdim=True)
    product = result.gather(dim, (place - 1).clamp(min=0, max=self.shape[dim] - 1)).masked_fill(place == 0, 1)
    behind = self.masked_fill(between.logical_not(), 1).cumprod(dim) * grad.masked_fill(zeros != 1, 0)
    at_first = behind.sum(dim, keepdim=True) * product
    return ops.where(start, before, ops.where(first, at_first, 0.0))


def _cumprod_slopes(grad, self, dim):
    """The gradient by all pairs of elements: the slope of each product for each of its factors is the product of the others."""
    x, grad = self.movedim(dim, -1), grad.movedim(dim, -1)
    size = x.shape[-1]
    place = torch.arange(size)
    later = place.unsqueeze(0) > place.unsqueeze(1)
    until = ops.cat([ops.ones_like(x.narrow(-1, 0, 1)), x.narrow(-1, 0, size - 1).cumprod(-1)], -1)
    behind = x.unsqueeze(-2).masked_fill(later.logical_not(), 1).cumprod(-1)
    others = until.unsqueeze(-1) * behind
    belongs = place.unsqueeze(0) >= place.unsqueeze(1)
    return ops.where(belongs, grad.unsqueeze(-2) * others, 0.0).sum(-1).movedim(-1, dim)


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
