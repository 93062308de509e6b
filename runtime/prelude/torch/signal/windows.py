"""Windows: each a function of points in equal distances. `sym=False` gives a period of one point more."""
import math

import torch

__all__ = ["bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann",
           "kaiser", "nuttall"]


def _checked(name, M, dtype, layout):
    """The element type of a window of M points."""
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if M < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={M}")
    if layout is not torch.strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if dtype not in (torch.float32, torch.float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {dtype}")
    return dtype


def _window(name, M, dtype, layout, device, requires_grad, ramp, shape, one=None):
    """`shape` of the points from `start` on in steps, which `ramp` tells; `one` is a window of one point where that is set."""
    dtype = _checked(name, M, dtype, layout)
    if M == 0 or M == 1 and one is not None:
        return torch.full((M,), 1.0, dtype=dtype, device=device, requires_grad=requires_grad)
    start, end = ramp()
    return shape(torch.linspace(start, end, M, dtype=dtype, device=device, requires_grad=requires_grad))


def _intervals(M, sym):
    """Distances between a window's first and last point, where that is one."""
    return M - 1 if sym or M <= 1 else M


def exponential(M, *, center=None, tau=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _checked("exponential", M, dtype, layout)
    if tau <= 0:
        raise ValueError(f"Tau must be positive, got: {tau} instead.")
    if sym and center is not None:
        raise ValueError("Center must be None for symmetric windows")

    def ramp():
        middle = _intervals(M, sym) / 2.0 if center is None else center
        return -middle * (1 / tau), (M - 1 - middle) * (1 / tau)
    return _window("exponential", M, dtype, layout, device, requires_grad, ramp, lambda k: torch.exp(-torch.abs(k)))


def cosine(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    def ramp():
        step = math.pi / (_intervals(M, sym) + 1)
        return 0.5 * step, (0.5 + (M - 1)) * step
    return _window("cosine", M, dtype, layout, device, requires_grad, ramp, torch.sin)


def gaussian(M, *, std=1.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _checked("gaussian", M, dtype, layout)
    if std <= 0:
        raise ValueError(f"Standard deviation must be positive, got: {std} instead.")

    def ramp():
        start, step = -_intervals(M, sym) / 2.0, 1 / (std * math.sqrt(2))
        return start * step, (start + (M - 1)) * step
    return _window("gaussian", M, dtype, layout, device, requires_grad, ramp, lambda k: torch.exp(-(k ** 2)))


def kaiser(M, *, beta=12.0, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    dtype = _checked("kaiser", M, dtype, layout)
    if beta < 0:
        raise ValueError(f"beta must be non-negative, got: {beta} instead.")
    if M <= 1:
        return torch.full((M,), 1.0, dtype=dtype, device=device, requires_grad=requires_grad)
    beta = torch.tensor(beta, dtype=dtype, device=device)
    end = torch.minimum(beta, -beta + (M - 1) * (2.0 * beta / (M - 1 if sym else M)))
    k = torch.linspace(-beta, end, M, dtype=dtype, device=device, requires_grad=requires_grad)
    return torch.i0(torch.sqrt(beta * beta - torch.pow(k, 2))) / torch.i0(beta)


def bartlett(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    def ramp():
        return -1, -1 + (M - 1) * (2 / (M - 1 if sym else M))
    return _window("bartlett", M, dtype, layout, device, requires_grad, ramp, lambda k: 1 - torch.abs(k), 1)


def general_cosine(M, *, a, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    dtype = _checked("general_cosine", M, dtype, layout)
    if M > 1 and not hasattr(type(a), "__iter__"):
        raise TypeError("Coefficients must be a list/tuple")
    if M > 1 and not a:
        raise ValueError("Coefficients cannot be empty")

    def ramp():
        return 0, (M - 1) * (2 * math.pi / (M - 1 if sym else M))

    def series(k):
        signed = [-w if i % 2 else w for i, w in enumerate(a)]
        weights = torch.tensor(signed, dtype=dtype, device=device, requires_grad=requires_grad)
        order = torch.arange(len(signed), dtype=dtype, device=device)
        return (weights.unsqueeze(-1) * torch.cos(order.unsqueeze(-1) * k)).sum(0)
    return _window("general_cosine", M, dtype, layout, device, requires_grad, ramp, series, 1)


def general_hamming(M, *, alpha=0.54, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device,
                          requires_grad=requires_grad)


def hamming(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def blackman(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    _checked("blackman", M, dtype, layout)
    return general_cosine(M, a=[0.42, 0.5, 0.08], sym=sym, dtype=dtype, layout=layout, device=device,
                          requires_grad=requires_grad)


def nuttall(M, *, sym=True, dtype=None, layout=torch.strided, device=None, requires_grad=False):
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, layout=layout,
                          device=device, requires_grad=requires_grad)
