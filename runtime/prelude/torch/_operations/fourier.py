"""Discrete Fourier transforms, made of those of complex and of real numbers."""
import math

import torch
from torch import _C_ops as _ops
from torch._operations import _dimension

# How results are scaled, as the operations say it: not, by the root of the number of elements, by the number.
_UNSCALED = 0
_BY_ROOT = 1
_BY_SIZE = 2


def _scaling(norm, forward):
    if norm is None or norm == "backward":
        return _UNSCALED if forward else _BY_SIZE
    if norm == "forward":
        return _BY_SIZE if forward else _UNSCALED
    if norm == "ortho":
        return _BY_ROOT
    raise RuntimeError(f'Invalid normalization mode: "{norm}"')


def _inexact(input):
    """Integers as the default type."""
    if input.is_complex():
        return input
    if not input.is_floating_point():
        return input.to(torch.get_default_dtype())
    if input.dtype not in (torch.float32, torch.float64):
        raise NotImplementedError(f"Unsupported dtype {torch._scalar_type_name(input.dtype)}")
    return input


def _as_complex(input):
    input = _inexact(input)
    return input if input.is_complex() else input.to(torch.promote_types(input.dtype, torch.complex64))


def _required_real(input, name):
    if input.is_complex():
        raise TypeError(f"{name} expects a real input tensor, but got {torch._scalar_type_name(input.dtype)}")
    return _inexact(input)


def _axis(dim, rank):
    axis = _dimension(dim, rank)
    if rank == 0:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return axis


def _resized(input, dims, sizes):
    """Cut, or with zeros behind, to `sizes` along `dims`."""
    for dim, size in zip(dims, sizes):
        had = input.shape[dim]
        if size < had:
            input = input.narrow(dim, 0, size)
        elif size > had:
            input = torch.nn.functional.pad(input, [0, 0] * (input.dim() - 1 - dim) + [0, size - had])
    return input


def _checked_size(size):
    if size < 1:
        raise RuntimeError(f"Invalid number of data points ({size}) specified")
    return size


def _one(input, n, dim):
    """The dimension of a transform of one, and how many elements it takes."""
    dim = _axis(dim, input.dim())
    return dim, _checked_size(input.shape[dim] if n is None else n)


def _several(input, s, dim):
    """The dimensions of a transform of several, and how many elements it takes of each."""
    rank = input.dim()
    dims = None
    if dim is not None:
        dims = [_axis(d, rank) for d in ([dim] if isinstance(dim, int) else dim)]
        if len(set(dims)) != len(dims):
            raise RuntimeError("FFT dims must be unique")
    if s is None:
        dims = list(range(rank)) if dims is None else dims
        sizes = [input.shape[d] for d in dims]
    else:
        s = [s] if isinstance(s, int) else list(s)
        if dims is None:
            if len(s) > rank:
                raise RuntimeError(f"Got shape with {len(s)} values but input tensor only has {rank} dimensions.")
            dims = list(range(rank - len(s), rank))
        elif len(dims) != len(s):
            raise RuntimeError("When given, dim and shape arguments must have the same length")
        sizes = [input.shape[d] if n == -1 else n for d, n in zip(dims, s)]
    for size in sizes:
        _checked_size(size)
    return dims, sizes


def _transformed(input, dims, sizes, norm, forward):
    scaling = _scaling(norm, forward)
    input = _as_complex(input)
    if not dims:
        return input.clone()
    return _ops._fft_c2c(_resized(input, dims, sizes), dims, scaling, forward)


def _transformed_along(input, dim, n, norm, forward):
    """Along one dimension, where real numbers take half the work."""
    input = _inexact(input)
    if input.is_complex():
        return _transformed(input, [dim], [n], norm, forward)
    both_sides = _ops._fft_r2c(_resized(input, [dim], [n]), [dim], _scaling(norm, forward), False)
    return both_sides if forward else both_sides.conj()


def _half(input, dims, sizes, norm, forward):
    """One side of the transform of real numbers."""
    return _ops._fft_r2c(_resized(input, dims, sizes), dims, _scaling(norm, forward), True)


