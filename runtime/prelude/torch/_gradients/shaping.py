"""Gradients of operations that arrange elements in new tensors."""
from torch import _C_ops as ops
from torch._gradients import gradient
from torch._gradients.shapes import numel, wrapped


@gradient("cat", of=("tensors",), saves=("tensors.shape",), holomorphic=False)
def cat(grad, tensors_shape, *, dim):
    parts = []
    start = 0
    for shape in tensors_shape:
        if len(shape) == 1 and shape[0] == 0 and grad.dim() != 1:
            parts.append(grad.new_zeros((0,)))
            continue
        size = shape[dim]
        parts.append(grad.narrow(dim, start, size))
        start += size
    return parts


@gradient("stack", of=("tensors",), holomorphic=False)
def stack(grad, *, dim):
    return ops.unbind(grad, dim)


def fold_copies(grad, shape, repeats):
    """Sums copies made by repeat()."""
    extra = len(repeats) - len(shape)
    split = []
    dims = []
    for i in range(len(repeats)):
        dims.append(len(split))
        split.append(repeats[i])
        if i >= extra:
            split.append(shape[i - extra])
    if numel(repeats) == 0:
        return grad.new_zeros(shape)
    return grad.reshape(split).sum(dims) if dims else grad


@gradient("repeat", of=("self",), saves=("self.shape",), holomorphic=False)
def repeat(grad, self_shape, *, repeats):
    return fold_copies(grad, self_shape, repeats)


@gradient("flip", of=("self",), holomorphic=False)
def flip(grad, *, dims):
    return grad.flip(dims)


@gradient("roll", of=("self",), holomorphic=False)
def roll(grad, *, shifts, dims):
    return ops.roll(grad, -shifts if isinstance(shifts, int) else [-s for s in shifts], dims)


@gradient("diag_embed", of=("self",), holomorphic=False)
def diag_embed(grad, *, offset, dim1, dim2):
    return grad.diagonal(offset, dim1, dim2)


@gradient("constant_pad_nd", of=("self",), holomorphic=False)
def constant_pad_nd(grad, *, pad):
    return ops.constant_pad_nd(grad, [-p for p in pad], 0)


@gradient("_pad_reflect", of=("self",), saves=("self",))
def pad_reflect(grad, self, *, pad):
    return ops._pad_reflect_backward(grad, self, pad)


@gradient("_pad_replicate", of=("self",), saves=("self",))
def pad_replicate(grad, self, *, pad):
    return ops._pad_replicate_backward(grad, self, pad)


@gradient("_pad_reflect_backward", of=("grad_output",))
def pad_reflect_backward(grad, *, pad):
    return ops._pad_reflect(grad, pad)


@gradient("_pad_replicate_backward", of=("grad_output",))
def pad_replicate_backward(grad, *, pad):
    return ops._pad_replicate(grad, pad)


# Linear in grad_output: self gives its shape alone.
@gradient("_pad_reflect_backward", of=("self",), saves=("self",))
def pad_reflect_backward_self(grad, self):
    return ops.zeros_like(self)


@gradient("_pad_replicate_backward", of=("self",), saves=("self",))
def pad_replicate_backward_self(grad, self):
    return ops.zeros_like(self)


@gradient("unfold_backward", of=("grad_in",), holomorphic=False)
def unfold_backward(grad, *, dim, size, step):
    return grad.unfold(dim, size, step)


@gradient("tril", of=("self",), holomorphic=False)
def tril(grad, *, diagonal):
    return grad.tril(diagonal)


@gradient("triu", of=("self",), holomorphic=False)
def triu(grad, *, diagonal):
    return grad.triu(diagonal)
