"""Gradients of views."""
from torch import _C_ops as ops
from torch._gradients import gradient, never_differentiable
from torch._gradients.shapes import numel, wrapped

never_differentiable("detach")


@gradient("alias", of=("self",), holomorphic=False)
def alias(grad):
    return grad


@gradient("view", of=("self",), saves=("self.shape",), holomorphic=False)
def view(grad, self_shape):
    return grad.reshape(self_shape)


@gradient("transpose.int", of=("self",), holomorphic=False)
def transpose(grad, *, dim0, dim1):
    return grad.transpose(dim0, dim1)


@gradient("t", of=("self",), holomorphic=False)
def t(grad):
    return grad.t()


@gradient("permute", of=("self",), holomorphic=False)
def permute(grad, *, dims):
    rank = len(dims)
    back = [0] * rank
    for i in range(rank):
        back[wrapped(dims[i], rank)] = i
    return grad.permute(back)


@gradient("squeeze", of=("self",), saves=("self.shape",), holomorphic=False)
def squeeze(grad, self_shape):
    return grad.reshape(self_shape)


@gradient("squeeze.dim", of=("self",), saves=("self.shape",), name="SqueezeBackward1", holomorphic=False)
def squeeze_dim(grad, self_shape):
    return grad.reshape(self_shape)


@gradient("squeeze.dims", of=("self",), saves=("self.shape",), name="SqueezeBackward2", holomorphic=False)
def squeeze_dims(grad, self_shape):
    return grad.reshape(self_shape)


@gradient("unsqueeze", of=("self",), holomorphic=False)
def unsqueeze(grad, *, dim):
    return grad.squeeze(dim)


@gradient("expand", of=("self",), holomorphic=False)
def expand(grad):
    return grad


@gradient("select.int", of=("self",), saves=("self.shape",), holomorphic=False)
def select(grad, self_shape, *, dim, index):
    return ops.select_backward(grad, self_shape, dim, index)


@gradient("slice.Tensor", of=("self",), saves=("self.shape",), holomorphic=False)
def slice_(grad, self_shape, *, dim, start, end, step):
    return ops.slice_backward(grad, self_shape, dim, 0 if start is None else start,
                              self_shape[dim] if end is None else end, step)


@gradient("diagonal", of=("self",), saves=("self.shape",), holomorphic=False)
def diagonal(grad, self_shape, *, offset, dim1, dim2):
    return ops.diagonal_backward(grad, self_shape, offset, dim1, dim2)


@gradient("unfold", of=("self",), saves=("self.shape",), holomorphic=False)
def unfold(grad, self_shape, *, dimension, size, step):
    return ops.unfold_backward(grad, self_shape, dimension, size, step) if len(self_shape) else grad.sum()


@gradient("as_strided", of=("self",), saves=("self.shape", "self.stride", "self.storage_offset"), holomorphic=False)
def as_strided(grad, self_shape, self_stride, self_storage_offset, *, size, stride, storage_offset):
    """Adds up at each place of the storage, then reads the storage as the argument did."""
    offset = self_storage_offset if storage_offset is None else storage_offset
    first = min(offset, self_storage_offset)
    length = max(reach(size, stride, offset), reach(self_shape, self_stride, self_storage_offset)) - first
    total = grad.new_zeros((length,))
    if overlaps(size, stride):
        places = ops.as_strided(ops.arange(length, device=grad.device), size, stride, offset - first)
        total = ops.index_add(total, 0, places.reshape(-1), grad.reshape(-1))
    else:
        ops.as_strided(total, size, stride, offset - first).copy_(grad)
    if overlaps(self_shape, self_stride):
        # Several elements of the argument share a place: each gets its part.
        readers = ops.as_strided(ops.arange(length, device=grad.device), self_shape, self_stride,
                                 self_storage_offset - first).reshape(-1)
        ones = grad.new_zeros((numel(self_shape),)) + 1
        total = total / ops.index_add(grad.new_zeros((length,)), 0, readers, ones)
    return ops.as_strided(total, self_shape, self_stride, self_storage_offset - first)


def overlaps(shape, stride):
    """May two elements lie at the same place?"""
    order = sorted([(stride[i], shape[i]) for i in range(len(shape)) if shape[i] > 1])
    room = 0
    for step, size in order:
        if step <= room:
            return True
        room += step * (size - 1)
    return False


def reach(shape, stride, offset):
    """One behind the last place of a strided tensor."""
    last = offset
    for i in range(len(shape)):
        if shape[i] == 0:
            return offset
        last += (shape[i] - 1) * stride[i]
    return last + 1


# ---- several views at once; undefined gradients are zeros
def joined(grads, shape, sizes, dim):
    some = None
    for g in grads:
        if g is not None:
            some = g
    parts = []
    for g, size in zip(grads, sizes):
        if g is None:
            part = list(shape)
            part[dim] = size
            g = some.new_zeros(part)
        parts.append(g)
    return ops.cat(parts, dim)


def equal_sizes(total, size):
    sizes = []
    while total > size:
        sizes.append(size)
        total -= size
    sizes.append(total)
    return sizes


@gradient("split.Tensor", of=("self",), saves=("self.shape",), holomorphic=False)
def split(grads, self_shape, *, split_size, dim):
    return joined(grads, self_shape, equal_sizes(self_shape[dim], split_size), dim)


@gradient("split_with_sizes", of=("self",), saves=("self.shape",), holomorphic=False)
def split_with_sizes(grads, self_shape, *, split_sizes, dim):
    return joined(grads, self_shape, split_sizes, dim)


@gradient("unbind.int", of=("self",), saves=("self.shape",), holomorphic=False)
def unbind(grads, self_shape, *, dim):
    some = None
    for g in grads:
        if g is not None:
            some = g
    return ops.stack([ops.zeros_like(some) if g is None else g for g in grads], dim)