def _from_half(input, dims, sizes, norm, forward):
    """Real numbers of one side of their transform."""
    kept = sizes[:-1] + [sizes[-1] // 2 + 1]
    return _ops._fft_c2r(_resized(_as_complex(input), dims, kept), dims, _scaling(norm, forward), sizes[-1])


# ---- one dimension
def fft_fft(self, n, dim, norm):
    dim, n = _one(self, n, dim)
    return _transformed_along(self, dim, n, norm, True)


def fft_ifft(self, n, dim, norm):
    dim, n = _one(self, n, dim)
    return _transformed_along(self, dim, n, norm, False)


def fft_rfft(self, n, dim, norm):
    input = _required_real(self, "rfft")
    dim, n = _one(input, n, dim)
    return _half(input, [dim], [n], norm, True)


def fft_irfft(self, n, dim, norm):
    dim = _axis(dim, self.dim())
    n = _checked_size(2 * (self.shape[dim] - 1) if n is None else n)
    return _from_half(self, [dim], [n], norm, False)


def fft_hfft(self, n, dim, norm):
    dim = _axis(dim, self.dim())
    n = _checked_size(2 * (self.shape[dim] - 1) if n is None else n)
    return _from_half(_as_complex(self).conj(), [dim], [n], norm, True)


def fft_ihfft(self, n, dim, norm):
    input = _required_real(self, "ihfft")
    dim, n = _one(input, n, dim)
    return _half(input, [dim], [n], norm, False).conj()


# ---- several dimensions
def fft_fftn(self, s, dim, norm):
    dims, sizes = _several(self, s, dim)
    return _transformed(self, dims, sizes, norm, True)


def fft_ifftn(self, s, dim, norm):
    dims, sizes = _several(self, s, dim)
    return _transformed(self, dims, sizes, norm, False)


def _some(dims, name):
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")


def _several_of_half(input, s, dim, name):
    """Dimensions and sizes of _several, with the number of elements that the last dimension has on both sides."""
    dims, sizes = _several(input, s, dim)
    _some(dims, name)
    if s is None or not isinstance(s, int) and s[-1] == -1:
        sizes[-1] = _checked_size(2 * (input.shape[dims[-1]] - 1))
    return dims, sizes


def fft_rfftn(self, s, dim, norm):
    input = _required_real(self, "rfftn")
    dims, sizes = _several(input, s, dim)
    _some(dims, "rfftn")
    return _half(input, dims, sizes, norm, True)


def fft_irfftn(self, s, dim, norm):
    dims, sizes = _several_of_half(self, s, dim, "irfftn")
    return _from_half(self, dims, sizes, norm, False)


def fft_hfftn(self, s, dim, norm):
    dims, sizes = _several_of_half(self, s, dim, "hfftn")
    others = _resized(_as_complex(self), dims, sizes[:-1] + [sizes[-1] // 2 + 1])
    if len(dims) > 1:
        others = _transformed(others, dims[:-1], sizes[:-1], norm, True)
    return _from_half(others.conj(), dims[-1:], sizes[-1:], norm, True)


def fft_ihfftn(self, s, dim, norm):
    input = _required_real(self, "ihfftn")
    dims, sizes = _several(input, s, dim)
    _some(dims, "ihfftn")
    last = _half(_resized(input, dims, sizes), dims[-1:], sizes[-1:], norm, False).conj()
    if len(dims) > 1:
        last = _transformed(last, dims[:-1], sizes[:-1], norm, False)
    return last


def fft_fft2(self, s, dim, norm):
    return fft_fftn(self, s, dim, norm)


def fft_ifft2(self, s, dim, norm):
    return fft_ifftn(self, s, dim, norm)


def fft_rfft2(self, s, dim, norm):
    return fft_rfftn(self, s, dim, norm)


def fft_irfft2(self, s, dim, norm):
    return fft_irfftn(self, s, dim, norm)


def fft_hfft2(self, s, dim, norm):
    return fft_hfftn(self, s, dim, norm)


def fft_ihfft2(self, s, dim, norm):
    return fft_ihfftn(self, s, dim, norm)


# ---- frequencies
def _require_inexact(name, dtype):
    if dtype is not None and not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name} requires a floating point or complex dtype")


def _frequency(n, d):
    return 1.0 / (n * d) if n * d != 0 else math.inf


def fft_fftfreq(n, d, dtype, device):
    _require_inexact("fftfreq", dtype)
    positive = (n + 1) // 2
    numbers = torch.arange(n, dtype=dtype or torch.get_default_dtype(), device=device)
    numbers[positive:] -= n
    return numbers * _frequency(n, d)


def fft_rfftfreq(n, d, dtype, device):
    _require_inexact("rfftfreq", dtype)
    numbers = torch.arange(n // 2 + 1, dtype=dtype or torch.get_default_dtype(), device=device)
    return numbers * _frequency(n, d)


def _rolled(input, dim, shift):
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    return torch.roll(input, [shift(input.shape[d]) for d in dims], dims)


def fft_fftshift(self, dim):
    return _rolled(self, dim, lambda size: size // 2)


def fft_ifftshift(self, dim):
    return _rolled(self, dim, lambda size: (size + 1) // 2)
