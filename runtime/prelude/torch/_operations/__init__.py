"""Operations that are made of others: rows of the op table that have `Kernel::Prelude`.

A function has the name of a schema, its overload after `_` (`movedim_intlist`). It is called with the schema's parameters,
all of them by position, for every spelling of its row: arguments have been checked, ints and lists of ints are such, and one
int may stand for a list of a length that the schema gives. Results go to `out` elsewhere.

Programs call them, and the compiler evaluates them for graphs.
"""
import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node


# Operations that few programs use, by the modules with their functions, which are loaded at the first call.
_elsewhere = {
    "arrangement": ("rot90", "hsplit_int", "hsplit_array", "vsplit_int", "vsplit_array", "dsplit_int",
        "dsplit_array", "msort", "narrow_copy", "put", "unsafe_split_Tensor", "unsafe_split_with_sizes",
        "unsafe_chunk", "ravel", "broadcast_to", "diag", "diagflat", "fliplr", "flipud", "hstack", "vstack", "dstack",
        "column_stack", "combinations", "vander"),
    "factorizations": ("linalg_lu_factor", "linalg_lu", "lu_unpack", "lu_solve", "linalg_ldl_factor",
        "triangular_solve", "cholesky_solve", "cholesky_inverse", "linalg_householder_product", "orgqr", "ormqr",
        "svd"),
    "fourier": ("fft_fft", "fft_ifft", "fft_rfft", "fft_irfft", "fft_hfft", "fft_ihfft", "fft_fftn", "fft_ifftn",
        "fft_rfftn", "fft_irfftn", "fft_hfftn", "fft_ihfftn", "fft_fft2", "fft_ifft2", "fft_rfft2", "fft_irfft2",
        "fft_hfft2", "fft_ihfft2", "fft_fftfreq", "fft_rfftfreq", "fft_fftshift", "fft_ifftshift"),
    "layers": ("channel_shuffle", "cosine_similarity", "pairwise_distance", "bilinear", "pdist", "prelu", "selu"),
    "linear_algebra": ("linalg_norm", "linalg_norm_ord_str", "linalg_matrix_norm_str_ord", "linalg_matrix_norm",
        "linalg_matrix_power", "matrix_power", "linalg_multi_dot", "linalg_vecdot", "linalg_eigvalsh",
        "linalg_eigvals", "linalg_svdvals", "logdet", "linalg_diagonal", "linalg_vander", "linalg_pinv",
        "linalg_pinv_rcond_tensor", "linalg_pinv_atol_rtol_float", "linalg_pinv_atol_rtol_tensor", "pinverse",
        "linalg_matrix_rank", "linalg_matrix_rank_tol_tensor", "linalg_matrix_rank_atol_rtol_float",
        "linalg_matrix_rank_atol_rtol_tensor", "linalg_lstsq"),
    "matrix_functions": ("matrix_exp", "linalg_matrix_exp", "linalg_matrix_sqrth", "linalg_polar", "linalg_cond",
        "linalg_cond_p_str", "linalg_tensorinv", "linalg_tensorsolve"),
    "numeric": ("quantile", "quantile_scalar", "nanquantile", "nanquantile_scalar", "deg2rad", "rad2deg",
        "positive", "float_power_Tensor_Tensor", "float_power_Tensor_Scalar", "float_power_Scalar", "ldexp_Tensor",
        "sinc", "mvlgamma", "special_ndtr", "special_round", "is_signed", "is_same_size", "trapezoid_x",
        "trapezoid_dx", "trapz_x", "trapz_dx", "cumulative_trapezoid_x", "cumulative_trapezoid_dx", "diff", "cov",
        "corrcoef", "isin_Tensor_Tensor", "isin_Tensor_Scalar", "isin_Scalar_Tensor", "cross", "inner", "kron",
        "vdot", "dist", "renorm"),
    "windows": ("hamming_window_periodic_alpha_beta", "hamming_window_periodic_alpha", "hamming_window_periodic",
        "hamming_window", "hann_window_periodic", "hann_window", "blackman_window_periodic", "blackman_window",
        "bartlett_window_periodic", "bartlett_window", "kaiser_window_beta", "kaiser_window_periodic",
        "kaiser_window"),
}


def __getattr__(name):
    from importlib import import_module
    for family, names in _elsewhere.items():
        if name in names:
            return getattr(import_module("torch._operations." + family), name)
    raise AttributeError(f"module 'torch._operations' has no attribute '{name}'")


