"""Elementwise operations on rows that are short, broadcast, sliced, reversed or transposed, of all types, into new and into given tensors."""
# float-tolerance: 1e-5
import itertools

import torch

torch.manual_seed(0)
VIEWS = [lambda t: t[..., 1:], lambda t: t[..., :-1], lambda t: t[..., ::2].repeat_interleave(2, -1)[..., : t.shape[-1] - 1],
         lambda t: t.transpose(0, 1)[..., 1:].transpose(0, 1), lambda t: t[:, :1, 1:], lambda t: t[..., :1], lambda t: t[0, 0, 1:]]
OPERATIONS = [torch.add, torch.mul, torch.maximum, torch.sub, torch.lt]


def total(t):
    return round(float((t.double() * torch.arange(1, t.numel() + 1).reshape(t.shape)).sum()), 2)


def checked(dtype, shape):
    base = (torch.rand(shape) * 20 - 10).to(dtype)
    sums = []
    for a, b in itertools.product(VIEWS, VIEWS):
        x, y = a(base), b(base + 1)
        for operation in OPERATIONS:
            sums.append(total(operation(x, y)))
        sums.append(total(torch.where(x > y, x, y)))
        sums.append(total(torch.abs(x)))
        out = torch.zeros(2, *shape, dtype=dtype)[1, ..., 1:]
        out += x
        out.mul_(y)
        sums.append(total(out))
    print(dtype, shape, sums[::7], total(torch.tensor(sums)))


for dtype in (torch.float32, torch.float64, torch.int64, torch.int32, torch.float16):
    for shape in ((3, 4, 5), (7, 9, 12), (2, 40, 17), (5, 1, 33)):
        checked(dtype, shape)
