# tier2: <module>.loop.body 85% after 8
# Ints that differ from entry to entry are sizes: of a version that was made with their numbers, also
# where these are 0 or less.
import torch


def pairs(rows, columns):
    flat = torch.arange(rows * columns) / 4
    return torch.stack([flat, flat], 1).reshape(rows, 2 * columns)[:, ::2].detach()


def ends(a, n):
    part = (a * 2)[:n]
    part.sum().backward()
    return part.shape, a.grad.tolist()


for step in range(24):
    print(pairs(3 + step % 3, 4 + step % 5))
a = torch.ones(8, requires_grad=True)
for step in range(12):
    a.grad = None
    print(ends(a, 0 if step < 6 else step % 3))
for step in range(24):
    a.grad = None
    print(ends(a, -1 - step % 4))