def _dimension(dim, rank):
    size = rank if rank > 0 else 1
    if dim < -size or dim >= size:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-size}, {size - 1}], but got {dim})")
    return dim + size if dim < 0 else dim


def _listed(numbers):
    return [numbers] if isinstance(numbers, int) else list(numbers)


def _broadcast(a, b):
    """The shape that tensors of two shapes have together."""
    rank = max(len(a), len(b))
    a = [1] * (rank - len(a)) + list(a)
    b = [1] * (rank - len(b)) + list(b)
    for i in range(rank - 1, -1, -1):
        if a[i] == b[i] or b[i] == 1:
            continue
        if a[i] != 1:
            raise RuntimeError(f"The size of tensor a ({a[i]}) must match the size of tensor b ({b[i]}) at non-singleton "
                               f"dimension {i}")
        a[i] = b[i]
    return a


def _product(sizes):
    count = 1
    for size in sizes:
        count *= size
    return count


# ---- complex numbers
def conj(self):
    return ops._conj(self) if self.is_complex() else self


def conj_physical(self):
    return ops._conj_physical(self) if self.is_complex() else self


def resolve_conj(self):
    return ops.clone(self) if self.is_conj() else self


def resolve_neg(self):
    return self


def _as_real(self):
    return ops.view_as_real(ops._conj(self) if self.is_conj() else self)


def real(self):
    return ops.select(_as_real(self), -1, 0) if self.is_complex() else self


def imag(self):
    if not self.is_complex():
        raise TypeError("imag is not implemented for tensors with non-complex dtypes.")
    parts = ops.select(_as_real(self), -1, 1)
    return ops.neg(parts) if self.is_conj() else parts


def adjoint(self):
    if self.dim() == 1:
        raise RuntimeError("tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.")
    turned = ops.transpose(self, -2, -1) if self.dim() > 1 else self
    return ops.conj(turned)


def isreal(self):
    if not self.is_complex():
        return ops.ones_like(self, dtype=torch.bool)
    return ops.imag(self) == 0


def polar(abs, angle):
    if abs.dtype not in (torch.float32, torch.float64) or angle.dtype not in (torch.float32, torch.float64):
        raise NotImplementedError("Expected both inputs to be Half, Float or Double tensors but got "
                                  f"{torch._scalar_type_name(abs.dtype)} and {torch._scalar_type_name(angle.dtype)}")
    if abs.dtype != angle.dtype:
        raise RuntimeError(f"Expected object of scalar type {torch._scalar_type_name(abs.dtype)} but got scalar type "
                           f"{torch._scalar_type_name(angle.dtype)} for second argument")
    from torch._polar import Polar
    return Polar.apply(abs, angle)


# ---- shapes
def flatten_using_ints(self, start_dim, end_dim):
    rank = self.dim()
    start, end = _dimension(start_dim, rank), _dimension(end_dim, rank)
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if rank == 0:
        return ops.reshape(self, [1])
    if start == end:
        return self
    sizes = list(self.shape)
    for size in sizes[start + 1:end + 1]:
        sizes[start] *= size
    return ops.reshape(self, sizes[:start + 1] + sizes[end + 1:])


def unflatten_int(self, dim, sizes):
    dim = _dimension(dim, self.dim())
    sizes = list(sizes)
    if len(sizes) == 0:
        raise RuntimeError("unflatten: sizes must be non-empty")
    if self.dim() == 0:
        raise RuntimeError(f"unflatten got an unexpected error:\nDimension specified as {dim} but tensor has no dimensions")
    shape = list(self.shape)
    size = shape[dim]
    known, place = 1, None
    for i in range(len(sizes)):
        if sizes[i] == -1:
            if place is not None:
                raise RuntimeError("unflatten got an unexpected error:\nonly one dimension can be inferred")
            place = i
        elif sizes[i] < 0:
            raise RuntimeError(f"unflatten got an unexpected error:\ninvalid shape dimension {sizes[i]} at index {i} of shape "
                               f"{sizes}")
        else:
            known *= sizes[i]
    if place is not None and known != 0 and size % known == 0:
        sizes[place] = size // known
    if _product(sizes) != size:
        raise RuntimeError(f"unflatten: Provided sizes {sizes} don't multiply up to the size of dim {dim} ({size}) in the "
                           "input tensor")
    return ops.view(self, shape[:dim] + sizes + shape[dim + 1:])


def swapaxes(self, axis0, axis1):
    return ops.transpose(self, axis0, axis1)


def swapdims(self, dim0, dim1):
    return ops.transpose(self, dim0, dim1)


