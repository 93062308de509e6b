# The class of what a graph knows only by its use: nodes of histories, iterators, wrappers of methods.
import torch


class Wrapped:
    @property
    def value(self):
        return 1

    @staticmethod
    def plain():
        return 2

    @classmethod
    def made(cls):
        return cls()


def node_of(f, x):
    x = x.clone().requires_grad_()
    y = f(x)
    print(type(y.grad_fn).__name__, isinstance(y.grad_fn, torch.Tensor))
    (g,) = torch.autograd.grad(y, x, torch.ones_like(y))
    return g.sum().item()


def wrappers_of(x):
    y = (x * 2).sum()
    kinds = [type(Wrapped.__dict__[name]).__name__ for name in ("value", "plain", "made")]
    return y.item(), kinds


def iterators_of(x):
    y = (x * 3).sum()
    kinds = [type(i).__name__ for i in (iter([1]), zip([1], [2]), enumerate([1]), map(abs, [1]))]
    return y.item(), kinds, isinstance(iter([1]), list)


a = torch.ones(3, 4)
for f in (torch.sin, torch.cosh, lambda x: x.clamp(-1, 1), lambda x: x.clamp(min=0.3), torch.exp):
    print(f"{node_of(f, a):.4f}")
for i in range(5):
    print(wrappers_of(a + i))
    print(iterators_of(a + i))
