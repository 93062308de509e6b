"""Numeric operations that are made of others: quantiles, sums along curves, statistics, elements, products."""
import math

import torch
from torch import _C_ops as ops
from torch._C_autograd import _name_node

_interpolations = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile(self, q, dim, keepdim, interpolation):
    return _name_node(_quantile(self, q, dim, keepdim, interpolation, False), "SqueezeBackward4")


def quantile_scalar(self, q, dim, keepdim, interpolation):
    return _name_node(_quantile(self, q, dim, keepdim, interpolation, False), "SqueezeBackward4")


def nanquantile(self, q, dim, keepdim, interpolation):
    return _name_node(_quantile(self, q, dim, keepdim, interpolation, True), "SqueezeBackward4")


def nanquantile_scalar(self, q, dim, keepdim, interpolation):
    return _name_node(_quantile(self, q, dim, keepdim, interpolation, True), "SqueezeBackward4")


def _quantile(input, q, dim, keepdim, interpolation, ignore_nan):
    if input.numel() == 0:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if not isinstance(q, torch.Tensor) and not 0 <= q <= 1:
        raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
    if interpolation not in _interpolations:
        raise RuntimeError(f"quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
                           f"{interpolation}")
    if isinstance(q, torch.Tensor):
        if q.dim() > 1:
            raise RuntimeError("quantile() q must be a scalar or 1D tensor")
        if q.dtype != input.dtype:
            raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    else:
        q = torch.tensor(q, dtype=input.dtype, device=input.device)
    if not ((q >= 0) & (q <= 1)).all():
        raise RuntimeError("quantile() q values must be in the range [0, 1]")
    whole = dim is None or input.dim() == 0
    values = input.flatten() if whole else input.movedim(dim, -1)
    values = values.sort(-1).values
    size = values.shape[-1]
    if ignore_nan:
        last = ((~values.isnan()).sum(-1, keepdim=True) - 1).clamp(min=0)
    else:
        last = torch.full_like(values[..., :1], size - 1, dtype=torch.int64)
    ranks = q.reshape(-1) * last.to(values.dtype)
    if not ignore_nan:
        ranks = ranks.masked_fill(values[..., -1:].isnan(), size - 1)
    if interpolation == "lower":
        ranks = ranks.floor()
    elif interpolation == "higher":
        ranks = ranks.ceil()
    elif interpolation == "nearest":
        ranks = ranks.round()
    below = ranks.long()
    result = values.gather(-1, below)
    if interpolation in ("linear", "midpoint"):
        weight = torch.full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - below
        result = result.lerp(values.gather(-1, ranks.ceil().long()), weight)
    result = result.movedim(-1, 0)
    if keepdim:
        shape = [1] * input.dim() if whole else list(input.shape)
        if not whole:
            shape[dim] = 1
        result = result.reshape([result.shape[0]] + shape)
    return result[0] if q.dim() == 0 else result


# ---- elements
def _require_real(name, input):
    if input.is_complex():
        raise NotImplementedError(f"{name} is not supported for complex tensors.")


def deg2rad(self):
    _require_real("deg2rad", self)
    return _name_node(self * (math.pi / 180), "Deg2RadBackward0")


def rad2deg(self):
    _require_real("rad2deg", self)
    return _name_node(self * (180 / math.pi), "Rad2DegBackward0")


def positive(self):
    if self.dtype == torch.bool:
        raise NotImplementedError("The `+` operator, on a bool tensor is not supported.")
    return self


def _is_complex(value):
    return value.is_complex() if isinstance(value, torch.Tensor) else isinstance(value, complex)


def float_power_Tensor_Tensor(self, exponent):
    return _power(self, exponent)


def float_power_Tensor_Scalar(self, exponent):
    return _power(self, exponent)


def float_power_Scalar(self, exponent):
    return _power(self, exponent)


def _power(input, exponent):
    wide = torch.complex128 if _is_complex(input) or _is_complex(exponent) else torch.float64
    if isinstance(input, torch.Tensor):
        base = input.to(wide)
    else:
        base = complex(input) if isinstance(input, complex) else float(input)
    return torch.pow(base, exponent.to(wide) if isinstance(exponent, torch.Tensor) else exponent)


def ldexp_Tensor(self, other):
    if self.is_floating_point() and not (other.is_floating_point() or other.is_complex()):
        # In float64, which holds the powers of two up to the 1000th: three reach over all of its numbers.
        result, rest = self.to(torch.float64), other.to(torch.int64)
        two = torch.full((), 2.0, dtype=torch.float64, device=other.device)
        for _ in range(3 if self.dtype == torch.float64 else 1):
            power = rest.clamp(-1000, 1000)
            result, rest = result * torch.pow(two, power), rest - power
        result = result.to(self.dtype)
    elif self.dtype in (torch.float64, torch.float16, torch.bfloat16) or self.is_complex():
        result = self * torch.pow(torch.full((), 2.0, dtype=self.dtype, device=other.device), other)
    else:
        result = self * torch.pow(2.0, other)
    return _name_node(result, "LdexpBackward0")


def sinc(self):
    from torch._node_functions import Sinc
    return Sinc.apply(self)


