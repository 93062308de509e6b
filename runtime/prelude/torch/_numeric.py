"""Numeric functions of torch that are made of others and that few programs use: loaded when first used."""
import math

import torch
from torch._out import stored

_interpolations = ("linear", "lower", "higher", "midpoint", "nearest")


def quantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    return stored("quantile", _quantile("quantile", input, q, dim, keepdim, interpolation, False), out)


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear", out=None):
    return stored("nanquantile", _quantile("nanquantile", input, q, dim, keepdim, interpolation, True), out)


def _quantile(name, input, q, dim, keepdim, interpolation, ignore_nan):
    if input.numel() == 0:
        raise RuntimeError(f"{name}() input tensor must be non-empty")
    if input.dtype not in (torch.float32, torch.float64):
        raise RuntimeError(f"{name}() input tensor must be either float or double dtype")
    if interpolation not in _interpolations:
        raise RuntimeError(f"{name}() interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
                           f"{interpolation}")
    if isinstance(q, torch.Tensor):
        if q.dim() > 1:
            raise RuntimeError(f"{name}() q must be a scalar or 1D tensor")
        if q.dtype != input.dtype:
            raise RuntimeError(f"{name}() q tensor must be same dtype as the input tensor")
    else:
        if not 0 <= q <= 1:
            raise RuntimeError(f"{name}() q must be in the range [0, 1] but got {q}")
        q = torch.tensor(q, dtype=input.dtype, device=input.device)
    if not ((q >= 0) & (q <= 1)).all():
        raise RuntimeError(f"{name}() q values must be in the range [0, 1]")
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
def deg2rad(input, *, out=None):
    return stored("deg2rad", input * (math.pi / 180), out)


def rad2deg(input, *, out=None):
    return stored("rad2deg", input * (180 / math.pi), out)


def positive(input):
    if input.dtype == torch.bool:
        raise NotImplementedError("The `+` operator, on a bool tensor is not supported.")
    return input


def _is_complex(value):
    return value.is_complex() if isinstance(value, torch.Tensor) else isinstance(value, complex)


def float_power(input, exponent, *, out=None):
    wide = torch.complex128 if _is_complex(input) or _is_complex(exponent) else torch.float64
    if isinstance(input, torch.Tensor):
        base = input.to(wide)
    else:
        base = complex(input) if isinstance(input, complex) else float(input)
    result = torch.pow(base, exponent.to(wide) if isinstance(exponent, torch.Tensor) else exponent)
    return stored("float_power", result, out)


def ldexp(input, other, *, out=None):
    for number, (name, value) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(value, torch.Tensor):
            raise TypeError(f"ldexp(): argument '{name}' (position {number}) must be Tensor, not {type(value).__name__}")
    if input.is_floating_point() and not (other.is_floating_point() or other.is_complex()):
        exact = torch.float64 if input.dtype == torch.float64 else torch.float32
        result = (input * torch.pow(torch.full((), 2.0, dtype=exact, device=other.device), other)).to(input.dtype)
    elif input.dtype in (torch.float64, torch.float16, torch.bfloat16) or input.is_complex():
        result = input * torch.pow(torch.full((), 2.0, dtype=input.dtype, device=other.device), other)
    else:
        result = input * torch.pow(2.0, other)
    return stored("ldexp", result, out)


def sinc(input, *, out=None):
    x = input * math.pi
    zero = input == 0
    return stored("sinc", torch.where(zero, torch.ones_like(x), x.sin() / torch.where(zero, 1.0, x)), out)


def mvlgamma(input, p, *, out=None):
    """The logarithm of the gamma function of p dimensions."""
    if p < 1:
        raise RuntimeError("p has to be greater than or equal to 1")
    x = input if input.is_floating_point() else input.to(torch.get_default_dtype())
    steps = torch.arange(0.5 - p / 2, 0.5, 0.5, dtype=x.dtype, device=x.device)
    return stored("mvlgamma", (x.unsqueeze(-1) + steps).lgamma().sum(-1) + p * (p - 1) * math.log(math.pi) * 0.25, out)


def clamp_(input, min=None, max=None):
    return input.clamp_(min, max)


clip_ = clamp_


def celu_(input, alpha=1.0):
    from torch.nn.functional import celu
    return celu(input, alpha, True)


