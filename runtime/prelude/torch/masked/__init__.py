"""Reductions and normalisations of the elements that a mask leaves: the others count for what changes no result."""
import torch

__all__ = ["amax", "amin", "argmax", "argmin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median",
           "norm", "normalize", "prod", "softmax", "softmin", "std", "sum", "var"]
_summed_as_int64 = (torch.uint8, torch.bool, torch.int8, torch.int16, torch.int32)


def _lowest(dtype):
    return -torch.inf if dtype.is_floating_point or dtype.is_complex else torch.iinfo(dtype).min


def _highest(dtype):
    return torch.inf if dtype.is_floating_point or dtype.is_complex else torch.iinfo(dtype).max


def _dims(dim, rank):
    """Dimensions to reduce, in order; all of them for None and ()."""
    if dim is None or dim == ():
        return tuple(range(rank))
    rank = max(rank, 1)
    given = [dim] if isinstance(dim, int) else list(dim)
    counted = [d % rank for d in given]  # from the first dimension
    for i, d in enumerate(given):
        if d in counted[:i]:
            raise RuntimeError(f"dim={d} appears multiple times in the list of dims")
        if not -rank <= d < rank:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {d})")
    return tuple(sorted(counted))


def _bools(input, mask):
    """The mask as one bool for each element."""
    if mask.shape != input.shape:
        if mask.dim() > input.dim():
            raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
        mask = torch.broadcast_to(mask.clone(), input.shape)
    return mask.to(torch.bool)


def _filled(input, mask, value):
    """The input with `value` where the mask is False."""
    if mask is None:
        return input
    return torch.where(_bools(input, mask), input, torch.tensor(value, dtype=input.dtype))


def _type_of_sum(input, dtype):
    if dtype is not None:
        return dtype
    return torch.int64 if input.dtype in _summed_as_int64 else input.dtype


def sum(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    dims = _dims(dim, input.dim())
    return torch.sum(_filled(input, mask, 0), dims, bool(keepdim), dtype=_type_of_sum(input, dtype))


def prod(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    dims = _dims(dim, input.dim())
    result = _filled(input, mask, 1).to(dtype=_type_of_sum(input, dtype))
    for d in reversed(dims):
        result = result.prod(dim=d, keepdim=bool(keepdim))
    return result


def cumsum(input, dim, *, dtype=None, mask=None):
    dtype = input.dtype if dtype is None else dtype
    return torch.cumsum(_filled(input, mask, 0), _dims(dim, input.dim())[0], dtype=dtype).to(dtype=dtype)


def cumprod(input, dim, *, dtype=None, mask=None):
    dtype = input.dtype if dtype is None else dtype
    return torch.cumprod(_filled(input, mask, 1), _dims(dim, input.dim())[0], dtype=dtype).to(dtype=dtype)


def amax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _lowest(input.dtype))
    return torch.amax(values, _dims(dim, input.dim()), bool(keepdim)).to(dtype=input.dtype if dtype is None else dtype)


def amin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _highest(input.dtype))
    return torch.amin(values, _dims(dim, input.dim()), bool(keepdim)).to(dtype=input.dtype if dtype is None else dtype)


def argmax(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _lowest(input.dtype))
    return torch.argmax(values, dim, bool(keepdim)).to(dtype=input.dtype if dtype is None else dtype)


def argmin(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _highest(input.dtype))
    return torch.argmin(values, dim, bool(keepdim)).to(dtype=input.dtype if dtype is None else dtype)


def _count(input, dim, keepdim, mask):
    if mask is None:
        return sum(torch.ones(input.shape, dtype=torch.int64, device=input.device), dim, keepdim=keepdim)
    return mask.sum(dim=dim, keepdim=bool(keepdim))


def mean(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    source = "Input" if dtype is None else "Optional"
    dtype = input.dtype if dtype is None else dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError(f"mean(): Could not infer output dtype. {source} dtype must be either a floating point or complex "
                         f"dtype. Got: {dtype}")
    mask = None if mask is None else _bools(input, mask)
    count = _count(input, dim, keepdim, mask)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / count


def median(input, dim=-1, *, keepdim=False, dtype=None, mask=None):
    dtype = input.dtype if dtype is None else dtype
    d = _dims(dim, input.dim())[0]
    floating = input.is_floating_point()
    values = _filled(input if floating else input.to(torch.float32), mask, torch.nan)
    result = torch.nanmedian(values, d, keepdim).values
    if floating:
        return result
    if torch.isnan(result).any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return result.to(dtype=dtype)


def logsumexp(input, dim=None, *, keepdim=False, dtype=None, mask=None):
    dims = _dims(dim, input.dim())
    values = input if mask is None else _filled(input, mask, _lowest(input.dtype))
    return torch.logsumexp(values, dims, keepdim=keepdim).to(dtype=input.dtype if dtype is None else dtype)


def logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None):
    one = input if input_mask is None else _filled(input, input_mask, _lowest(input.dtype))
    two = other if other_mask is None else _filled(other, other_mask, _lowest(other.dtype))
    return torch.logaddexp(one, two).to(dtype=input.dtype if dtype is None else dtype)


def norm(input, ord=2.0, dim=None, *, keepdim=False, dtype=None, mask=None):
    dtype = input.dtype if dtype is None else dtype
    values = _filled(input, mask, torch.inf if ord == -torch.inf else 0)
    return torch.linalg.vector_norm(values, ord, _dims(dim, input.dim()), bool(keepdim), dtype=dtype)


def var(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    if correction is None:
        correction = 0 if unbiased is False else 1
    if dtype is None:
        dtype = input.dtype if input.is_floating_point() or input.is_complex() else torch.float32
    computed = dtype if dtype.is_floating_point or dtype.is_complex else torch.float32
    mask = None if mask is None else _bools(input, mask)
    count = _count(input, dim, True, mask)
    rest = torch.subtract(input, sum(input, dim, keepdim=True, dtype=dtype, mask=mask) / count)
    total = sum(rest * rest.conj(), dim, keepdim=keepdim, dtype=computed, mask=mask)
    if not keepdim:
        count = count.reshape(total.shape)
    if correction != 0:
        count = (count.to(computed.to_real()) - correction).clamp(min=0)
    return (total / count).to(dtype=dtype)


def std(input, dim=None, unbiased=None, *, correction=None, keepdim=False, dtype=None, mask=None):
    return torch.sqrt(var(input, dim, unbiased, correction=correction, keepdim=keepdim, dtype=dtype, mask=mask))


def softmax(input, dim, *, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _lowest(input.dtype))
    return torch.softmax(values, _dims(dim, input.dim())[0], dtype=input.dtype if dtype is None else dtype)


def log_softmax(input, dim, *, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _lowest(input.dtype))
    return torch.log_softmax(values, _dims(dim, input.dim())[0], dtype=input.dtype if dtype is None else dtype)


def softmin(input, dim, *, dtype=None, mask=None):
    values = input if mask is None else _filled(input, mask, _highest(input.dtype))
    return torch.nn.functional.softmin(values, _dims(dim, input.dim())[0], dtype=input.dtype if dtype is None else dtype)


def normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None):
    length = norm(input, ord, dim, keepdim=True, dtype=dtype, mask=mask)
    return torch.divide(_filled(input, mask, 0), torch.maximum(length, length.new_full([], eps)))
