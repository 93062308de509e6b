"""Classes and modes that answer for torch's functions, beside code that has graphs."""
# tier2: <module>.loop.body 19
# tier2: <module>.loop#1.body 20
# tier2: <module>.loop#3.body 6
# tier2: <module>.loop#7.body 8
# tier2: step 0
# tier2: total.part 0
import torch
from torch import nn
from torch.overrides import TorchFunctionMode


class Unit(torch.Tensor):
    calls = 0

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        Unit.calls += 1
        return super().__torch_function__(func, types, args, kwargs or {})


class Plain(torch.Tensor):
    pass


class Wrapped:
    def __init__(self, t, name):
        self.t, self.name = t, name

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        r = func(*[a.t if isinstance(a, Wrapped) else a for a in args], **(kwargs or {}))
        return Wrapped(r, func.__name__)


class Log(TorchFunctionMode):
    def __init__(self):
        super().__init__()
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(func.__name__)
        return func(*args, **(kwargs or {}))


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
opt = torch.optim.Adam(model.parameters(), lr=0.01)
data, target = torch.randn(16, 4), torch.randn(16, 1)


def step(x, y):
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    opt.step()
    return loss


def total(a, b):
    return torch.add(a, b).sum() * 2


def joined(xs):
    s = torch.zeros(2)
    for x in xs:
        s = s + x
    return s


def made(x, k):
    return torch.sum(Wrapped(x * k, "w")).name


def named(w):
    return w.name, w.t * 2


# Plain tensors in a program that has such classes.
for i in range(20):
    r, s = total(data, target), joined([torch.ones(2)] * (2 + i % 3))
    loss = step(data, target)
print(f"{loss.item():.5f}", f"{r.item():.4f}", s)

# One that answers, at entries of the same functions.
print(type(total(data.as_subclass(Unit), target)).__name__, Unit.calls)
print(type(step(data.as_subclass(Unit), target)).__name__)
print(type(joined([torch.ones(2), torch.ones(2).as_subclass(Plain)])).__name__)
for i in range(20):
    r, s = total(data, target), joined([torch.ones(2)] * (2 + i % 3))
    loss = step(data, target)
print(type(loss).__name__, f"{loss.item():.5f}", f"{r.item():.4f}", s)

# A mode, while it is active.
log = Log()
for i in range(6):
    with log:
        r = total(data, target)
print(r, log.seen)
for i in range(6):
    r = total(data, target)
print(r, len(log.seen))

# A mode whose function is given gradients to compute, of tensors that answer.
w = torch.ones(3, requires_grad=True)
for i in range(8):
    with log:
        (w * torch.ones(3).as_subclass(Plain)).sum().backward()
print(w.grad, len(log.seen))

# Objects that answer, made within and without.
for i in range(8):
    n = made(torch.ones(2), i)
print(n)
for i in range(8):
    name, twice = named(Wrapped(torch.ones(2) * i, "q"))
print(name, twice)


class Holder:
    def __init__(self, x):
        self.x = x


def product(h, y):
    return torch.mul(h.x, y)


# What becomes one later: an object of another class, a class with another attribute.
h = Holder(torch.ones(3))
for i in range(8):
    r = product(h, 2.0)
h.x = torch.ones(3).as_subclass(Unit)
print(type(product(h, 2.0)).__name__)
h.x = torch.ones(3)
print(type(product(h, 2.0)).__name__)
h.x.__class__ = Unit
print(type(product(h, 2.0)).__name__)
h.x = torch.ones(3)
for i in range(4):
    r = torch.mul(Holder(torch.ones(3)).x, 2.0)
Holder.__torch_function__ = classmethod(lambda cls, func, types, args=(), kwargs=None: func.__name__)
print(torch.mul(Holder(torch.ones(3)), 2.0))
print(f"{step(data, target).item():.5f}")