def movedim_intlist(self, source, destination):
    source, destination = _listed(source), _listed(destination)
    if len(source) != len(destination):
        raise RuntimeError(f"movedim: Invalid source or destination dims: source ({source} dims) should contain the same "
                           f"number of dims as destination ({destination} dims)")
    rank = self.dim()
    moved = []
    order = [-1] * rank
    for i in range(len(source)):
        old, new = _dimension(source[i], rank), _dimension(destination[i], rank)
        if old in moved:
            raise RuntimeError(f"movedim: repeated dim in `source` ({source})")
        moved.append(old)
        if rank > 0:
            if order[new] != -1:
                raise RuntimeError(f"movedim: repeated dim in `destination` ({destination})")
            order[new] = old
    rest = [d for d in range(rank) if d not in moved]
    for i in range(rank):
        if order[i] == -1:
            order[i] = rest.pop(0)
    return ops.permute(self, order)


def expand_as(self, other):
    return ops.expand(self, other.shape)


def view_as(self, other):
    return ops.view(self, other.shape)


# ---- parts
def narrow(self, dim, start, length):
    if self.dim() == 0:
        raise RuntimeError("narrow() cannot be applied to a 0-dim tensor.")
    if length < 0:
        raise RuntimeError("narrow(): length must be non-negative.")
    size = self.shape[_dimension(dim, self.dim())]
    if start < -size or start > size:
        raise IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")
    if start < 0:
        start += size
    if start + length > size:
        raise RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")
    return ops.slice(self, dim, start, start + length, 1)


def narrow_Tensor(self, dim, start, length):
    if start.dim() != 0 or start.dtype.is_floating_point or start.dtype is torch.bool:
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return narrow(self, dim, int(start), length)


