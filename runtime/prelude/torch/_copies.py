"""Copies of what views show, and other copies that few programs make."""
import torch
from torch._C_autograd import _history_name, _name_node
from torch._out import stored


def _copy(view):
    """A copy, whose node is called as that of the view."""
    copy = view.clone(memory_format=torch.contiguous_format)
    return _name_node(copy, (_history_name(view) or "AliasBackward0") + "_copy") if copy.requires_grad else copy


def _copied(name, view, out):
    return stored(name, _copy(view), out)


def _all_copied(name, views, out):
    """Copies of several views; `name` is that of the function that writes to `out`, as torch calls it."""
    copies = tuple([_copy(view) for view in views])
    if out is None:
        return copies
    if len(out) != len(copies):
        raise RuntimeError(f"{name} expected an out= argument of size {len(copies)}, got size {len(out)}")
    for place, copy in zip(out, copies):
        stored(name, copy, place)
    return None


def alias_copy(input, *, out=None):
    return _copied("alias_copy", input, out)


def as_strided_copy(input, size, stride, storage_offset=None, *, out=None):
    return _copied("as_strided_copy", input.as_strided(size, stride, storage_offset), out)


def detach_copy(input, *, out=None):
    return _copied("detach_copy", input.detach(), out)


def diagonal_copy(input, offset=0, dim1=0, dim2=1, *, out=None):
    return _copied("diagonal_copy", input.diagonal(offset, dim1, dim2), out)


def expand_copy(input, size, *, implicit=False, out=None):
    return _copied("expand_copy", input.expand(size), out)


def permute_copy(input, dims, *, out=None):
    return _copied("permute_copy", input.permute(dims), out)


def select_copy(input, dim, index, *, out=None):
    return _copied("select_copy", input.select(dim, index), out)


def slice_copy(input, dim=0, start=None, end=None, step=1, *, out=None):
    return _copied("slice_copy", torch._C_ops.slice(input, dim, start, end, step), out)


def view_as_real_copy(input, *, out=None):
    return _copied("view_as_real_copy", torch.view_as_real(input), out)


def view_as_complex_copy(input, *, out=None):
    return _copied("view_as_complex_copy", torch.view_as_complex(input), out)


def split_copy(input, split_size, dim=0, *, out=None):
    return _all_copied("split_copy_Tensor_out()", input.split(split_size, dim), out)


def split_with_sizes_copy(input, split_sizes, dim=0, *, out=None):
    return _all_copied("split_with_sizes_copy_out", input.split_with_sizes(split_sizes, dim), out)


def squeeze_copy(input, dim=None, *, out=None):
    return _copied("squeeze_copy", input.squeeze() if dim is None else input.squeeze(dim), out)


def t_copy(input, *, out=None):
    return _copied("t_copy", input.t(), out)


def transpose_copy(input, dim0, dim1, *, out=None):
    return _copied("transpose_copy", input.transpose(dim0, dim1), out)


def unbind_copy(input, dim=0, *, out=None):
    return _all_copied("unbind_copy_int_out", input.unbind(dim), out)


def unfold_copy(input, dimension, size, step, *, out=None):
    return _copied("unfold_copy", input.unfold(dimension, size, step), out)


def unsqueeze_copy(input, dim, *, out=None):
    return _copied("unsqueeze_copy", input.unsqueeze(dim), out)


def view_copy(input, size=None, *, dtype=None, out=None):
    """Also where no view could show these sizes."""
    dtype = size if isinstance(size, torch.dtype) else dtype
    if dtype is not None:
        return _copied("view_copy", input.view(dtype), out)
    return _copied("view_copy", _name_node(input.reshape(size), "ViewBackward0"), out)


def _chunk_cat(tensors, dim, num_chunks, *, out=None):
    """Each tensor padded with zeros to so many chunks of one length; row i is chunk i of all."""
    if num_chunks < 1:
        raise RuntimeError(f"_chunk_cat expects positive num_chunks, got {num_chunks}")
    if not tensors:
        raise RuntimeError("_chunk_cat expects a non-empty input tensor list")
    if any(t.numel() == 0 for t in tensors):
        raise RuntimeError("_chunk_cat expects non-empty tensor")
    if dim < 0 and any(t.dim() != tensors[0].dim() for t in tensors):
        raise RuntimeError("_chunk_cat expects non-negative dim when input tensors have different ndims")
    if not all(-t.dim() <= dim < t.dim() for t in tensors):
        raise RuntimeError("_chunk_cat expects dim < ndim for all input tensors")
    dim = dim % tensors[0].dim()
    if any(t.shape[:dim] != tensors[0].shape[:dim] for t in tensors):
        raise RuntimeError("_chunk_cat expects same sizes of 0,...,dim-1 dimensions for all tensors")
    rows = []
    for t in tensors:
        missing = -t.shape[dim] % num_chunks
        padded = torch.constant_pad_nd(t, [0, 0] * (t.dim() - dim - 1) + [0, missing], 0)
        rows.append(padded.reshape(list(t.shape[:dim]) + [num_chunks, -1]))
    return stored("_chunk_cat", torch.cat(rows, dim + 1), out)


