"""Gradients of reading and writing at indices."""
from torch import _C_ops as ops
from torch._gradients import gradient
from torch._gradients.shapes import laid_out_as, numel


# ---- reading
@gradient("index.Tensor", of=("self",), saves=("self.shape", "indices"), holomorphic=False)
def index(grad, self_shape, indices):
    return ops.index_put(grad.new_zeros(self_shape), indices, grad, True)


@gradient("index_select", of=("self",), saves=("self.shape", "index"), holomorphic=False)
def index_select(grad, self_shape, index, *, dim):
    return ops.index_add(grad.new_zeros(self_shape), dim, index, grad)


@gradient("gather", of=("self",), saves=("self", "self.shape", "index"), holomorphic=False)
def gather(grad, self_shape, index, *, dim):
    return ops.scatter_add(grad.new_zeros(self_shape), dim, index, grad)


@gradient("take", of=("self",), saves=("self", "self.shape", "index"), holomorphic=False)
def take(grad, self, self_shape, index):
    flat = grad.new_zeros((numel(self_shape),))
    size = numel(self_shape)
    places = ops.where(index < 0, index + size, index).reshape(-1)
    return laid_out_as(self, ops.index_add(flat, 0, places, grad.reshape(-1)).reshape(self_shape))


@gradient("masked_select", of=("self",), saves=("self", "mask"), holomorphic=False)
def masked_select(grad, self, mask):
    zeros = ops.zeros_like(self)
    if mask.shape != self.shape:
        zeros = zeros + ops.zeros_like(mask, dtype=grad.dtype)
    return ops.masked_scatter_(zeros, mask, grad)


# ---- writing
@gradient("index_put", of=("self",), saves=("indices",), holomorphic=False)
def index_put_self(grad, indices, *, accumulate):
    return grad if accumulate else ops.index_put(grad, indices, grad.new_zeros(()), False)


@gradient("index_put", of=("values",), saves=("indices",), holomorphic=False)
def index_put_values(grad, indices):
    return ops.index(grad, indices)


@gradient("index_add", of=("self",))
def index_add_self(grad):
    return grad


@gradient("index_add", of=("source",), saves=("index", "source", "source.shape"))
def index_add_source(grad, index, source_shape, *, dim, alpha):
    part = grad.index_select(dim, index).expand(source_shape) if source_shape else grad.take(index).sum()
    return part if alpha == 1 else part * alpha


@gradient("index_copy", of=("self",), saves=("index",), holomorphic=False)
def index_copy_self(grad, index, *, dim):
    return ops.index_fill(grad, dim, index, 0)


@gradient("index_copy", of=("source",), saves=("index", "source", "source.shape"), holomorphic=False)
def index_copy_source(grad, index, source_shape, *, dim):
    return grad.index_select(dim, index).expand(source_shape) if source_shape else grad.take(index).sum()


@gradient("index_fill.int_Scalar", of=("self",), saves=("index",))
def index_fill_scalar(grad, index, *, dim):
    return ops.index_fill(grad, dim, index, 0)


@gradient("index_fill.int_Tensor", of=("self",), saves=("index",), name="IndexFillBackward1")
def index_fill_self(grad, index, *, dim):
    return ops.index_fill(grad, dim, index, 0)


@gradient("index_fill.int_Tensor", of=("value",), saves=("index",), name="IndexFillBackward1")
def index_fill_value(grad, index, *, dim):
    return grad.sum() - ops.index_fill(grad, dim, index, 0).sum()


@gradient("scatter.src", of=("self",), saves=("index",), holomorphic=False)
def scatter_self(grad, index, *, dim):
    return ops.scatter(grad, dim, index, 0)


@gradient("scatter.src", of=("src",), saves=("index", "src.shape"), holomorphic=False)
def scatter_src(grad, index, src_shape, *, dim):
    return part_of(ops.gather(grad, dim, index), src_shape)


@gradient("scatter.value", of=("self",), saves=("index",), name="ScatterBackward1", holomorphic=False)
def scatter_value(grad, index, *, dim):
    return ops.scatter(grad, dim, index, 0)


@gradient("scatter_add", of=("self",), holomorphic=False)
def scatter_add_self(grad):
    return grad


@gradient("scatter_add", of=("src",), saves=("index", "src.shape"), holomorphic=False)
def scatter_add_src(grad, index, src_shape, *, dim):
    return part_of(ops.gather(grad, dim, index), src_shape)


