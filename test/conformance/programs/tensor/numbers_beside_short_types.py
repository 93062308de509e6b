"""Numbers that meet elements of 16 bits: exponents and bases are rounded to the type first, and what does not fit is refused where
several elements are written."""
import torch
import torch.nn.functional as F

inf, nan = float("inf"), float("nan")


def attempt(name, function):
    try:
        print(name, function())
    except Exception as error:
        print(name, type(error).__name__, str(error).split("\n")[0])


def written(x, key, value):
    x[key] = value
    return x.tolist()


for dtype in (torch.float16, torch.bfloat16):
    x = torch.tensor([-0.0, 0.0, 1.0, -1.0, 2.0, -2.0, 0.1, 3.3, 100.0, inf, -inf, nan], dtype=dtype)
    for exponent in (0, 1, 2, 3, 0.5, -1, -2, 1.7, 1e-10, -1.7, True, 2.001):
        print(dtype, exponent, x.pow(exponent).tolist(), x.clone().pow_(exponent).tolist(), x.pow(torch.tensor(exponent)).tolist())
    for base in (0, 1, 2, 1.3, 2.5, -1.3, 0.1, True):
        print(dtype, base, torch.pow(base, x).tolist(), torch.pow(torch.tensor(base), x).tolist())
for dtype in (torch.float16, torch.bfloat16, torch.int8, torch.float32):
    for value in (70000, 1e39, 300, -1, inf, 3.7, True, 65520):
        for key in (0, slice(None), slice(1, 2), [0, 1], torch.tensor([True, False, True]), (0, 1), ..., (slice(None), 1)):
            attempt((dtype, value, key), lambda: written(torch.ones(3, 2, dtype=dtype), key, value))
        attempt((dtype, value), lambda: written(torch.ones((), dtype=dtype), (), value))
for dtype in (torch.float32, torch.float16, torch.bfloat16, torch.float64):
    one = torch.ones(1, dtype=dtype)
    for number in (3.5e38, 70000.0):
        for function in (F.leaky_relu, F.elu, F.celu, F.softplus, F.hardshrink, torch.logit):
            attempt((function.__name__, dtype, number), lambda: function(one, number))
        attempt(("lerp", dtype, number), lambda: torch.lerp(one, one * 2, number))
        attempt(("where", dtype, number), lambda: torch.where(torch.tensor([False]), one, number))
x = torch.tensor([-2.0, -0.0, 0.5, nan, 3.0]).repeat(16)  # whole vectors: PyTorch's rest of one has another gradient of NaN
for low, high in ((nan, 1.0), (-1.0, nan), (-1.0, 1.0), (0.0, 0.0)):
    leaf = x.clone().requires_grad_()
    attempt(("hardtanh", low, high), lambda: (F.hardtanh(leaf, low, high).sum().backward(), F.hardtanh(x, low, high)[:5], leaf.grad[:5]))
for dtype in (torch.int8, torch.uint8, torch.int32):
    attempt(("hardtanh", dtype), lambda: F.hardtanh(torch.tensor([1, 100], dtype=dtype), 1 << 40, 1 << 41))
places = torch.tensor([200, 1000, -200, 3, -2000, -5000, 1 << 40])
for dtype in (torch.float32, torch.float64, torch.float16, torch.bfloat16):
    leaf = torch.tensor([1e-30, 0, 1e30, 1.5, -3, inf, nan], dtype=torch.float64).to(dtype).requires_grad_()
    scaled = torch.ldexp(leaf, places)
    scaled.sum().backward()
    print(dtype, scaled.tolist(), leaf.grad[3:5].tolist())
