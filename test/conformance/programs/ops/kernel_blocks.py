"""Sizes at which kernels change their ways: blocks, tiles, lines side by side, rows of one element."""
import torch


def shown(name, t):
    """Whole numbers, so that no order of a sum shows."""
    weights = torch.arange(t.numel()).remainder(97).view(t.shape)
    print(name, tuple(t.shape), t.stride(), t.dtype, (t.double() * weights).nan_to_num(7.0, 8.0, 9.0).sum().item())


torch.manual_seed(3)

# Transposed copies: whole tiles, edges, each width of an element.
for rows, columns in ((16, 16), (33, 50), (70, 130), (5, 200)):
    for dtype in (torch.bool, torch.int8, torch.float16, torch.float32, torch.float64, torch.complex128):
        t = torch.randint(0, 100, (3, rows, columns)).to(dtype)
        copy = t.transpose(1, 2).contiguous()
        shown(f"transposed {dtype}", torch.view_as_real(copy) if dtype.is_complex else copy)
    shown("flipped", torch.randint(0, 100, (rows, columns)).flip([1]))
    shown("flipped halves", torch.randint(0, 100, (rows, columns)).half().flip([0, 1]))

# Running sums: four lines together and what is left of them, along each dimension, and in place.
for rows in (1, 3, 4, 7, 9):
    t = torch.randint(-9, 9, (rows, 50)).float()
    for dim in (0, 1):
        shown("cumsum", t.cumsum(dim))
        shown("cumprod", t.clamp(-1, 1).cumprod(dim))
        shown("cumsum_", t.clone().cumsum_(dim))
        shown("of a transposed one", t.t().cumsum(dim))
        shown("of one row", t[:1].expand(rows, 50).cumsum(dim))