def mvlgamma(self, p):
    """The logarithm of the gamma function of p dimensions."""
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    x = self if self.is_floating_point() else self.to(torch.get_default_dtype())
    steps = torch.arange(0.5 - p / 2, 0.5, 0.5, dtype=x.dtype, device=x.device)
    return _name_node((x.unsqueeze(-1) + steps).lgamma().sum(-1) + p * (p - 1) * math.log(math.pi) * 0.25, "MvlgammaBackward0")


def special_ndtr(self):
    """The standard normal distribution function."""
    x = self if self.is_floating_point() or self.is_complex() else self.to(torch.get_default_dtype())
    return _name_node(((x * math.sqrt(0.5)).erf() + 1) * 0.5, "MulBackward1")


def special_round(self, decimals):
    if not self.is_floating_point():
        raise NotImplementedError(f"\"round_vml_cpu\" not implemented for '{torch._scalar_type_name(self.dtype)}'")
    return _name_node(torch.round(self, decimals=decimals), "RoundBackward1")


def is_signed(self):
    return self.is_signed()


def is_same_size(self, other):
    return self.is_same_size(other)


# ---- sums along curves
def _steps(y, x, dim):
    """Distances of neighbours along a dimension, shaped to go with y."""
    dim = dim % y.dim()  # a dimension of y, whichever x has
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = y.shape[dim]
        x = x.view(shape)
    elif x.dim() < y.dim():
        x = x.view([1] * (y.dim() - x.dim()) + list(x.shape))
    count = x.shape[dim] - 1
    return x.narrow(dim, 1, count) - x.narrow(dim, 0, count)


def _pair_sums(y, dim):
    size = y.shape[dim]
    return y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)


def _nothing_along(y, dim):
    return y.new_zeros([s for d, s in enumerate(y.shape) if d != dim % y.dim()])


def trapezoid_x(y, x, dim):
    if y.shape[dim] == 0:
        return _nothing_along(y, dim)
    return _name_node((_pair_sums(y, dim) * _steps(y, x, dim)).sum(dim) / 2.0, "DivBackward1")


def trapezoid_dx(y, dx, dim):
    if isinstance(dx, complex):
        raise RuntimeError("trapezoid: Currently, we only support dx as a real number.")
    if y.shape[dim] == 0:
        return _nothing_along(y, dim)
    return _name_node((y.sum(dim) - (y.select(dim, 0) + y.select(dim, -1)) * 0.5) * dx, "MulBackward1")


def trapz_x(y, x, dim):
    return trapezoid_x(y, x, dim)


def trapz_dx(y, dx, dim):
    return trapezoid_dx(y, dx, dim)


def cumulative_trapezoid_x(y, x, dim):
    return _name_node((_pair_sums(y, dim) * _steps(y, x, dim) / 2.0).cumsum(dim), "DivBackward1")


def cumulative_trapezoid_dx(y, dx, dim):
    return (_pair_sums(y, dim) * (dx / 2.0)).cumsum(dim)


def diff(self, n, dim, prepend, append):
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    if self.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n == 0:
        return _name_node(self.clone(), "CopyBackwards")
    parts = [part for part in (prepend, self, append) if part is not None]
    result = torch.cat(parts, dim) if len(parts) > 1 else self
    for _ in range(min(n, result.shape[dim])):
        size = result.shape[dim]
        upper, lower = result.narrow(dim, 1, size - 1), result.narrow(dim, 0, size - 1)
        result = upper ^ lower if result.dtype == torch.bool else upper - lower
    return result


# ---- statistics
def cov(self, correction, fweights, aweights):
    input = self
    if input.dim() > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input.dim()} "
                           "dimensions")
    rows = input.reshape(1, -1) if input.dim() < 2 else input
    for name, given in (("fweights", fweights), ("aweights", aweights)):
        if given is None:
            continue
        if given.dim() > 1:
            raise RuntimeError(f"cov(): expected {name} to have one or fewer dimensions but got {name} with {given.dim()} dimensions")
        if given.is_floating_point() != (name == "aweights"):
            raise RuntimeError(f"cov(): expected {name} to have {'floating point' if name == 'aweights' else 'integral'} dtype but "
                               f"got {name} with {torch._scalar_type_name(given.dtype)} dtype")
        if given.numel() != rows.shape[1]:
            raise RuntimeError(f"cov(): expected {name} to have the same numel as there are observations in the input but got "
                               f"{given.numel()} != {rows.shape[1]}")
        if given.numel() > 0 and given.min() < 0:
            raise RuntimeError(f"cov(): {name} cannot be negative")
    weights = fweights
    if aweights is not None:
        weights = aweights if fweights is None else fweights * aweights
    if weights is None:
        total = rows.shape[1]
        mean = rows.sum(1, keepdim=True) / total
        spread = total - correction
    else:
        total = weights.sum()
        if total == 0:
            raise RuntimeError("cov(): weights sum to zero, can't be normalized")
        mean = (rows * weights).sum(1, keepdim=True) / total
        if aweights is None or correction == 0:
            spread = total - correction
        else:
            spread = total - correction * (weights * aweights).sum() / total
    if spread <= 0:
        from warnings import warn
        warn("cov(): degrees of freedom is <= 0")
        spread = 0 if weights is None else torch.zeros_like(total)
    centred = rows - mean
    right = centred if weights is None else centred * weights
    return (centred.mm(right.t().conj()) / spread).squeeze()


