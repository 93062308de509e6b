"""Functions `X_copy`: what the view X shows, in memory of its own. And others that name what methods do."""
import torch
from torch._out import stored

__all__ = ["alias_copy", "as_strided_copy", "detach_copy", "diagonal_copy", "expand_copy", "fill", "permute_copy", "select_copy",
           "slice_copy", "split_copy", "split_with_sizes_copy", "squeeze_copy", "t_copy", "transpose_copy",
           "unbind_copy", "unfold_copy", "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze_copy", "view_copy"]


def _copy(name, view, out=None):
    return stored(name, view.clone(memory_format=torch.contiguous_format), out)


def _copies(name, views, out=None):
    copies = [view.clone(memory_format=torch.contiguous_format) for view in views]
    if out is None:
        return tuple(copies)
    for one, copy in zip(out, copies):
        stored(name, copy, one)
    return None


def alias_copy(input, *, out=None):
    return _copy("alias_copy", input, out)


def detach_copy(input, *, out=None):
    return _copy("detach_copy", input.detach(), out)


def as_strided_copy(input, size, stride, storage_offset=None, *, out=None):
    return _copy("as_strided_copy", input.as_strided(size, stride, storage_offset), out)


def diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None):
    return _copy("diagonal_copy", input.diagonal(offset, dim1, dim2), out)


def expand_copy(input, size, *, implicit=False, out=None):
    return _copy("expand_copy", input.expand(size), out)


def permute_copy(input, dims, *, out=None):
    return _copy("permute_copy", input.permute(dims), out)


def select_copy(input, dim, index, *, out=None):
    return _copy("select_copy", input.select(dim, index), out)


def slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None):
    places = [slice(None)] * (dim % input.dim()) + [slice(start, end, step)]
    return _copy("slice_copy", input[tuple(places)], out)


def squeeze_copy(input, dim=None, *, out=None):
    return _copy("squeeze_copy", input.squeeze() if dim is None else input.squeeze(dim), out)


def t_copy(input, *, out=None):
    return _copy("t_copy", input.t(), out)


def transpose_copy(input, dim0, dim1, *, out=None):
    return _copy("transpose_copy", input.transpose(dim0, dim1), out)


def unfold_copy(input, dimension, size, step, *, out=None):
    return _copy("unfold_copy", input.unfold(dimension, size, step), out)


def unsqueeze_copy(input, dim, *, out=None):
    return _copy("unsqueeze_copy", input.unsqueeze(dim), out)


def view_copy(input, size, *, out=None):
    return _copy("view_copy", input.reshape(size), out)


def split_copy(input, split_size, dim=0, *, out=None):
    return _copies("split_copy", input.split(split_size, dim), out)


def split_with_sizes_copy(input, split_sizes, dim=0, *, out=None):
    return _copies("split_with_sizes_copy", input.split(list(split_sizes), dim), out)


def unbind_copy(input, dim=0, *, out=None):
    return _copies("unbind_copy", input.unbind(dim), out)


def unsafe_chunk(input, chunks, dim=0):
    return torch.chunk(input, chunks, dim)


def unsafe_split(input, split_size, dim=0):
    return torch.split(input, split_size, dim)


def unsafe_split_with_sizes(input, split_sizes, dim=0):
    return torch.split(input, list(split_sizes), dim)


def fill(input, value):
    return input.clone().fill_(value)
