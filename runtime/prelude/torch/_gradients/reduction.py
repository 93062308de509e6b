"""Gradients of reductions and of softmax."""
import math

import torch
from torch import _C_ops as ops
from torch._gradients import gradient
from torch._gradients.shapes import count_along, numel, restored, wrapped


# ---- sums and means
@gradient("sum", of=("self",), saves=("self.shape",), holomorphic=False)
def sum_all(grad, self_shape):
    return grad.expand(self_shape)


@gradient("sum.dim_IntList", of=("self",), saves=("self.shape",), name="SumBackward1", holomorphic=False)
def sum_dim(grad, self_shape, *, dim, keepdim):
    return restored(grad, len(self_shape), dim, keepdim).expand(self_shape)


@gradient("nansum", of=("self",), saves=("self",))
def nansum(grad, self, *, dim, keepdim):
    return restored(grad, self.dim(), dim, keepdim).expand(self.shape) * ops.isnan(self).logical_not()


@gradient("mean", of=("self",), saves=("self.shape",))
def mean_all(grad, self_shape):
    return grad.expand(self_shape) / numel(self_shape)


@gradient("mean.dim", of=("self",), saves=("self.shape",), name="MeanBackward1")
def mean_dim(grad, self_shape, *, dim, keepdim):
    return restored(grad, len(self_shape), dim, keepdim).expand(self_shape) / count_along(self_shape, dim)


@gradient("trace", of=("self",), saves=("self.shape",))
def trace(grad, self_shape):
    side = min(self_shape[0], self_shape[1])
    return ops.diagonal_backward(grad.expand((side,)), self_shape, 0, 0, 1)


# ---- products
def product_of_others(x, dim):
    """For each element the product of all the others along `dim`; right for zeros, too."""
    size = x.shape[dim]
    first = ops.ones_like(x.narrow(dim, 0, 1))
    before = ops.cat([first, x.narrow(dim, 0, size - 1)], dim).cumprod(dim)
    after = ops.cat([first, x.narrow(dim, 1, size - 1).flip([dim])], dim).cumprod(dim).flip([dim])
    return before * after


def slope_of_product(self, result, dim):
    """result / self, as PyTorch has it: so an infinite element has none. Where an element is zero, all are products of the
    others."""
    has_zero = (self == 0).any()
    if torch.is_grad_enabled():  # gradients of one form alone
        return product_of_others(self, dim) if has_zero else result / self
    return ops.where(has_zero, product_of_others(self, dim), result / self)


@gradient("prod", of=("self",), saves=("self", "result"))
def prod_all(grad, self, result):
    if self.numel() <= 1:
        return grad.expand(self.shape)
    slope = slope_of_product(self.reshape(-1), result, 0).reshape(self.shape)
    if not torch.is_grad_enabled():  # 0 also where an element is infinite
        slope = slope.masked_fill((self == 0).sum() > 1, 0)
    return grad * slope


@gradient("prod.dim_int", of=("self",), saves=("self", "result"), name="ProdBackward1")
def prod_dim(grad, self, result, *, dim, keepdim):
    rank = self.dim()
    grad = restored(grad, rank, dim, keepdim)
    if rank == 0 or self.shape[dim] <= 1:
        return grad.expand(self.shape)
    return grad * slope_of_product(self, restored(result, rank, dim, keepdim), wrapped(dim, rank))


# ---- extreme values
def spread_evenly(grad, self, result):
    mask = (self == result).logical_or(ops.isnan(self).logical_and(ops.isnan(result)))
    share = grad / mask.sum()
    return share.new_zeros(self.shape).masked_fill(mask, share)


@gradient("max", of=("self",), saves=("self", "result"), name="MaxBackward1")
def max_all(grad, self, result):
    return spread_evenly(grad, self, result)


@gradient("min", of=("self",), saves=("self", "result"), name="MinBackward1")
def min_all(grad, self, result):
    return spread_evenly(grad, self, result)


@gradient("median", of=("self",), saves=("self", "result"))
def median_all(grad, self, result):
    return spread_evenly(grad, self, result)


@gradient("nanmedian", of=("self",), saves=("self", "result"))
def nanmedian_all(grad, self, result):
    return spread_evenly(grad, self, result)


def at_selected(grad, self_shape, indices, dim, keepdim):
    """The gradient of a reduction that picked one element along `dim`."""
    rank = len(self_shape)
    if rank == 0:
        return grad
    if not keepdim:
        grad = grad.unsqueeze(dim)
        indices = indices.unsqueeze(dim)
    return grad.new_zeros(self_shape).scatter_(dim, indices, grad)


@gradient("max.dim", of=("self",), saves=("self.shape", "result1"), name="MaxBackward0")
def max_dim(grad, self_shape, result1, *, dim, keepdim):
    return at_selected(grad, self_shape, result1, dim, keepdim)


@gradient("min.dim", of=("self",), saves=("self.shape", "result1"), name="MinBackward0")
def min_dim(grad, self_shape, result1, *, dim, keepdim):
    return at_selected(grad, self_shape, result1, dim, keepdim)


def shared_among_equal(grad, self, result, dim, keepdim):
    rank = self.dim()
    mask = self == restored(result, rank, dim, keepdim)
    count = mask.sum() if dim is None or dim == [] or dim == () else mask.sum(dim, True)
    return restored(grad, rank, dim, keepdim) * mask / count


@gradient("amax", of=("self",), saves=("self", "result"))
def amax(grad, self, result, *, dim, keepdim):
    return shared_among_equal(grad, self, result, dim, keepdim)


@gradient("amin", of=("self",), saves=("self", "result"))
def amin(grad, self, result, *, dim, keepdim):
    return shared_among_equal(grad, self, result, dim, keepdim)


