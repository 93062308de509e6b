"""A wrapper with units that passes through a loop, and a class that is made late."""
import torch


def total(xs):
    s = torch.zeros(())
    for x in xs:
        s = s + torch.sum(x) * 2
    return s


xs = [torch.arange(4.0) for _ in range(5)]
for i in range(50):
    r = total(xs)
print(r)


class Wrapped:
    def __init__(self, t):
        self.t = t

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        print("called", func.__name__)
        return func(*[a.t if isinstance(a, Wrapped) else a for a in args], **(kwargs or {}))


print(total([Wrapped(torch.ones(3)), torch.ones(2)]))
for i in range(50):
    r = total(xs)
print(r)
