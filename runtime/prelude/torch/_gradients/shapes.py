"""Arithmetic on shapes, and layouts, that several gradients share."""
from torch import _C_ops as ops


def numel(shape):
    n = 1
    for size in shape:
        n *= size
    return n


def wrapped(dim, rank):
    return dim + rank if dim < 0 else dim


def wrapped_dims(dim, rank):
    """Dimensions as a sorted list of non-negative numbers; all of them for None and for an empty list."""
    if dim is None:
        return list(range(rank))
    if isinstance(dim, int):
        return [wrapped(dim, rank)] if rank else []
    if len(dim) == 0 or rank == 0:
        return list(range(rank))
    return sorted([wrapped(d, rank) for d in dim])


def count_along(shape, dim):
    """How many elements a reduction along `dim` combines."""
    n = 1
    for d in wrapped_dims(dim, len(shape)):
        n *= shape[d]
    return n


def laid_out_as(like, x):
    """`x` with the order of dimensions that `like` has in memory."""
    return ops.zeros_like(like, dtype=x.dtype).copy_(x)


def restored(x, rank, dim, keepdim):
    """`x`, a result reduced along `dim`, with size 1 where dimensions were dropped."""
    if keepdim or rank == 0:
        return x
    for d in wrapped_dims(dim, rank):
        x = x.unsqueeze(d)
    return x
