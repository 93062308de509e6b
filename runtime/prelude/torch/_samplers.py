"""Gamma, Dirichlet and binomial variables, in the streams of torch's CPU generator."""
from math import ceil, floor, lgamma, log, pi, sqrt

import torch
from torch.autograd import Function

__all__ = ["_dirichlet_grad", "_sample_dirichlet", "_standard_gamma", "_standard_gamma_grad", "binomial"]

_third = 0.3333333432674408  # 1 / 3 in float32, and 0.0331
_squeeze = 0.03310000151395798


class _Stream:
    """Uniform and normal numbers of double precision, one after the other."""

    def __init__(self, generator):
        self.generator = generator
        self.cell = torch.empty((), dtype=torch.float64)

    def uniform(self):
        return self.cell.uniform_(generator=self.generator).item()

    def normal(self):
        return self.cell.normal_(generator=self.generator).item()


def _gamma(stream, shape, d, inverse):
    """Marsaglia and Tsang 2000. A shape below 1 is raised by 1, which a power of a uniform number undoes."""
    if shape == 0.0 or shape != shape:
        return shape
    factor = (1.0 - stream.uniform()) ** inverse if shape < 1.0 else 1.0
    c = 1.0 / sqrt(9.0 * d)
    while True:
        z = stream.normal()
        root = 1.0 + c * z
        if root <= 0.0:
            continue
        cube, square = root * root * root, z * z
        u = 1.0 - stream.uniform()
        if u < 1.0 - _squeeze * square * square or log(u) < 0.5 * square + d * (1.0 - cube + log(cube)):
            return factor * d * cube


def _check(name, tensor):
    if tensor.dtype is not torch.float32 and tensor.dtype is not torch.float64:
        raise NotImplementedError(f"\"{name}\" not implemented for '{torch._scalar_type_name(tensor.dtype)}'")


def _gammas(shapes, generator, dtype):
    stream = _Stream(generator)
    raised = torch.where(shapes < 1.0, shapes + 1.0, shapes)
    columns = shapes.reshape(-1).tolist(), (raised - _third).reshape(-1).tolist(), shapes.reciprocal().reshape(-1).tolist()
    drawn = [_gamma(stream, *row) for row in zip(*columns)]
    values = torch.tensor(drawn, dtype=torch.float64, device=shapes.device).to(dtype)
    return values.clamp_(min=torch.finfo(dtype).tiny).view(shapes.shape)