@gradient("aminmax", of=("self",), saves=("self", "result0", "result1"))
def aminmax(grads, self, result0, result1, *, dim, keepdim):
    low, high = grads
    if low is None:
        return shared_among_equal(high, self, result1, dim, keepdim)
    if high is None:
        return shared_among_equal(low, self, result0, dim, keepdim)
    return shared_among_equal(low, self, result0, dim, keepdim) + shared_among_equal(high, self, result1, dim, keepdim)


# ---- norms
def norm_gradient(grad, self, norm, p):
    """`grad` and `norm` have size 1 where dimensions were reduced."""
    if p == 0.0:
        return None
    if p == 1.0:
        return ops.sgn(self) * grad
    if p == 2.0:
        return grad * ops.where(norm == 0, 0.0, self / norm)
    if p == math.inf or p == -math.inf:
        equal = (ops.abs(self) == norm).logical_or(ops.isnan(self).logical_and(ops.isnan(norm)))
        return ops.sgn(self) * equal * (grad / sum_to_shape(equal, norm))
    if p < 1.0:
        scaled = ops.where(self == 0, 0.0, ops.sgn(self) * ops.pow(ops.abs(self), p - 1))
        return scaled * grad * ops.pow(norm, 1 - p)
    if p < 2.0:
        scaled = ops.sgn(self) * ops.pow(ops.abs(self), p - 1)
    else:
        scaled = self * ops.pow(ops.abs(self), p - 2)
    return scaled * (grad / ops.pow(norm, p - 1)).masked_fill(norm == 0, 0)


def sum_to_shape(x, like):
    """`x` summed where `like` has size 1."""
    dims = [d for d in range(like.dim()) if like.shape[d] == 1 and x.shape[d] != 1]
    return x.sum(dims, True) if dims else x.sum() if like.dim() == 0 else x


@gradient("linalg_vector_norm", of=("self",), saves=("self", "result"))
def vector_norm(grad, self, result, *, ord, dim, keepdim):
    rank = self.dim()
    return norm_gradient(restored(grad, rank, dim, keepdim), self, restored(result, rank, dim, keepdim), ord)


@gradient("logsumexp", of=("self",), saves=("self", "result"))
def logsumexp(grad, self, result, *, dim, keepdim):
    rank = self.dim()
    return restored(grad, rank, dim, keepdim) * ops.exp(self - restored(result, rank, dim, keepdim))


# ---- spread
def spread(grad, self, dim, correction, keepdim):
    rank = self.dim()
    freedom = count_along(self.shape, dim) - correction
    factor = 2.0 / freedom if freedom != 0 else math.inf
    if dim is None or rank == 0:
        return factor * grad * (self - self.mean())
    return factor * restored(grad, rank, dim, keepdim) * (self - self.mean(dim, True))


def correction_of(correction):
    return 1 if correction is None else correction


@gradient("var.correction", of=("self",), saves=("self",))
def var(grad, self, *, dim, correction, keepdim):
    return spread(grad, self, dim, correction_of(correction), keepdim)


def root(grad, result):
    return (grad / (result * 2)).masked_fill(result == 0, 0)


@gradient("std.correction", of=("self",), saves=("self", "result"))
def std(grad, self, result, *, dim, correction, keepdim):
    return spread(root(grad, result), self, dim, correction_of(correction), keepdim)


def spread_and_mean(grad, of_mean, self, dim, correction, keepdim):
    total = None
    if grad is not None:
        total = spread(grad, self, dim, correction, keepdim)
    if of_mean is not None:
        of_mean = restored(of_mean, self.dim(), dim, keepdim).expand(self.shape) / count_along(self.shape, dim)
        total = of_mean if total is None else total + of_mean
    return total


@gradient("var_mean.correction", of=("self",), saves=("self",), holomorphic=False)
def var_mean(grads, self, *, dim, correction, keepdim):
    return spread_and_mean(grads[0], grads[1], self, dim, correction_of(correction), keepdim)


@gradient("std_mean.correction", of=("self",), saves=("self", "result0"), holomorphic=False)
def std_mean(grads, self, result0, *, dim, correction, keepdim):
    of_std = None if grads[0] is None else root(grads[0], result0)
    return spread_and_mean(of_std, grads[1], self, dim, correction_of(correction), keepdim)


# ---- softmax
@gradient("_softmax", of=("self",), saves=("result", "self.dtype"), name="SoftmaxBackward0")
def softmax_data(grad, result, self_dtype, *, dim):
    return ops._softmax_backward_data(grad, result, dim, self_dtype)


@gradient("_log_softmax", of=("self",), saves=("result", "self.dtype"), name="LogSoftmaxBackward0")
def log_softmax_data(grad, result, self_dtype, *, dim):
    return ops._log_softmax_backward_data(grad, result, dim, self_dtype)


@gradient("_softmax_backward_data", of=("grad_output",), saves=("output",))
def softmax_backward_grad(grad, output, *, dim, input_dtype):
    return ops._softmax_backward_data(grad, output, dim, input_dtype)


@gradient("_softmax_backward_data", of=("output",), saves=("grad_output", "output"))
def softmax_backward_output(grad, grad_output, output, *, dim):
    return grad * (grad_output - (output * grad_output).sum(dim, True)) - grad_output * (output * grad).sum(dim, True)


@gradient("_log_softmax_backward_data", of=("grad_output",), saves=("output",))
def log_softmax_backward_grad(grad, output, *, dim):
    return grad - (grad * ops.exp(output)).sum(dim, True)


@gradient("_log_softmax_backward_data", of=("output",), saves=("grad_output", "output"))
def log_softmax_backward_output(grad, grad_output, output, *, dim):
    return -(grad * ops.exp(output)) * grad_output.sum(dim, True)
