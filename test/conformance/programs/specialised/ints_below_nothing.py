"""Ints that change and are negative or nothing in some entries: sizes, `expand(-1)`, steps of ranges; a recursion whose results have other sizes."""
# tier2: sizes.loop.body 40% after 26
# tier2: expands.loop.body 40% after 26
import torch


def sizes(t):
    for i in range(60):
        v = 2 if i < 26 else [3, -1, 1, 5, 7][i % 5]
        try:
            n = torch.zeros(v, 2).shape[0] + len(torch.ones(v)) + torch.empty(v, 3).numel()
            t += n
            print(v, t.sum().item())
        except RuntimeError:
            print(v, "raised", t.sum().item())


def expands(t):
    for i in range(60):
        v = 2 if i < 26 else [3, -1, 1, 5, 7][i % 5]
        y = t[:1].expand(v)
        z = t[:4].reshape(2, v if v in (-1, 2) else -1)
        t += 1
        print(v, y.shape[0], len(y), z.shape)


def steps(t):
    for i in range(60):
        v = 1 if i < 24 else i % 5 - 2
        try:
            for j in range(0, 4, v):
                t += j
            for j in range(4, 0, v):
                t += j
            print(v, t.sum().item())
        except ValueError as error:
            print(v, error)


def shorter(x):
    if len(x) <= 1:
        return x
    a = shorter(x[1:])
    out = torch.zeros_like(x)
    i = 0
    while i < len(a):
        out[i] = a[i]
        i += 1
    return out


sizes(torch.zeros(6))
expands(torch.ones(6))
steps(torch.zeros(2))
for k in range(30):
    print(shorter(torch.ones(1 + k % 4)).sum().item())
