"""Objects of the program's classes that a step makes and that are looked at after it: plain ones, dataclasses, named tuples, sizes."""
# tier2: <module>.loop.body.part 80% after 4
# tier2: records 80% after 4
# tier2: <module>.loop#2.body 70% after 4
# tier2: <module>.loop#3.body 70% after 4
# tier2: <module>.loop#4.body 80% after 4
# float-tolerance: 1e-4
# tier2-tolerance: 1e-4
import copy
import gc
import weakref
from collections import namedtuple
from dataclasses import dataclass, field
from typing import NamedTuple

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(3, 2)
optimizer = torch.optim.SGD(net.parameters(), 0.1)
state = {}
memory = []


class Box:
    kind = "box"
    made = 0

    def __init__(self, x):
        self.x = x
        self.seen = [1]
        self.kind = "own"  # hides the class's

    def total(self):
        return self.x.sum()


class Pair(Box):
    def __init__(self, x, parent):
        super().__init__(x)
        self.parent = parent
        self.both = (self.x, parent)
        self.late = None
        del self.late

    @property
    def double(self):
        return self.x * 2

    def __getattr__(self, name):
        return "no " + name

    def __setattr__(self, name, value):
        object.__setattr__(self, name, value)

    def __eq__(self, other):
        return self.parent is other.parent

    __hash__ = None


class Holder:
    pass


holder = Holder()


def plain(i):
    y = net(torch.randn(4, 3))
    loss = y.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    box = Box(y.detach())
    box.seen.append(i)
    holder.box = box
    holder.pair = Pair(y.detach() + 1, box)
    state["first"], state["second"] = box, holder.pair
    return box


for i in range(10):
    got = plain(i)
    print(got is holder.box, holder.pair.parent is got, state["second"] is holder.pair, holder.pair.both[0] is holder.pair.x, got.kind, Box.kind, got.seen)
    print(vars(got).keys(), list(vars(holder.pair)), holder.pair.late, holder.pair == holder.pair, f"{holder.pair.double.sum().item():.3f}", got.total().shape)
    got.seen.append("later")
    got.extra = 1
    reference = weakref.ref(got)
    del got
    holder.box = holder.pair = None
    state.clear()
    gc.collect()
    print(reference())

Step = namedtuple("Step", ["state", "reward"])


class Output(NamedTuple):
    logits: torch.Tensor
    count: int = 1


@dataclass
class Result:
    loss: torch.Tensor
    number: int = 0
    tags: list = field(default_factory=list)

    def __post_init__(self):
        self.half = self.loss / 2


@dataclass(frozen=True)
class Frozen:
    x: float
    y: torch.Tensor


@dataclass(order=True)
class Ranked:
    rank: int
    item: object = field(compare=False)


def records(i):
    x = torch.randn(4, 3)
    y = net(x)
    out = Result(y.square().mean(), number=i)
    optimizer.zero_grad()
    out.loss.backward()
    optimizer.step()
    holder.frozen = Frozen(out.loss.item(), y.detach())
    holder.ranked = Ranked(rank=i, item=x)
    holder.size = x.shape
    holder.empty = torch.Size([])
    return Output(y.detach()), Step(x, y.mean().item()), Result(out.loss.detach(), tags=["a", i])


previous = None
for i in range(10):
    output, step, result = records(i)
    print(type(output), output.count, output._fields, output.logits.shape, type(step).__name__, len(step), step.state.shape, step._replace(reward=1).reward)
    print(result.number, result.tags, result.half.shape, f"{result.loss.item():.4f}", holder.frozen.y.shape, holder.size, type(holder.size), holder.size.numel(), holder.empty)
    print(previous is not None and previous < holder.ranked, copy.copy(result).tags is result.tags, copy.deepcopy(result) is result)
    previous = holder.ranked
    try:
        holder.frozen.x = 3.0
    except AttributeError as error:
        print(type(error).__name__, error)


def sides(i):
    """One object or another, or none."""
    y = net(torch.randn(4, 3))
    loss = y.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total = y.detach().sum()
    if total > 0:
        holder.last = Box(total)
    else:
        holder.last = Output(total, 0)
    return holder.last


for i in range(14):
    last = sides(i)
    print(type(last).__name__, last is holder.last, last.seen if isinstance(last, Box) else last.count)


def remember(i):
    """A memory of records that grows."""
    x = torch.randn(3)
    with torch.no_grad():
        value = net(x).sum()
    memory.append(Step(x, value.item()))
    older = memory[0]
    loss = (net(older.state) - older.reward).square().sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


memory.append(Step(torch.zeros(3), 0.5))
for i in range(12):
    print(f"{remember(i):.4f}")
print(len(memory), type(memory[-1]).__name__, memory[-1].state.shape)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x, target):
        logits = self.layer(x)
        return Result(F.cross_entropy(logits, target), tags=[logits])


model = Model()
adam = torch.optim.Adam(model.parameters(), 0.01)


def predict():
    output = model(torch.randn(5, 3), torch.tensor([0, 1, 2, 0, 1]))
    adam.zero_grad()
    output.loss.backward()
    adam.step()
    return output


for i in range(10):
    output = predict()
    print(f"{output.loss.item():.4f}", output.loss.requires_grad, output.tags[0].shape, output.half.grad_fn is not None)