def _slopes(input, d, steps, edge_order):
    """Differences along a dimension over `steps`, the distances of neighbours: one number, or a tensor of them."""
    size = input.shape[d]

    def part(first, count):
        return input.narrow(d, first % size, count)

    if not isinstance(steps, torch.Tensor):
        inner = (part(2, size - 2) - part(0, size - 2)) / (2.0 * steps)
        if edge_order == 1:
            first, last = (part(1, 1) - part(0, 1)) / float(steps), (part(-1, 1) - part(-2, 1)) / float(steps)
        else:
            first = (part(0, 1) * -1.5 + part(1, 1) * 2.0 - part(2, 1) * 0.5) / float(steps)
            last = (part(-3, 1) * 0.5 - part(-2, 1) * 2.0 + part(-1, 1) * 1.5) / float(steps)
        return torch.cat([first, inner, last], d)
    shape = [1] * input.dim()
    shape[d] = -1
    before, after = steps[:-1].reshape(shape), steps[1:].reshape(shape)
    inner = (part(0, size - 2) * (-after / (before * (before + after))) + part(1, size - 2) * ((after - before) / (before * after))
             + part(2, size - 2) * (before / (after * (before + after))))
    if edge_order == 1:
        return torch.cat([(part(1, 1) - part(0, 1)) / steps[0], inner, (part(-1, 1) - part(-2, 1)) / steps[-1]], d)
    a, b = steps[0], steps[1]
    first = part(0, 1) * (-(2.0 * a + b) / (a * (a + b))) + part(1, 1) * ((a + b) / (a * b)) + part(2, 1) * (-a / (b * (a + b)))
    a, b = steps[-2], steps[-1]
    last = part(-3, 1) * (b / (a * (a + b))) + part(-2, 1) * (-(a + b) / (a * b)) + part(-1, 1) * ((a + 2.0 * b) / (b * (a + b)))
    return torch.cat([first, inner, last], d)


