# Views in other sizes, also ones that nobody looks at: they are refused as ever where the strides no longer allow
# them.
import torch


def row(b):
    v = b.view(2, 8)[1]
    return b * 2


def whole(b):
    b.view(-1)
    return b + 1


def used(b):
    return b.view(2, 8)[1] * 2


def shape(b):
    return b * b.view(2, -1).shape[1]


def written(b):
    b.add_(1)
    return b.view(-1) * 2


def caught(b):
    try:
        b.view(-1)
        factor = 1
    except RuntimeError:
        factor = 2
    return b * factor


def attempt(f, b):
    try:
        return f(b).sum().item()
    except RuntimeError as e:
        return str(e)[:40]


for f in (row, whole, used, shape, written, caught):
    b = torch.arange(16.0).view(4, 4)
    for i in range(30):
        out = f(b)
    print(out.sum().item())
    for b in (torch.arange(16.0).view(4, 4), torch.arange(16.0).view(4, 4).t(), torch.arange(64.0).view(8, 8)[::2, ::2]):
        print(f.__name__, attempt(f, b))
    print([attempt(f, torch.arange(16.0).view(4, 4).t()) for _ in range(12)])