def corrcoef(self):
    if self.dim() > 2:
        raise RuntimeError(f"corrcoef(): expected input to have two or fewer dimensions but got an input with "
                           f"{self.dim()} dimensions")
    c = cov(self, 1, None, None)
    if c.dim() == 0:
        return c / c
    deviation = torch.real(c.diag()).sqrt()
    scaled = c / deviation.unsqueeze(-1) / deviation.unsqueeze(0)
    if scaled.is_complex():
        return torch.complex(scaled.real.clip(-1, 1), scaled.imag.clip(-1, 1))
    return scaled.clip(-1, 1)


# ---- sets
def _require_order(*dtypes):
    for dtype in dtypes:
        if dtype == torch.bool or dtype.is_complex:
            raise NotImplementedError(f"Unsupported input type encountered for isin(): {torch._scalar_type_name(dtype)}")


def _dtype_of(number):
    return torch.tensor(number).dtype if not isinstance(number, complex) else torch.complex128


def isin_Tensor_Tensor(elements, test_elements, assume_unique, invert):
    _require_order(elements.dtype, test_elements.dtype)
    if test_elements.numel() < int(10 * elements.numel() ** 0.145):
        # So few are compared with each element.
        found = (elements.unsqueeze(-1) == test_elements.reshape(-1)).any(-1)
    else:
        common = torch.promote_types(elements.dtype, test_elements.dtype)
        elements, known = elements.to(common), test_elements.reshape(-1).to(common).sort().values
        # NaNs come last: searched as the largest numbers, which they do not equal.
        ordered = known.masked_fill(known.isnan(), math.inf) if common.is_floating_point else known
        places = torch.searchsorted(ordered, elements).clamp(max=known.shape[0] - 1)
        found = known[places] == elements
    return ~found if invert else found


def isin_Tensor_Scalar(elements, test_element, assume_unique, invert):
    _require_order(elements.dtype, _dtype_of(test_element))
    found = elements == test_element
    return ~found if invert else found


def isin_Scalar_Tensor(element, test_elements, assume_unique, invert):
    _require_order(_dtype_of(element), test_elements.dtype)
    found = (test_elements == element).any()
    return ~found if invert else found


# ---- products and distances
def cross(self, other, dim):
    if self.dtype != other.dtype:
        raise RuntimeError(f"expected scalar type {torch._scalar_type_name(self.dtype)} but found "
                           f"{torch._scalar_type_name(other.dtype)}")
    if dim is None:
        for d in range(self.dim()):
            if self.shape[d] == 3:
                dim = d
                break
        else:
            raise RuntimeError("no dimension of size 3 in input")
    return ops.linalg_cross(self, other, dim=dim)


def inner(self, other):
    if self.dim() == 0 or other.dim() == 0:
        return self * other
    if self.shape[-1] != other.shape[-1]:
        raise RuntimeError("inner() the last dimension must match on both input tensors but got shapes "
                           f"{list(self.shape)} and {list(other.shape)}")
    return torch.tensordot(self, other, [[-1], [-1]])


def kron(self, other):
    rank = max(self.dim(), other.dim())
    a = self.reshape([1] * (rank - self.dim()) + list(self.shape))
    b = other.reshape([1] * (rank - other.dim()) + list(other.shape))
    pairs_a, pairs_b, shape = [], [], []
    for d in range(rank):
        pairs_a += [a.shape[d], 1]
        pairs_b += [1, b.shape[d]]
        shape.append(a.shape[d] * b.shape[d])
    return _name_node((a.reshape(pairs_a) * b.reshape(pairs_b)).view(shape), "UnsafeViewBackward0")


def vdot(self, other):
    return _name_node(self.conj_physical().dot(other), "VdotBackward0")


def dist(self, other, p):
    return _name_node((self - other).norm(p), "DistBackward0")


def renorm(self, p, dim, maxnorm):
    input = self
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    if not -input.dim() <= dim < input.dim():
        raise IndexError(f"Dimension out of range (expected to be in range of [{-input.dim()}, {input.dim() - 1}], but got "
                         f"{dim})")
    for name, number in (("p", p), ("maxnorm", maxnorm)):
        if isinstance(number, complex):
            raise RuntimeError(f"renorm: {name} must be real-valued")
    if p <= 0:
        raise RuntimeError("renorm: non-positive-norm not supported")
    if not maxnorm >= 0:
        raise RuntimeError(f"renorm: expected maxnorm to be >= 0 but got {maxnorm}")
    dims = [d for d in range(input.dim()) if d != dim % input.dim()]
    norm = torch.linalg.vector_norm(input, p, dims, keepdim=True)
    result = input * torch.where(norm > maxnorm, maxnorm / (norm + 1e-7), torch.ones_like(norm))
    return _name_node(result.contiguous(), "RenormBackward0")