def chunk(self, chunks, dim):
    if self.dim() == 0:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    size = self.shape[_dimension(dim, self.dim())]
    if size == 0:
        return ops.split_with_sizes(self, _room(chunks, 0), dim)
    return ops.split(self, (size + chunks - 1) // chunks, dim)


def _room(count, value):
    """A list of so many: one that no memory holds is refused in the words of torch, whose lists are vectors of C++."""
    try:
        return [value] * count
    except (MemoryError, OverflowError):
        raise RuntimeError("std::bad_alloc" if count < 1 << 60 else "cannot create std::vector larger than max_size()") from None


def tensor_split_indices(self, indices, dim):
    """Slices, each on its own: unlike the pieces of split they may be written."""
    if self.dim() == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    ends = list(indices) + [self.shape[_dimension(dim, self.dim())]]
    return tuple([ops.slice(self, dim, ends[i - 1] if i > 0 else 0, ends[i], 1) for i in range(len(ends))])


def tensor_split_sections(self, sections, dim):
    if self.dim() == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    if sections <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {sections}")
    size = self.shape[_dimension(dim, self.dim())]
    if sections > size:  # most of them are empty
        _room(sections, None)
    return tensor_split_indices(self, [i * (size // sections) + min(i, size % sections) for i in range(1, sections)], dim)


def tensor_split_tensor_indices_or_sections(self, where, dim):
    if self.dim() == 0:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    if where.dtype is not torch.int64:
        raise RuntimeError("tensor_split expected tensor_indices_or_sections to have dtype of long, but got "
                           f"{torch._scalar_type_name(where.dtype)}")
    if where.dim() > 1:
        raise RuntimeError("tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional "
                           f"tensor, but got a tensor with {where.dim()} dims")
    if where.dim() == 0:
        return tensor_split_sections(self, int(where), dim)
    return tensor_split_indices(self, where.tolist(), dim)


# ---- copies in another arrangement
def tile(self, dims):
    return ops.repeat(self, [1] * (self.dim() - len(dims)) + list(dims))


def repeat_interleave_self_int(self, repeats, dim, output_size):
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if dim is None:
        self = flatten_using_ints(self, 0, -1)
        dim = 0
    dim = _dimension(dim, self.dim())
    places = ops.unsqueeze(self, dim + 1)
    before, after = list(self.shape[:dim]), list(self.shape[dim + 1:])
    size = self.shape[dim]
    if output_size is not None and output_size != size * repeats:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {size * repeats} but got {output_size}")
    wide = ops.expand(places, before + [size, repeats] + after)
    return ops.view(ops.clone(wide, memory_format=torch.contiguous_format), before + [size * repeats] + after)


def _repeated_places(repeats, output_size):
    """Place i repeats[i] times."""
    if repeats.is_floating_point() or repeats.is_complex() or repeats.dtype is torch.bool:
        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{torch._scalar_type_name(repeats.dtype)}'")
    if repeats.dim() != 1:
        raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
    if output_size is not None and output_size < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {output_size}: [{output_size}]")
    total = 0
    if repeats.numel() > 0:
        if repeats.min() < 0:
            raise RuntimeError("repeats can not be negative")
        ends = ops.cumsum(repeats, 0)
        total = int(ends[-1])
        if total < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {total}: [{total}]")
    if output_size is not None and output_size != total:
        raise RuntimeError("allocated size does not match required size")
    if total == 0:
        return ops.zeros([0], dtype=repeats.dtype)
    steps = ops.scatter_add_(ops.zeros([total + 1], dtype=torch.int64), 0, ends, ops.ones_like(ends))
    places = ops.cumsum(ops.slice(steps, 0, 0, total, 1), 0)
    return places if repeats.dtype is torch.int64 else ops._to_copy(places, dtype=repeats.dtype)


def repeat_interleave_self_Tensor(self, repeats, dim, output_size):
    if dim is None:
        self = flatten_using_ints(self, 0, -1)
        dim = 0
    dim = _dimension(dim, self.dim())
    if repeats.dim() > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if self.dim() == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    size = self.shape[dim]
    if repeats.numel() == 1:
        repeats = ops.expand(ops.reshape(repeats, [1]), [size])
    if repeats.numel() != size:
        raise RuntimeError(f"repeats must have the same size as input along dim, but got repeats.size(0) = {repeats.numel()} "
                           f"and input.size({dim}) = {size}")
    places = _repeated_places(repeats, output_size)
    if places.dtype is not torch.int32 and places.dtype is not torch.int64:
        places = ops._to_copy(places, dtype=torch.int64)
    return ops.index_select(self, dim, places)


def take_along_dim(self, indices, dim):
    if indices.dtype is not torch.int64:
        raise RuntimeError("torch.take_along_dim(): dtype of indices should be Long but got "
                           f"{torch._scalar_type_name(indices.dtype)}")
    if dim is None:
        return ops.gather(ops.view(self, [-1]), 0, ops.view(indices, [-1]))
    rank = self.dim()
    if rank != indices.dim():
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
                           f"{rank} dimensions for input, and {indices.dim()} dimensions for indices")
    dim = _dimension(dim, rank)
    if rank == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    sizes, places = list(self.shape), list(indices.shape)
    size = sizes[dim]
    sizes[dim] = places[dim]
    places = _broadcast(sizes, places)
    sizes = places[:dim] + [size] + places[dim + 1:]
    if size != 0:  # places are counted around the dimension
        indices = ops.remainder(indices, size)
    return ops.gather(ops.expand(self, sizes), dim, ops.expand(indices, places))


def _rearranged(self, split, order, shape):
    """A copy, also where a view would do, channels last where `self` lies so. `order`: of the parts with one dimension before five."""
    leading = len(split) - 5
    if leading != 1:  # a range costs more than a view
        order = [*range(leading), *[d - 1 + leading for d in order[1:]]]
    parts = ops.permute(ops.reshape(self, split), order)
    result = ops.view(ops.clone(parts, memory_format=torch.contiguous_format), shape)
    if len(shape) == 4 and self._suggests_channels_last():
        return ops.clone(result, memory_format=torch.channels_last)
    return result


def pixel_shuffle(self, upscale_factor):
    if self.dim() < 3:
        raise RuntimeError(f"pixel_shuffle expects input to have at least 3 dimensions, but got input with {self.dim()} "
                           "dimension(s)")
    rank = self.dim()
    if rank == 4:
        batch, channels, height, width = self.shape
    else:
        *lead, channels, height, width = self.shape
    r = upscale_factor
    if r <= 0:
        raise RuntimeError(f"pixel_shuffle expects a positive upscale_factor, but got {r}")
    if r > 3037000499:  # the square does not fit in 63 bits
        raise ValueError(f"upscale factor is too large, (upscale_factor)^2 overflowed: upscale_factor={r}")
    square = r * r
    if channels % square != 0:
        raise RuntimeError("pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of "
                           f"upscale_factor, but input.size(-3)={channels} is not divisible by {square}")
    channels //= square
    if rank == 4:
        result = _rearranged(self, (batch, channels, r, r, height, width), (0, 1, 4, 2, 5, 3),
                             (batch, channels, height * r, width * r))
    else:
        result = _rearranged(self, [*lead, channels, r, r, height, width], (0, 1, 4, 2, 5, 3),
                             [*lead, channels, height * r, width * r])
    return _name_node(result, "PixelShuffleBackward0")


def pixel_unshuffle(self, downscale_factor):
    if self.dim() < 3:
        raise RuntimeError(f"pixel_unshuffle expects input to have at least 3 dimensions, but got input with {self.dim()} "
                           "dimension(s)")
    *lead, channels, height, width = self.shape
    r = downscale_factor
    if r <= 0:
        raise RuntimeError(f"pixel_unshuffle expects a positive downscale_factor, but got {r}")
    if height % r != 0:
        raise RuntimeError(f"pixel_unshuffle expects height to be divisible by downscale_factor, but input.size(-2)={height} "
                           f"is not divisible by {r}")
    if width % r != 0:
        raise RuntimeError(f"pixel_unshuffle expects width to be divisible by downscale_factor, but input.size(-1)={width} "
                           f"is not divisible by {r}")
    if self.numel() == 0:
        return _name_node(ops.clone(self), "PixelUnshuffleBackward0")
    height, width = height // r, width // r
    result = _rearranged(self, [*lead, channels, height, r, width, r], (0, 1, 3, 5, 2, 4),
                         [*lead, channels * r * r, height, width])
    return _name_node(result, "PixelUnshuffleBackward0")


# ---- reductions
def nanmean(self, dim, keepdim, dtype):
    if not self.is_floating_point():
        raise NotImplementedError("nanmean(): expected input to have floating point or complex dtype but got "
                                  f"{torch._scalar_type_name(self.dtype)}")
    count = ops.sum(ops.logical_not(ops.isnan(self)), dim, keepdim)
    return ops.div(ops.nansum(self, dim, keepdim, dtype=dtype), count)


def max_other(self, other):
    return ops.maximum(self, other)


def min_other(self, other):
    return ops.minimum(self, other)


def var(self, unbiased):
    return ops.var(self, None, correction=1 if unbiased else 0)


def var_dim(self, dim, unbiased, keepdim):
    return ops.var(self, dim, correction=1 if unbiased else 0, keepdim=keepdim)


def std(self, unbiased):
    return ops.std(self, None, correction=1 if unbiased else 0)


def std_dim(self, dim, unbiased, keepdim):
    return ops.std(self, dim, correction=1 if unbiased else 0, keepdim=keepdim)


def var_mean(self, unbiased):
    return ops.var_mean(self, None, correction=1 if unbiased else 0)


def var_mean_dim(self, dim, unbiased, keepdim):
    return ops.var_mean(self, dim, correction=1 if unbiased else 0, keepdim=keepdim)


def std_mean(self, unbiased):
    return ops.std_mean(self, None, correction=1 if unbiased else 0)


def std_mean_dim(self, dim, unbiased, keepdim):
    return ops.std_mean(self, dim, correction=1 if unbiased else 0, keepdim=keepdim)


def softmax_int(self, dim, dtype):
    return ops._softmax(self if dtype is None or dtype == self.dtype else ops._to_copy(self, dtype=dtype), dim, False)


def log_softmax_int(self, dim, dtype):
    return ops._log_softmax(self if dtype is None or dtype == self.dtype else ops._to_copy(self, dtype=dtype), dim, False)


# ---- places
def where(condition):
    return ops.unbind(ops.nonzero(condition if condition.dim() > 0 else ops.unsqueeze(condition, 0)), 1)


def argsort(self, dim, descending):
    return ops.sort(self, dim, descending)[1]


def argsort_stable(self, stable, dim, descending):
    return ops.sort(self, stable=stable, dim=dim, descending=descending)[1]


def nonzero_static(self, size, fill_value):
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    found = ops.slice(ops.nonzero(self), 0, 0, size, 1)
    return ops.constant_pad_nd(ops.contiguous(found), [0, 0, 0, size - found.shape[0]], fill_value)


def index_reduce(self, dim, index, source, reduce, include_self):
    if reduce not in ("prod", "mean", "amax", "amin"):
        raise RuntimeError(f"index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got {reduce}.")
    dim = _dimension(dim, self.dim())
    if index.dim() > 1:
        raise IndexError(f"index_reduce_(): Index is supposed to be a vector, but got dim: {index.dim()} with type: "
                         f"{torch._scalar_type_name(index.dtype)} and size: {list(index.shape)}")
    if index.dtype not in (torch.int64, torch.int32):
        raise RuntimeError("index_reduce_(): Expected dtype int32/int64 for index but got: "
                           f"{torch._scalar_type_name(index.dtype)}")
    if self.dtype is not source.dtype:
        raise RuntimeError(f"index_reduce_(): self ({torch._scalar_type_name(self.dtype)}) and source "
                           f"({torch._scalar_type_name(source.dtype)}) must have the same scalar type")
    length = source.shape[dim] if source.dim() > 0 else 1
    if index.numel() != length:
        raise RuntimeError(f"index_reduce_(): Number of indices ({index.numel()}) should be equal to source.size(dim): "
                           f"({length}), for dim: {dim}")
    shapes = list(self.shape), list(source.shape)
    if self.dim() == source.dim() and shapes[0][:dim] + shapes[0][dim + 1:] != shapes[1][:dim] + shapes[1][dim + 1:]:
        raise RuntimeError("source tensor shape must match self tensor shape, excluding the specified dimension. Got "
                           f"self.shape = {shapes[0]} source.shape = {shapes[1]}")
    if index.numel() > 0 and (index.min() < 0 or index.max() >= (self.shape[dim] if self.dim() > 0 else 1)):
        raise IndexError("index out of range in self")
    places = ops._to_copy(index, dtype=torch.int64)
    if self.dim() == 0 or source.dim() == 0:
        result = ops.scatter_reduce(ops.reshape(self, [-1]), 0, ops.reshape(places, [-1]), ops.reshape(source, [-1]), reduce,
                                    include_self=include_self)
        return _name_node(ops.view(result, self.shape), "IndexReduceBackward0")
    places = ops.view(places, [1] * dim + [-1] + [1] * (source.dim() - dim - 1))
    result = ops.scatter_reduce(self, dim, ops.expand(places, source.shape), source, reduce, include_self=include_self)
    return _name_node(result, "IndexReduceBackward0")


def as_strided_scatter(self, src, size, stride, storage_offset):
    # A copy of the storage, as far as it shows, unless it shows elements several times.
    offset = self.storage_offset()
    reach, repeats = offset + 1, False
    for d in range(self.dim()):
        reach += (self.shape[d] - 1) * self.stride(d)
        repeats = repeats or self.shape[d] > 1 and self.stride(d) == 0
    if repeats and self.numel() > 0:
        self = whole = ops.clone(self, memory_format=torch.preserve_format)
        offset = 0
    else:
        whole = ops.clone(ops.as_strided(self, [reach if self.numel() > 0 else 0], [1], 0))
    part = ops.as_strided(whole, size, stride, offset if storage_offset is None else storage_offset)
    if part.shape != src.shape:
        raise RuntimeError("expected src to have a size equal to the slice of self. src size = "
                           f"{list(src.shape)}, slice size = {list(part.shape)}")
    part.copy_(src)
    return ops.as_strided(whole, self.shape, self.stride(), offset)


# ---- copies with other elements
def fill_Scalar(self, value):
    return _name_node(ops.clone(self, memory_format=torch.preserve_format).fill_(value), "FillBackward0")


def fill_Tensor(self, value):
    return _name_node(ops.clone(self, memory_format=torch.preserve_format).fill_(value), "FillBackward1")


# ---- parts of numbers
_bits_of_mantissas = {torch.float16: (torch.int16, 10, 15), torch.bfloat16: (torch.int16, 7, 127),
                      torch.float32: (torch.int32, 23, 127), torch.float64: (torch.int64, 52, 1023)}


def frexp_Tensor(self):
    """Exponents as bits say them; subnormal numbers are made normal for that, first."""
    if self.dtype not in _bits_of_mantissas:
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    integer, width, bias = _bits_of_mantissas[self.dtype]
    value = self.detach()
    size = ops.abs(value)
    small = size < 2.0 ** (1 - bias)
    normal = ops.where(small, ops.mul(size, 2.0 ** width), size)
    exponent = ops.sub(ops.bitwise_right_shift(normal.view(integer), width), ops.mul(small.to(integer), width))
    exponent = ops.sub(exponent, bias - 1)
    exponent = ops.where((size == 0).logical_or(size.isfinite().logical_not()), 0, exponent)
    half = ops.bitwise_right_shift(exponent, 1)
    mantissa = self * (-half).to(self.dtype).exp2() * (half - exponent).to(self.dtype).exp2()
    return _name_node(mantissa, "FrexpBackward0"), exponent.to(torch.int32)


# ---- bits of numbers
def bitwise_and_Scalar_Tensor(self, other):
    return ops.bitwise_and(other, self)


def bitwise_or_Scalar_Tensor(self, other):
    return ops.bitwise_or(other, self)


def bitwise_xor_Scalar_Tensor(self, other):
    return ops.bitwise_xor(other, self)


def bitwise_left_shift_Scalar_Tensor(self, other):
    return ops.bitwise_left_shift(torch.tensor(self), other)


def bitwise_right_shift_Scalar_Tensor(self, other):
    return ops.bitwise_right_shift(torch.tensor(self), other)


# ---- counts
def histogram_bin_ct(self, bins, range, weight, density):
    from torch._histograms import counted, ends_of_bins
    ends = ends_of_bins("histogram", self.reshape(-1, 1), [bins], range)
    return counted(self.reshape(-1, 1), ends, None if weight is None else weight.reshape(-1), density), ends[0]


def histogram_bins_tensor(self, bins, weight, density):
    from torch._histograms import counted
    return counted(self.reshape(-1, 1), [bins], None if weight is None else weight.reshape(-1), density), bins.clone()


# ---- normalisation
def _native_batch_norm_legit_no_stats(input, weight, bias, training, momentum, eps):
    result = ops.native_batch_norm(input, weight, bias, None, None, training, momentum, eps)
    _name_node(result[0], "NativeBatchNormLegitBackward1")
    return result


# ---- products
def outer(self, vec2):
    for name, rank in (("self", self.dim()), ("vec2", vec2.dim())):
        if rank != 1:
            raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {rank}-D")
    return ops.mul(ops.unsqueeze(self, 1), vec2)


def _rows_times(self, other):
    """All leading dimensions are rows of one product with a matrix or vector."""
    lead = list(self.shape[:-1])
    rows = ops.reshape(self, [_product(lead), self.shape[-1]])
    if other.dim() == 1:
        return _name_node(ops.view(ops.mv(rows, other), lead), "UnsafeViewBackward0")
    return _name_node(ops.view(ops.mm(rows, other), lead + [other.shape[1]]), "UnsafeViewBackward0")


def _turned_product(self, other):
    """A matrix, or vector, times matrices, by the product that their transposes are."""
    turned = ops.transpose(other, -2, -1)
    if self.dim() == 1:
        return _rows_times(turned, self)
    return ops.contiguous(ops.transpose(_rows_times(turned, ops.t(self)), -2, -1))


def matmul(self, other):
    rank, rank_other = self.dim(), other.dim()
    if rank == 2 and rank_other == 2:
        return ops.mm(self, other)
    if rank == 0 or rank_other == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {rank}D and {rank_other}D")
    if rank == 1 and rank_other == 1:
        return ops.dot(self, other)
    if rank == 2 and rank_other == 1:
        return ops.mv(self, other)
    if rank == 1 and rank_other == 2:
        return _name_node(ops.squeeze(ops.mm(ops.unsqueeze(self, 0), other), 0), "SqueezeBackward4")
    if rank_other <= 2:
        return _rows_times(self, other)
    if rank == 3 and rank_other == 3 and self.shape[0] == other.shape[0]:
        out = ops.bmm(self, other)
        return _name_node(ops.view(out, out.shape), "UnsafeViewBackward0")
    # One matrix for all of a batch. Where it has a gradient, an expanded one is avoided.
    recorded = torch.is_grad_enabled()
    if recorded and rank == 3 and rank_other == 3:
        if other.shape[0] == 1 and other.requires_grad:
            return _rows_times(self, ops.squeeze(other, 0))
        if self.shape[0] == 1 and self.requires_grad:
            return _turned_product(ops.squeeze(self, 0), other)
    if recorded and rank <= 2 and self.requires_grad:
        return _turned_product(self, other)
    # Batches: vectors become matrices, leading dimensions broadcast.
    a = ops.unsqueeze(self, 0) if rank == 1 else self
    b = ops.unsqueeze(other, 1) if rank_other == 1 else other
    batch = _broadcast(a.shape[:-2], b.shape[:-2])
    count = _product(batch)
    left, right = list(a.shape[-2:]), list(b.shape[-2:])
    out = ops.bmm(ops.reshape(ops.expand(a, batch + left), [count] + left),
                  ops.reshape(ops.expand(b, batch + right), [count] + right))
    rows = [] if rank == 1 else left[:1]
    columns = [] if rank_other == 1 else right[1:]
    return _name_node(ops.view(out, batch + rows + columns), "UnsafeViewBackward0")


# ---- convolutions
def _spread(values, count, name, rank):
    """One number of a list stands for all dimensions of the weight, an int for those of the function."""
    values = [values] * count if isinstance(values, int) else list(values)
    if len(values) == 1:
        return values * rank
    if len(values) != rank:
        raise RuntimeError(f"expected {name} to be a single integer value or a list of {rank} values to match the "
                           f"convolution dimensions, but got {name}={values}")
    return values


def _require_ranks(function, count, input, weight):
    if input.dim() != count + 1 and input.dim() != count + 2:
        raise RuntimeError(f"Expected {count + 1}D (unbatched) or {count + 2}D (batched) input to {function}, but got input "
                           f"of size: {list(input.shape)}")
    if weight.dim() < 3:
        raise RuntimeError("weight should have at least three dimensions")


def _convolution(function, count, input, weight, bias, stride, padding, dilation, groups, transposed=False, output_padding=0):
    _require_ranks(function, count, input, weight)
    if input.is_complex() or weight.is_complex():
        return _complex_convolution(function, count, input, weight, bias, stride, padding, dilation, groups, transposed, output_padding)
    rank = weight.dim() - 2
    stride, padding = _spread(stride, count, "stride", rank), _spread(padding, count, "padding", rank)
    dilation, output_padding = _spread(dilation, count, "dilation", rank), _spread(output_padding, count, "output_padding", rank)
    if input.dim() == count + 2:
        return ops.convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups)
    return ops.squeeze(ops.convolution(ops.unsqueeze(input, 0), weight, bias, stride, padding, dilation, transposed,
                                       output_padding, groups), 0)


def _complex_convolution(function, count, input, weight, bias, *how):
    """(a + bi) * (c + di) by three products: ac, bd and (a + b)(c + d)."""
    a, b, c, d = ops.real(input), ops.imag(input), ops.real(weight), ops.imag(weight)
    first = _convolution(function, count, a, c, None, *how)
    second = _convolution(function, count, b, d, None, *how)
    both = _convolution(function, count, a + b, c + d, None, *how)
    result = ops.complex(first - second, both - first - second)
    if bias is not None:
        result = result + bias.reshape([-1] + [1] * count)
    return _name_node(result, "AddBackward0" if input.dim() == count + 2 else "SqueezeBackward1")


def _convolution_by_name(function, count, input, weight, bias, stride, padding, dilation, groups):
    """With padding "same": what does not divide evenly goes to the end."""
    if padding == "valid":
        return _convolution(function, count, input, weight, bias, stride, 0, dilation, groups)
    if padding != "same":
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    _require_ranks(function, count, input, weight)
    if weight.dim() != count + 2:
        raise RuntimeError(f"Expected {weight.dim()}-dimensional input for {weight.dim()}-dimensional weight"
                           f"{list(weight.shape)}, but got {count + 2}-dimensional input of size {list(input.shape)} instead")
    stride, dilation = _listed(stride), _listed(dilation)
    for step in stride:
        if step != 1:
            raise RuntimeError("padding='same' is not supported for strided convolutions")
    for name, values in (("stride", stride), ("dilation", dilation)):
        if len(values) != 1 and len(values) != count:
            raise RuntimeError(f"{name} cannot broadcast to {count} dimensions")
    dilation = _spread(dilation, count, "dilation", count)
    total = [dilation[i] * (weight.shape[i + 2] - 1) for i in range(count)]
    rest = []
    for i in range(count):
        rest = [0, total[i] % 2] + rest  # constant_pad_nd counts from the last dimension
    if 1 in rest:
        input = ops.constant_pad_nd(input, rest, 0)
    return _convolution(function, count, input, weight, bias, 1, [each // 2 for each in total], dilation, groups)


def conv1d(input, weight, bias, stride, padding, dilation, groups):
    return _convolution("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias, stride, padding, dilation, groups):
    return _convolution("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias, stride, padding, dilation, groups):
    return _convolution("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


def conv1d_padding(input, weight, bias, stride, padding, dilation, groups):
    return _convolution_by_name("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


def conv2d_padding(input, weight, bias, stride, padding, dilation, groups):
    return _convolution_by_name("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


def conv3d_padding(input, weight, bias, stride, padding, dilation, groups):
    return _convolution_by_name("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


def conv_transpose1d(input, weight, bias, stride, padding, output_padding, groups, dilation):
    return _convolution("conv_transpose1d", 1, input, weight, bias, stride, padding, dilation, groups, True, output_padding)


def conv_transpose2d_input(input, weight, bias, stride, padding, output_padding, groups, dilation):
    return _convolution("conv_transpose2d", 2, input, weight, bias, stride, padding, dilation, groups, True, output_padding)


def conv_transpose3d_input(input, weight, bias, stride, padding, output_padding, groups, dilation):
    return _convolution("conv_transpose3d", 3, input, weight, bias, stride, padding, dilation, groups, True, output_padding)