def part_of(x, shape):
    """`x` with zeros behind it up to `shape`: an index may be smaller than the source."""
    if x.shape == shape:
        return x
    pad = []
    for d in range(len(shape) - 1, -1, -1):
        pad.append(0)
        pad.append(shape[d] - x.shape[d])
    return ops.constant_pad_nd(x, pad, 0)


@gradient("scatter_reduce.two", of=("self", "src"), saves=("self", "src", "index", "result"))
def scatter_reduce(grad, self, src, index, result, *, dim, reduce, include_self):
    if reduce == "sum":
        to_self = grad
        to_src = ops.gather(grad, dim, index)
    elif reduce == "mean":
        count = ops.ones_like(grad) if include_self else ops.zeros_like(grad)
        count = ops.scatter_add(count, dim, index, ops.ones_like(src))
        count = count.masked_fill(count == 0, 1)
        to_self = grad / count
        to_src = ops.gather(grad / count, dim, index)
    elif reduce == "prod":
        # At a zero, the product of the others; found by taking a single zero as one.
        ones = self.masked_fill(self == 0, 1)
        to_self = grad * ops.scatter_reduce(ones, dim, index, src, "prod", include_self=include_self) / ones
        src_zeros = src == 0
        count = ops.scatter_add(ops.zeros_like(self), dim, index, src_zeros.to(self.dtype))
        single = src_zeros.logical_and(ops.gather(count, dim, index) == 1)
        others = ops.scatter_reduce(self, dim, index, src.masked_fill(single, 1), "prod", include_self=include_self)
        to_src = ops.where(single, ops.gather(grad * others, dim, index),
                           ops.gather(grad * result, dim, index) / src.masked_fill(src_zeros, 1))
    else:
        value = ops.gather(result, dim, index)
        self_is_result = self == result
        src_is_result = src == value
        count = ops.scatter_add(self_is_result.to(grad.dtype), dim, index, src_is_result.to(grad.dtype))
        share = grad / count
        to_self = self_is_result * share
        to_src = src_is_result * ops.gather(share, dim, index)
    if not include_self:
        to_self = ops.scatter(to_self, dim, index, 0)
    return to_self, to_src


@gradient("masked_scatter", of=("self",), saves=("mask",), holomorphic=False)
def masked_scatter_self(grad, mask):
    return grad.masked_fill(mask, 0)


@gradient("masked_scatter", of=("source",), saves=("mask", "source.shape"), holomorphic=False)
def masked_scatter_source(grad, mask, source_shape):
    taken = ops.masked_select(grad, mask)
    missing = numel(source_shape) - taken.numel()
    return ops.constant_pad_nd(taken, [0, missing], 0).reshape(source_shape)


@gradient("select_scatter", of=("self",), saves=("src.shape",), holomorphic=False)
def select_scatter_self(grad, src_shape, *, dim, index):
    return ops.select_scatter(grad, grad.new_zeros(src_shape), dim, index)


@gradient("select_scatter", of=("src",), holomorphic=False)
def select_scatter_src(grad, *, dim, index):
    return grad.select(dim, index)


@gradient("slice_scatter", of=("self",), saves=("src.shape",), holomorphic=False)
def slice_scatter_self(grad, src_shape, *, dim, start, end, step):
    return ops.slice_scatter(grad, grad.new_zeros(src_shape), dim, start, end, step)


@gradient("slice_scatter", of=("src",), holomorphic=False)
def slice_scatter_src(grad, *, dim, start, end, step):
    return ops.slice(grad, dim, start, end, step)


@gradient("diagonal_scatter", of=("self",), saves=("src.shape",), holomorphic=False)
def diagonal_scatter_self(grad, src_shape, *, offset, dim1, dim2):
    return ops.diagonal_scatter(grad, grad.new_zeros(src_shape), offset, dim1, dim2)


@gradient("diagonal_scatter", of=("src",), holomorphic=False)
def diagonal_scatter_src(grad, *, offset, dim1, dim2):
    return ops.diagonal(grad, offset, dim1, dim2)


# ---- gradients of gradients
@gradient("select_backward", of=("grad_output",), holomorphic=False)
def select_backward(grad, *, dim, index):
    return grad.select(dim, index)


@gradient("slice_backward", of=("grad_output",), holomorphic=False)
def slice_backward(grad, *, dim, start, end, step):
    return ops.slice(grad, dim, start, end, step)


@gradient("diagonal_backward", of=("grad_output",), holomorphic=False)
def diagonal_backward(grad, *, offset, dim1, dim2):
    return grad.diagonal(offset, dim1, dim2)
