"""Windows of torch: a periodic one is a period of one point more, without the last."""
import math

import torch

_NAMES = {torch.bool: "bool", torch.uint8: "unsigned char", torch.int8: "signed char", torch.int16: "short",
          torch.int32: "int", torch.int64: "long int"}


def _window(name, length, periodic, dtype, device, value):
    dtype = torch.get_default_dtype() if dtype is None else dtype
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"{name}_window expects floating point dtypes, got: TensorOptions(dtype={_NAMES.get(dtype, dtype)}, "
                           f"device={device or 'cpu'}, layout=Strided (default), requires_grad=false (default), "
                           "pinned_memory=false, memory_format=(nullopt))")
    if length < 0:
        raise RuntimeError(f"{name}_window requires non-negative window_length, got window_length={length}")
    if length == 0:
        return torch.empty(0, dtype=dtype, device=device)
    if length == 1:
        return torch.ones(1, dtype=dtype, device=device)
    return value(torch.arange(length, dtype=dtype, device=device), length if periodic else length - 1)


def _raised_cosine(name, length, periodic, alpha, beta, dtype, device):
    return _window(name, length, periodic, dtype, device, lambda n, d: alpha - beta * (n * (math.pi * 2 / d)).cos())


def hamming_window_periodic_alpha_beta(window_length, periodic, alpha, beta, dtype, device):
    return _raised_cosine("hamming", window_length, periodic, alpha, beta, dtype, device)


def hamming_window_periodic_alpha(window_length, periodic, alpha, dtype, device):
    return hamming_window_periodic_alpha_beta(window_length, periodic, alpha, 0.46, dtype, device)


def hamming_window_periodic(window_length, periodic, dtype, device):
    return hamming_window_periodic_alpha_beta(window_length, periodic, 0.54, 0.46, dtype, device)


def hamming_window(window_length, dtype, device):
    return hamming_window_periodic_alpha_beta(window_length, True, 0.54, 0.46, dtype, device)


def hann_window_periodic(window_length, periodic, dtype, device):
    return _raised_cosine("hann", window_length, periodic, 0.5, 0.5, dtype, device)


def hann_window(window_length, dtype, device):
    return hann_window_periodic(window_length, True, dtype, device)


def _blackman(n, intervals):
    n = n * (math.pi / intervals)
    return (n * 4).cos() * 0.08 - (n * 2).cos() * 0.5 + 0.42


def blackman_window_periodic(window_length, periodic, dtype, device):
    return _window("blackman", window_length, periodic, dtype, device, _blackman)


def blackman_window(window_length, dtype, device):
    return _window("blackman", window_length, True, dtype, device, _blackman)


def _bartlett(n, intervals):
    n = n * (2.0 / intervals)
    return torch.where(n > 1, 2 - n, n)


def bartlett_window_periodic(window_length, periodic, dtype, device):
    return _window("bartlett", window_length, periodic, dtype, device, _bartlett)


def bartlett_window(window_length, dtype, device):
    return _window("bartlett", window_length, True, dtype, device, _bartlett)


def kaiser_window_beta(window_length, periodic, beta, dtype, device):
    def value(n, d):
        n = n * (2.0 / d) - 1.0
        return torch.i0((1 - n * n).sqrt() * beta) / torch.i0(torch.tensor(beta, dtype=n.dtype))
    return _window("kaiser", window_length, periodic, dtype, device, value)


def kaiser_window_periodic(window_length, periodic, dtype, device):
    return kaiser_window_beta(window_length, periodic, 12.0, dtype, device)


def kaiser_window(window_length, dtype, device):
    return kaiser_window_beta(window_length, True, 12.0, dtype, device)