class StandardGamma(Function):
    @staticmethod
    def forward(ctx, shapes, generator):
        result = _gammas(shapes.detach(), generator, shapes.dtype)
        ctx.save_for_backward(shapes, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        shapes, result = ctx.saved_tensors
        return grad * _standard_gamma_grad(shapes, result), None


class _Dirichlet(Function):
    @staticmethod
    def forward(ctx, concentration, generator):
        gammas = _gammas(concentration.detach().double(), generator, torch.float64)
        result = (gammas / gammas.sum(-1, True)).to(concentration.dtype)
        limits = torch.finfo(result.dtype)
        result.clamp_(limits.tiny, 1 - limits.eps / 2)
        ctx.save_for_backward(result, concentration)
        return result

    @staticmethod
    def backward(ctx, grad):
        result, concentration = ctx.saved_tensors
        total = concentration.sum(-1, True).expand_as(concentration)
        return _dirichlet_grad(result, concentration, total) * (grad - (result * grad).sum(-1, True)), None


def _standard_gamma(self, generator=None):
    _check("gamma_cpu", self)
    return StandardGamma.apply(self, generator)


def _sample_dirichlet(self, generator=None):
    _check("dirichlet", self)
    return _Dirichlet.apply(self, generator)


def _integral(width, reach, f):
    """The integral of f from 0 to where it has vanished, at `reach`: trapezoids after u = width * exp(s - exp(-s)), the double
    exponential rule (Takahasi and Mori 1974). f varies over `width` near 0."""
    steps = 160
    step = ((reach / width).log().clamp(min=3.5) + 3.75) / steps
    total = torch.zeros_like(width)
    for k in range(steps + 1):
        s = step * k - 3.75
        decay = (-s).exp()
        u = width * (s - decay).exp()
        total = total + f(u) * u * (1.0 + decay)
    return total * step


def _in_double(name, *tensors):
    for tensor in tensors:
        if tensor.dtype is not tensors[0].dtype:
            raise RuntimeError(f"Found dtype {torch._scalar_type_name(tensor.dtype)} but expected {torch._scalar_type_name(tensors[0].dtype)}")
    _check(name, tensors[0])
    return [tensor.detach().double() for tensor in torch.broadcast_tensors(*tensors)]


# Implicit differentiation (Figurnov et al. 2018): with F the distribution function and p the density at x, dx/da = -(dF/da) / p.
# dF/da integrates the density, times log(t) less its mean, over one side of x. The sides differ by sign alone; each is taken
# where its integrand keeps its sign, so that nothing cancels.

def _standard_gamma_grad(self, output):
    """How a gamma variable moves with its shape."""
    a, x = _in_double("_standard_gamma_grad_cpu", self, output)
    log_x, mean = x.log(), torch.digamma(a)
    small = (x <= a) & (a < 10.0)
    # the power series of the incomplete gamma function, term by term
    shape = torch.where(small, a, 1.0)
    term, psi, series = 1.0 / shape, torch.digamma(shape) + 1.0 / shape, torch.zeros_like(a)
    for n in range(1, 90):
        series = series + term * (psi - log_x)
        psi = psi + 1.0 / (shape + n)
        term = term * x / (shape + n)
    width = 1.0 / ((1.0 - (a - 1.0) / x).abs() + x.rsqrt())
    reach = 45.0 + 10.0 * x.sqrt()

    def above(u):
        more = torch.log1p(u / x)
        return torch.exp((a - 1.0) * more - u) * (log_x - mean + more)

    def below(u):
        inside = u < x
        less = torch.log1p(-torch.where(inside, u, 0.0) / x)
        return torch.where(inside, torch.exp((a - 1.0) * less + u) * (mean - log_x - less), 0.0)

    integral = torch.where(x > a, _integral(width, reach, above), _integral(width, reach, below))
    return torch.where(small, x * series, integral).to(self.dtype)


def _dirichlet_grad(x, alpha, total):
    """How a beta variable moves with its first concentration, over 1 - x; the two concentrations sum to `total`."""
    dtype = x.dtype
    x, a, total = _in_double("_dirichlet_grad_cpu", x, alpha, total)
    b, rest = total - a, 1.0 - x
    log_x, mean = x.log(), torch.digamma(a) - torch.digamma(total)
    spread = torch.rsqrt(x * rest / (total + 1.0)) + 1.0

    def below(v):  # t = x * exp(-v)
        t = x * (-v).exp()
        return torch.exp((b - 1.0) * torch.log1p((x - t) / rest) - a * v) * (mean - log_x + v)

    def above(w):  # 1 - t = (1 - x) * exp(-w)
        more = torch.log1p(-rest * torch.expm1(-w) / x)
        return torch.exp((a - 1.0) * more - b * w) * (log_x - mean + more)

    def reach(c):
        return 46.0 / c + 10.0 * torch.rsqrt(c) + 1.0

    lower = x / rest * _integral(1.0 / ((a - (b - 1.0) * x / rest).abs() + x * spread), reach(a), below)
    upper = _integral(1.0 / ((b - (a - 1.0) * rest / x).abs() + rest * spread), reach(b), above)
    return torch.where(log_x < mean, lower, upper).to(dtype)


def _stirling_rest(k):
    """log(k!) less Stirling's approximation of it."""
    more = k + 1.0
    if k < 10.0:
        return lgamma(more) - (k + 0.5) * log(more) + more - 0.5 * log(2.0 * pi)
    square = more * more
    return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / more


def _by_rejection(stream, count, p, expected, deviation, odds, mode):
    """Transformed rejection (Hörmann 1993)."""
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    alpha, box = (2.83 + 5.1 / b) * deviation, 0.92 - 4.2 / b
    while True:
        u = stream.uniform() - 0.5
        v = stream.uniform()
        distance = 0.5 - abs(u)
        k = float(floor((2.0 * a / distance + b) * u + (expected + 0.5))) if distance > 0.0 else -1.0
        if k < 0.0 or k > count:
            continue
        if distance >= 0.07 and v <= box:
            return k
        left, left_of_mode = count - k, count - mode
        bound = ((mode + 0.5) * log((mode + 1.0) / (odds * (left_of_mode + 1.0)))
                 + (count + 1.0) * log((left_of_mode + 1.0) / (left + 1.0))
                 + (k + 0.5) * log(odds * (left + 1.0) / (k + 1.0))
                 + _stirling_rest(mode) + _stirling_rest(left_of_mode) - _stirling_rest(k) - _stirling_rest(left))
        v = v * alpha / (a / (distance * distance) + b)
        if v <= 0.0 or log(v) <= bound:
            return k


def _by_waiting(stream, count, log_failure):
    """Times between successes are geometric."""
    trials, successes = 0.0, 0.0
    while True:
        u = stream.uniform()
        if u == 0.0:
            return successes
        trials += ceil(log(u) / log_failure)
        if trials > count:
            return successes
        successes += 1.0


def binomial(count, prob, generator=None):
    """How many of `count` trials succeed. What depends on the parameters alone is computed in their type."""
    if not count.dtype.is_floating_point:
        raise ValueError(f"binomial only supports floating-point dtypes for count, got: {torch._scalar_type_name(count.dtype)}")
    if prob.dtype is not count.dtype:
        raise RuntimeError(f"Found dtype {torch._scalar_type_name(prob.dtype)} but expected {torch._scalar_type_name(count.dtype)}")
    _check("binomial_cpu", count)
    return _Binomial.apply(count, prob, generator)


class _Binomial(Function):
    @staticmethod
    def forward(ctx, count, prob, generator):
        ctx.shapes = count.shape, prob.shape
        count, prob = torch.broadcast_tensors(count, prob)
        p = torch.where(prob > 0.5, 1.0 - prob, prob)
        expected = count * p
        columns = (count, prob, p, expected, (expected * (1.0 - p)).sqrt(), p / (1.0 - p), ((count + 1.0) * p).floor(),
                   torch.log1p(-p.double()).to(p.dtype))
        stream, drawn = _Stream(generator), []
        for n, whole, p, mean, deviation, odds, mode, failure in zip(*[c.reshape(-1).tolist() for c in columns]):
            if n <= 0.0 or whole <= 0.0:
                drawn.append(0.0)
            elif whole >= 1.0 or whole != whole:
                drawn.append(n if whole >= 1.0 else whole)
            else:
                if mean >= 10.0:
                    k = _by_rejection(stream, n, p, mean, deviation, odds, mode)
                else:
                    k = _by_waiting(stream, n, failure)
                drawn.append(n - k if whole > 0.5 else k)
        return torch.tensor(drawn, dtype=count.dtype, device=count.device).view(count.shape)

    @staticmethod
    def backward(ctx, grad):
        return grad.new_zeros(ctx.shapes[0]), grad.new_zeros(ctx.shapes[1]), None