# Halves: blocks and what is left, subnormals, infinities, NaN of any payload.
bits = torch.arange(-32768, 32768).to(torch.int16)
halves = bits.view(torch.float16)
finite = halves[halves.isfinite()]
shown("all halves", (finite.float() * 2.0 ** 24).long().remainder(65537))
print(torch.equal(finite.float().half().view(torch.int16), finite.view(torch.int16)))
print(halves.float().isnan().sum().item(), halves.float().half().isnan().sum().item())
floats = torch.tensor([65519.0, 65520.0, 65504.0, 1e-8, 2.0 ** -25, 2.0 ** -24, 3e-5, 1.0009765625, 1.00048828125, -0.0] * 7)
print(floats.half().view(torch.int16).tolist())
print(torch.tensor([float("nan"), float("inf"), -float("inf")] * 9).half().tolist())
for n in (1, 7, 8, 9, 513, 1100):
    a = torch.randint(-50, 50, (n,)).half()
    shown("sum of halves", a + a.flip([0]))
    shown("into floats", a.float() * 0.5)
    b = a.clone()
    b[: n // 2 + 1] += 1
    shown("a part, in place", b)

# The same of bfloat16, and rounding to even at its last bit.
shorts = bits.view(torch.bfloat16)
kept = shorts[~shorts.isnan()]
print(torch.equal(kept.float().bfloat16().view(torch.int16), kept.view(torch.int16)), shorts.float().isnan().sum().item())
floats = torch.tensor([1.00390625, 1.01171875, 1.0039063, -1.00390625, 3.4e38, 1e-40, 9.2e-41, -0.0, -2.0, float("inf")] * 5)
for n in (10, 15, 16, 17, 33, 50):
    print(floats[:n].bfloat16().view(torch.int16).tolist(), floats[:n].double().bfloat16().float()[:5].tolist())
for n in (1, 15, 16, 17, 513, 1100):
    a = torch.randint(-50, 50, (n,)).bfloat16()
    shown("sum of shorts", a + a.flip([0]))
    shown("with a number", a * 3 - 1)
    shown("choice", torch.where(a > 0, a, -a))
    shown("product of kinds", a * a.half())
    shown("scaled sum", torch.add(a, a, alpha=3) + torch.sub(a, a.flip([0]), alpha=2))
    shown("every third", a[::3] + a[::3])
print(torch.add(torch.tensor([True]), torch.tensor([True]), alpha=True), torch.sub(torch.tensor([5, 7]), 2, alpha=3),
      torch.sub(torch.tensor([1 + 2j]), torch.tensor([2j]), alpha=1j), torch.add(torch.tensor([1.0]), 2, alpha=0.5))

# The normal distribution's function, from its middle to where it is 0 or 1.
x = torch.cat([torch.linspace(-7, 7, 281), torch.tensor([1e-30, -1e-30, 20.0, -20.0, float("nan")])]).requires_grad_()
y = torch.nn.functional.gelu(x)  # of inf, torch says nan on some processors
exact = torch.nn.functional.gelu(x.detach().double())
print((y[:285].double() - exact[:285]).abs().max().item() < 1e-6, (y[-3:] + 0.0).tolist(), y[279:281].tolist())
(slope,) = torch.autograd.grad(y[:285].sum(), x)
d = x.detach().double().requires_grad_()
(other,) = torch.autograd.grad(torch.nn.functional.gelu(d)[:285].sum(), d)
print((slope.double() - other).abs().max().item() < 1e-6, (slope[281:285] + 0.0).tolist())

# One element of an operand for a whole row, and results that are written where they belong.
for n in (31, 32, 600):
    a, b = torch.randint(-9, 9, (40, n)).float(), torch.randint(1, 9, (40, 1)).float()
    shown("column right", a * b)
    shown("column left", b - a)
    shown("column of integers", a.long() // b.long())
    shown("compared", a > b)
    shown("both columns", b.expand(40, n) + b.expand(40, n))
    shown("every second", a[:, ::2] + b)
    out = torch.zeros(40, n + 5)
    out[:, 2:n + 2] = a + b
    out[:, 1:n + 1].mul_(b)
    shown("inside another", out)
    shown("by a column", torch.where(b > 4, a, 0.5))
    shown("by one choice", torch.where(torch.tensor(n > 40), a, 1.0))
    shown("by one choice, other", torch.where(torch.tensor(n > 40), 1.0, a.t()))
    shown("masked by one", a.masked_fill(torch.tensor(n > 40), 3.0))
    shown("converted", a.double() + b)

# Masks and their places.
for shape in ((1,), (1000,), (30, 40), (5, 6, 7)):
    a = torch.randint(-3, 3, shape)
    shown("places", a.nonzero().flatten())
    shown("chosen", a[a > 0])
    b = a.clone()
    b[a == 0] = torch.arange(int((a == 0).sum()))
    shown("placed", b)
print(torch.zeros(9).nonzero().shape, torch.tensor(3).nonzero().shape, torch.zeros(4)[torch.zeros(4, dtype=torch.bool)])

# The greatest: with and without NaN, few of many and many of few.
for n, k in ((10, 3), (64, 1), (300, 4), (300, 60)):
    t = torch.randperm(n).float()
    for largest in (True, False):
        print([part.tolist() for part in t.topk(k, largest=largest)])
        t[n // 2] = float("nan")
        print([part.tolist() for part in t.topk(k, largest=largest)])
        t = t.nan_to_num(0.5)

# Means of whole planes, powers of one, products of batches.
for dtype in (torch.float32, torch.float64):
    t = torch.randint(0, 64, (2, 3, 8, 8)).to(dtype)
    for x in (t, t.to(memory_format=torch.channels_last), t[0]):
        mean = torch.nn.functional.adaptive_avg_pool2d(x, 1)
        print(mean.stride(), mean.flatten().tolist())
    print(torch.nn.functional.adaptive_avg_pool3d(t, (1, 1, 1)).flatten().tolist())
    print(torch.nn.functional.adaptive_avg_pool1d(t[0], 1).flatten().tolist())
x = torch.tensor([-2.0, -0.0, float("inf"), 3.5], requires_grad=True)
print((x ** 1).tolist(), (x.detach().half() ** 1).tolist(), (torch.arange(3) ** 1).tolist())
(x ** 2).sum().backward()
print(x.grad.tolist())
a = torch.randint(0, 5, (3, 4, 5)).float().requires_grad_()
b = torch.randint(0, 5, (3, 5, 2)).float().requires_grad_()
(a @ b).backward(torch.ones(3, 4, 2))
print((a @ b).tolist(), a.grad.tolist(), b.grad.tolist())
