"""Tensors that get another class, as PyTorch lets them: a subclass, Parameter, Tensor again; before and within hot functions."""
import torch
from torch import nn


class P(nn.Parameter):
    def hi(self):
        return "hi"


class T(torch.Tensor):
    def hi(self):
        return "hi"


class U(T):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return "U of " + function.__name__


w, t = nn.Parameter(torch.ones(2)), torch.ones(2)


def attempt(name, f):
    try:
        print(name, f())
    except Exception as error:
        print(name, type(error).__name__, error)


def become(x, cls):
    x.__class__ = cls
    return type(x).__name__, isinstance(x, nn.Parameter), isinstance(x, T)


attempt("P", lambda: (become(w, P), w.hi(), w.requires_grad))
attempt("T", lambda: (become(t, T), t.hi(), type(t + 1).__name__, type(t.sum()).__name__))
t.note = 3
attempt("U", lambda: (become(t, U), torch.abs(t), t.note))
attempt("Tensor", lambda: (become(t, torch.Tensor), type(t + 1).__name__, t.note, hasattr(t, "hi")))
attempt("Tensor of a parameter", lambda: become(w, torch.Tensor))
attempt("Parameter", lambda: (become(t, nn.Parameter), t))
attempt("int", lambda: become(t, int))
attempt("Module", lambda: become(torch.ones(1), nn.Module))
attempt("object", lambda: become(torch.ones(1), object))
attempt("no class", lambda: become(torch.ones(1), 3))


def step(x, y):
    return (x * y).sum() + x.mean()


x, y = torch.ones(3), torch.full((3,), 2.0)
for n in range(12):
    if n == 6:
        x.__class__ = T
    if n == 9:
        x.__class__ = U
    result = step(x, y) if n < 9 else attempt("late", lambda: torch.mul(x, y))
    print(n, type(result).__name__, None if result is None else float(result))