def gradient(input, *, spacing=None, dim=None, edge_order=1):
    spacing = 1 if spacing is None else spacing
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    dims = list(range(input.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    if isinstance(spacing, (int, float)) or isinstance(spacing, torch.Tensor) and spacing.dim() == 0:
        spacing = [spacing] * len(dims)
    elif len(spacing) != len(dims):
        raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the "
                           f"same length, but got a spacing argument of length {len(spacing)} and a dim argument of length {len(dims)}.")
    seen = []
    for d in dims:
        size = input.size(d)
        if d % input.dim() in seen:
            raise RuntimeError(f"dim {d % input.dim()} appears multiple times in the list of dims")
        seen.append(d % input.dim())
        if size < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    result = []
    for d, steps in zip(seen, spacing):
        if isinstance(steps, torch.Tensor):
            steps = steps.diff() if steps.dim() else steps.item()
        result.append(_slopes(input, d, steps, edge_order))
    return tuple(result)


def renorm(input, p, dim, maxnorm, *, out=None):
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    if not -input.dim() <= dim < input.dim():
        raise IndexError(f"Dimension out of range (expected to be in range of [{-input.dim()}, {input.dim() - 1}], but got "
                         f"{dim})")
    dims = [d for d in range(input.dim()) if d != dim % input.dim()]
    norm = torch.linalg.vector_norm(input, p, dims, keepdim=True)
    result = input * torch.where(norm > maxnorm, maxnorm / (norm + 1e-7), torch.ones_like(norm))
    return stored("renorm", result.contiguous(), out)


# ---- shapes
def rot90(input, k=1, dims=(0, 1)):
    if len(dims) != 2:
        raise RuntimeError(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if input.dim() < 2:
        raise RuntimeError(f"expected total dims >= 2, but got total dims = {input.dim()}")
    a, b = dims
    if a == b or abs(a - b) == input.dim():
        raise RuntimeError(f"expected rotation dims to be different, but got dim0 = {a} and dim1 = {b}")
    k %= 4
    if k == 1:
        return input.flip(b).transpose(a, b)
    if k == 2:
        return input.flip([a, b])
    if k == 3:
        return input.flip(a).transpose(a, b)
    return input.clone(memory_format=torch.contiguous_format)


def _split(name, input, where, dim, least):
    if input.dim() < least:
        raise RuntimeError(f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor "
                           f"with {input.dim()} dimensions!")
    if isinstance(where, int) and (where == 0 or input.shape[dim] % where):
        raise RuntimeError(f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
                           f"{input.shape[dim]} is not divisible by the split_size {where}!")
    return torch.tensor_split(input, where, dim)


def hsplit(input, indices_or_sections):
    return _split("hsplit", input, indices_or_sections, 0 if input.dim() == 1 else 1, 1)


def vsplit(input, indices_or_sections):
    return _split("vsplit", input, indices_or_sections, 0, 2)


def dsplit(input, indices_or_sections):
    return _split("dsplit", input, indices_or_sections, 2, 3)


def msort(input, *, out=None):
    return stored("msort", input.sort(0).values, out)


def narrow_copy(input, dim, start, length, *, out=None):
    if dim >= input.dim():
        raise RuntimeError("Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.  (Could this error "
                           "message be improved?  If so, please report an enhancement request to PyTorch.)")
    return stored("narrow_copy", input.narrow(dim, start, length).clone(memory_format=torch.contiguous_format), out)


def unravel_index(indices, shape):
    shape = [shape] if isinstance(shape, int) else shape.tolist() if isinstance(shape, torch.Tensor) else list(shape)
    if not shape:
        return ()
    below = [1] * len(shape)
    for d in range(len(shape) - 1, 0, -1):
        below[d - 1] = below[d] * shape[d]
    steps, sizes = [torch.tensor(each, device=indices.device) for each in (below, shape)]
    return (indices.unsqueeze(-1).floor_divide(steps) % sizes).unbind(-1)


def _check_put(input, index, source):
    if index.dtype is not torch.int64:
        raise RuntimeError(f"put_(): Expected a long tensor for index, but got {torch._scalar_type_name(index.dtype)}")
    if input.dtype is not source.dtype:
        raise RuntimeError("put_(): self and source expected to have the same dtype, but got self.dtype = "
                           f"{torch._scalar_type_name(input.dtype)} and source.dtype = {torch._scalar_type_name(source.dtype)}")
    if source.numel() != index.numel():
        raise IndexError("put_(): Expected source and index to have the same number of elements, but got source.numel() = "
                         f"{source.numel()}, index.numel() = {index.numel()}")
    if input.numel() == 0 and index.numel() > 0:
        raise IndexError("put_(): Tried to put elements into an empty tensor")


def put(input, index, source, accumulate=False):
    _check_put(input, index, source)
    flat = input.reshape(-1).index_put((index.reshape(-1),), source.reshape(-1), accumulate)
    return torch.empty_like(input).copy_(flat.reshape(input.shape))


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=False):
    result = torch.as_tensor(obj, dtype=dtype)
    if copy and result is obj:
        result = result.clone()
    return result.detach().requires_grad_(requires_grad) if result is not obj or requires_grad else result


# ---- products and norms
def vdot(input, other, *, out=None):
    return stored("vdot", input.conj().dot(other), out)


def dist(input, other, p=2):
    return (input - other).norm(p)


def logdet(input):
    sign, log = torch.linalg.slogdet(input)
    if input.is_complex():
        return sign.log() + log
    return log.masked_fill(sign < 0, math.nan)


def matrix_power(input, n, *, out=None):
    return torch.linalg.matrix_power(input, n, out=out)


def pinverse(input, rcond=1e-15):
    return torch.linalg.pinv(input, rtol=rcond)


def chain_matmul(*matrices, out=None):
    from warnings import warn
    warn("torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot "
         "instead, which accepts a list of two or more tensors rather than multiple parameters.", stacklevel=2)
    return torch.linalg.multi_dot(matrices, out=out)


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    size = y.shape[dim]
    middle = y.narrow(dim, 0, size - 1) + y.narrow(dim, 1, size - 1)
    if x is None:
        return (middle * (dx / 2.0)).cumsum(dim)
    if x.dim() == 1:
        shape = [1] * y.dim()
        shape[dim] = size
        x = x.view(shape)
    return (middle * (x.narrow(dim, 1, size - 1) - x.narrow(dim, 0, size - 1)) / 2.0).cumsum(dim)


def is_signed(input):
    return input.dtype not in (torch.uint8, torch.bool)


def is_same_size(input, other):
    return input.shape == other.shape


def get_device(input):
    return input.get_device()


# ---- windows
def _window(length, periodic, options, value):
    if length < 0:
        raise RuntimeError(f"window requires non-negative window_length, got window_length={length}")
    if length == 0:
        return torch.empty(0, **options)
    if length == 1:
        return torch.ones(1, **options)
    return value(torch.arange(length, **options), length if periodic else length - 1)


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, **options):
    options.setdefault("dtype", torch.get_default_dtype())
    return _window(window_length, periodic, options, lambda n, d: alpha - beta * (n * (math.pi * 2 / d)).cos())


def hann_window(window_length, periodic=True, **options):
    return hamming_window(window_length, periodic, 0.5, 0.5, **options)


def blackman_window(window_length, periodic=True, **options):
    options.setdefault("dtype", torch.get_default_dtype())

    def value(n, d):
        n = n * (math.pi / d)
        return (n * 4).cos() * 0.08 - (n * 2).cos() * 0.5 + 0.42
    return _window(window_length, periodic, options, value)


def bartlett_window(window_length, periodic=True, **options):
    options.setdefault("dtype", torch.get_default_dtype())

    def value(n, d):
        n = n * (2.0 / d)
        return torch.where(n > 1, 2 - n, n)
    return _window(window_length, periodic, options, value)


def kaiser_window(window_length, periodic=True, beta=12.0, **options):
    options.setdefault("dtype", torch.get_default_dtype())

    def value(n, d):
        n = n * (2.0 / d) - 1.0
        return torch.i0((1 - n * n).sqrt() * beta) / torch.i0(torch.tensor(beta, dtype=n.dtype))
    return _window(window_length, periodic, options, value)
