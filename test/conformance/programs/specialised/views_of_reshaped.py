"""Views of what may be a view, looked at after a write to what it may show."""
import torch


def part(y):
    d = y.reshape(-1)[1:3]
    y.add_(1)
    return d * 1


def row(y):
    d = y.contiguous()[0]
    y.mul_(2)
    return d + 0


def turned(y):
    d = y.flatten().view(2, -1).t()
    y[0] = 7
    return d.sum(0)


def in_turns(y):
    total = torch.zeros(2)
    for _ in range(3):
        d = y.reshape(-1)[:2]
        y.add_(1)
        total = total + d
    return total


def detached(y):
    d = y.reshape(-1).detach()
    y.sub_(1)
    return d[::2] * 2


for f in (part, row, turned, in_turns, detached):
    for step in range(24):
        x = torch.arange(16.0)
        y = x.view(4, 4) if step % 3 == 0 else x.view(2, 8)[:, ::2] if step % 3 == 1 else x.view(4, 4).t()
        out = f(y)
        if step % 5 == 4:
            print(f.__name__, step, out.tolist(), x.sum().item())
