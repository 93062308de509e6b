"""Operations in place whose operands lie in the memory that they write, in functions that are specialised otherwise; calls whose
overload a tensor without dimensions decides; `.grad` of what is no leaf."""
import warnings

import torch

warnings.simplefilter("always")


def moved(b):
    c = b * 1.0
    try:
        c[1:] += c[:-1]
        return c.sum().item()
    except RuntimeError as error:
        return str(error)[:40]


def assigned(b):
    c = b + 1.0
    try:
        c[1:] = c[:-1]
        return c.sum().item()
    except RuntimeError as error:
        return str(error)[:40]


def turned(b):
    m = (b * 2.0).view(2, 2)
    try:
        m.copy_(m.t())
        return m.tolist()
    except RuntimeError as error:
        return str(error)[:40]


def apart(b):
    c = b * 3.0
    c[:2] += c[2:]
    return c.tolist()


def rows(b):
    m = (b - 1.0).view(2, 2)
    m[0] = m[1]
    m[1] *= m[1]
    return m.tolist()


def itself(b):
    c = b + 2.0
    c.mul_(c)
    c.add_(c.detach())
    return c.tolist()


def greatest(b):
    x = (b * 4).long()
    return torch.max(x, torch.tensor(9)).tolist()


w = torch.ones(4, requires_grad=True)


def inner(b):
    y = w * b
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        return y.grad, len(seen)


for function in (moved, assigned, turned, apart, rows, itself, greatest, inner):
    for k in range(8):
        print(function.__name__, function(torch.arange(4.0) + k))
