"""Gradients of operations that pick elements by their order."""
from torch._gradients import gradient
from torch._gradients.reduction import at_selected


@gradient("sort", of=("self",), saves=("self.shape", "result1"))
def sort(grad, self_shape, result1, *, dim):
    return at_selected(grad, self_shape, result1, dim, True)


@gradient("sort.stable", of=("self",), saves=("self.shape", "result1"), name="SortBackward1")
def sort_stable(grad, self_shape, result1, *, dim):
    return at_selected(grad, self_shape, result1, dim, True)


@gradient("topk", of=("self",), saves=("self.shape", "result1"))
def topk(grad, self_shape, result1, *, dim):
    return at_selected(grad, self_shape, result1, dim, True)


@gradient("kthvalue", of=("self",), saves=("self.shape", "result1"))
def kthvalue(grad, self_shape, result1, *, dim, keepdim):
    return at_selected(grad, self_shape, result1, dim, keepdim)


@gradient("median.dim", of=("self",), saves=("self.shape", "result1"), name="MedianBackward1")
def median_dim(grad, self_shape, result1, *, dim, keepdim):
    return at_selected(grad, self_shape, result1, dim, keepdim)


@gradient("nanmedian.dim", of=("self",), saves=("self.shape", "result1"), name="NanmedianBackward1")
def nanmedian_dim(grad, self_shape, result1, *, dim, keepdim):
    return at_selected(grad, self_shape, result1, dim, keepdim)


@gradient("mode", of=("self",), saves=("self.shape", "result1"))
def mode(grad, self_shape, result1, *, dim, keepdim):
    return at_selected(grad, self_shape, result1, dim, keepdim)
