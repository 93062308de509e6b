"""`match` in steps: sequences, mappings, classes, and what stays a guard."""
# tier2: <module>.loop.body 30% after 4
import collections.abc
import abc
import torch
from dataclasses import dataclass
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 3)
opt = torch.optim.SGD(model.parameters(), lr=0.05)


@dataclass
class Scale:
    by: float
    kind: str = "plain"


class Shift:
    __match_args__ = ("by",)

    def __init__(self, by):
        self.by = by


class Base(abc.ABC):
    @abc.abstractmethod
    def weight(self): ...


class Heavy(Base):
    def weight(self):
        return 2.0


class Light:
    def weight(self):
        return 0.5


Base.register(Light)


class Other:
    pass


def change(x, how):
    match how:
        case Scale(by=b, kind="plain"):
            return x * b
        case Scale(b):
            return x / b
        case Shift(b) if b > 0:
            return x + b
        case Shift():
            return x - 1
        case ("twice", inner, *rest):
            return change(change(x, inner), inner) + len(rest)
        case [a, b]:
            return x * a + b
        case {"op": "neg", **rest}:
            return -x * (1 + len(rest))
        case {"op": op}:
            return x if op == "id" else x.abs()
        case int(n) | float(n):
            return x * n
        case str() as name:
            return getattr(x, name)()
        case torch.Tensor():
            return x + how
        case None:
            return x
        case _:
            return x * 0.5


ways = [Scale(0.5), Scale(2.0, "other"), Shift(0.25), Shift(-1), ("twice", Scale(1.1), 1, 2), [1.5, -0.5],
        {"op": "neg", "a": 1}, {"op": "id"}, {"op": "abs"}, 2, 0.5, True, "tanh", torch.ones(3) * 0.1, None, Other()]
things = [Heavy(), Light(), Other(), [1], (2,), {"a": 1}, "ab", range(3), 5, torch.ones(2)]


def kinds():
    abstract = (Base, collections.abc.Sequence, collections.abc.Mapping, collections.abc.Sized, collections.abc.Iterable)
    return ["".join("01"[isinstance(t, c)] for c in abstract) for t in things]


def step(x, i):
    out = model(x)
    for how in ways:
        out = change(out, how)
    weight = sum(t.weight() for t in things if isinstance(t, Base))
    loss = out.pow(2).mean() * weight
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item(), weight, kinds()


for i in range(36):
    out = step(torch.randn(4, 3), i)
    if i == 20:
        ways[0].kind = "changed"
    if i == 24:
        ways[5] = [1.5, -0.5, 0]
    if i == 28:
        Base.register(Other)
        Other.weight = lambda self: 7.0
    if i % 6 == 0 or i > 18:
        print(i, f"{out[0]:.5f}", out[1], *out[2][:4])
print(kinds())


class Bag:
    def __init__(self, *items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Named(abc.ABC, nn.Module):
    def forward(self, x):
        return x * self.scale if "scale" in self.__dict__ else x * 2


def shape(x, of):
    match of:
        case [a, b]:
            return x * a + b
        case {"k": k}:
            return x * k
        case Bag(items=items):
            return x + len(items)
    return x


bag, named = Bag(2.0, 1.0), Named()
for i in range(24):
    y = named(shape(torch.ones(2), bag)).sum()
    if i == 12:
        collections.abc.Sequence.register(Bag)
    if i == 18:
        named.scale = 5.0
    if i % 4 == 0 or i > 10:
        print(i, y.item())