# ---- new tensors
def empty_permuted(size, physical_layout, **options):
    """Dense, with dimensions from the outermost to the innermost in the order `physical_layout`."""
    if len(size) != len(physical_layout):
        raise RuntimeError("Number of dimensions in size does not match the length of the physical_layout; i.e. len(size) = "
                           f"{len(size)} is not equal to len(physical_layout) = {len(physical_layout)}")
    strides = [0] * len(size)
    step, seen = 1, []
    for d in reversed(physical_layout):
        if not 0 <= d < len(size):
            raise RuntimeError(f"Dimension out of range (expected to be between 0 and {len(size) - 1}, but got {d} at index "
                               f"{list(physical_layout).index(d)}).  NB: negative dims not currently supported; file an issue if you want it.")
        if d in seen:
            raise RuntimeError("Duplicate dim not allowed")
        seen.append(d)
        strides[d] = step
        step *= max(size[d], 1)
    return torch.empty_strided(size, strides, **options)


def resize_as_(input, the_template, *, memory_format=None):
    return input.resize_as_(the_template) if memory_format is None else input.resize_as_(the_template, memory_format=memory_format)


# ---- elements at masked places
def _unsafe_masked_index(input, mask, indices, fill):
    """Elements at indices where the mask holds, else `fill`."""
    return _name_node(input[_inside(input, indices)].masked_fill(mask.logical_not(), fill), "UnsafeMaskedIndexBackward0")


def _unsafe_masked_index_put_accumulate(input, mask, indices, values):
    result = input.index_put(_inside(input, indices), values.masked_fill(mask.logical_not(), 0), True)
    return _name_node(result, "UnsafeMaskedIndexPutAccumulateBackward0")


def _inside(input, indices):
    """Indices that are out of range name the first or last element."""
    return tuple([index.clamp(-size, size - 1) for index, size in zip(indices, input.shape)])


def _safe_softmax(input, dim, dtype=None):
    """softmax, and 0 for rows that are -inf everywhere."""
    hidden = (input == -torch.inf).all(dim, keepdim=True)
    return _name_node(input.masked_fill(hidden, 0).softmax(dim, dtype=dtype).masked_fill(hidden, 0.0), "SafeSoftmaxBackward0")


# ---- values at points
def grid_sampler_3d(input, grid, interpolation_mode, padding_mode, align_corners, *, out=None):
    from torch.nn._functional.vision import _sampled_volume
    result = _sampled_volume(input, grid, ("bilinear", "nearest", "bicubic")[interpolation_mode],
                             ("zeros", "border", "reflection")[padding_mode], align_corners)
    return stored("grid_sampler_3d", result, out)


# ---- reductions of segments
_identities = {"sum": 0.0, "mean": torch.nan, "prod": 1.0, "max": -torch.inf, "min": torch.inf}
_short_names = {"amax": "max", "amin": "min"}


def segment_reduce(data, reduce, *, lengths=None, indices=None, offsets=None, axis=0, unsafe=False, initial=None, out=None):
    """Neighbours along `axis` reduced: so many as `lengths` says, or from one offset to the next."""
    reduce = _short_names.get(reduce, reduce)
    if reduce not in _identities:
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if data.numel() == 0 and axis >= data.dim():
        raise RuntimeError(f"segment_reduce(): Expected axis to be below the rank of data, got {axis}")
    if indices is not None:
        raise RuntimeError("segment_reduce(): indices based reduction is not supported yet.")
    if lengths is None and offsets is None:
        raise RuntimeError("segment_reduce(): Either lengths or offsets must be defined.")
    axis = axis % data.dim()
    if lengths is not None:
        if not unsafe:
            if lengths.numel() > 0 and lengths.min() < 0:
                raise RuntimeError("lengths contains negative value!")
            if not (lengths.sum(axis) == data.shape[axis]).all():
                raise RuntimeError("segment_reduce(): Expected all rows of lengths along axis to sum to "
                                   "data.size(lengths.dim()-1) when !unsafe.")
        offsets = torch.constant_pad_nd(lengths.cumsum(axis), (1, 0), 0)
    counts = offsets.diff(dim=axis)
    if counts.numel() > 0 and counts.min() < 0:
        raise RuntimeError("Expected segment_length >= 0 to be true, but got false.  (Could this error message be improved?  "
                           "If so, please report an enhancement request to PyTorch.)")
    # Elements of no segment are reduced, too, to a last one that is dropped.
    count = counts.shape[axis]
    size = data.shape[axis]
    if axis == 0 and lengths is not None and lengths.dim() == 1 and not unsafe:
        begun = torch.zeros(size + 1, dtype=torch.int64).scatter_add_(0, offsets, torch.ones_like(offsets))
        segment = begun.narrow(0, 0, size).cumsum(0) - 1
    else:
        places = torch.arange(size).expand(data.shape[:axis + 1]).contiguous()
        segment = torch.searchsorted(offsets.long().contiguous(), places, right=True) - 1
        segment = torch.where(segment < 0, count, segment)
    rest = [1] * (data.dim() - axis - 1)
    if rest:
        segment = segment.reshape(list(segment.shape) + rest).expand(data.shape)
    shape = list(data.shape)
    shape[axis] = count + 1
    kind = {"max": "amax", "min": "amin", "mean": "sum"}.get(reduce, reduce)
    start = 0.0 if reduce == "mean" else _identities[reduce]
    result = data.new_full(shape, start).scatter_reduce(axis, segment, data, kind).narrow(axis, 0, count)
    if initial is not None:
        if reduce in ("max", "min"):
            beyond = result < initial if reduce == "max" else result > initial
            result = torch.where(beyond, initial, result)
        else:
            result = result * initial if reduce == "prod" else result + initial
    if reduce == "mean":
        counts = counts.reshape(list(counts.shape) + rest)
        empty = torch.nan if initial is None else initial
        result = torch.where(counts == 0, empty, result / counts.clamp(min=1))
    return stored("segment_reduce", _name_node(result.contiguous(), "SegmentReduceBackward0"), out)


_segment_reduce = segment_reduce
