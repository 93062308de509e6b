"""Modes that answer for all functions."""
import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode, resolve_name, handle_torch_function, has_torch_function


class Counting(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(func.__name__)
        return func(*args, **(kwargs or {}))


class Double(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = dict(kwargs or {})
        if func in (torch.ones, torch.zeros, torch.full) and kwargs.get("dtype") is None:
            kwargs["dtype"] = torch.float64
        return func(*args, **kwargs)


x = torch.tensor([1.0, -2.0])
with Counting() as mode:
    y = torch.zeros(2) + x
    y = F.relu(y * 2).sum()
    y.requires_grad
    z = torch.ones(2, 2) @ torch.eye(2)
    z[0]
    len(z)
    -z
print(mode.seen, y)
with Double():
    print(torch.ones(2).dtype, torch.zeros(1).dtype, torch.full((1,), 2.0).dtype, torch.tensor([1.0]).dtype, (torch.ones(1) + 1).dtype)
print(torch.ones(2).dtype)
with Counting() as outer:
    with Counting() as inner:
        torch.add(x, x)
    torch.sub(x, x)
print(outer.seen, inner.seen)
with Double(), Counting() as mode:
    print(torch.ones(1).dtype)
print(mode.seen)


class Refusing(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        if func is torch.sub:
            return NotImplemented
        if func is torch.exp:
            raise ValueError("no exp here")
        return func(*args, **(kwargs or {}))


with Refusing():
    try:
        torch.exp(x)
    except ValueError as error:
        print(error)
    print(torch.add(x, 1))
print(torch.exp(x))
for f in (torch.add, torch.Tensor.add, F.relu, F.linear, torch.Tensor.shape.__get__, torch.linalg.det, torch.Tensor.__getitem__, torch.einsum):
    print(resolve_name(f))


def public(a, b=2):
    if has_torch_function((a,)):
        return handle_torch_function(public, (a,), a, b=b)
    return a + b


class Answer:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__, [t.__name__ for t in types], len(args), kwargs


print(public(1), public(Answer()), public(Answer(), 3))
