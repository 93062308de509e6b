"""Members of `__slots__` in steps: read, stored, deleted, of objects made in the step and before."""
# tier2: train.loop.body 50% after 8
# tier2: <module>.loop#1.body 50% after 4
import torch
from dataclasses import dataclass
from torch import nn

torch.manual_seed(0)


class State:
    __slots__ = ("steps", "best", "total", "note", "last")

    def __init__(self):
        self.steps = 0
        self.best = None
        self.total = torch.zeros(())


class Scaled(State):
    __slots__ = ("scale",)

    def __init__(self, scale):
        super().__init__()
        self.scale = scale


class Mixed(Scaled):  # has a dict beside its members
    kind = "mixed"


@dataclass(slots=True)
class Item:
    loss: float
    output: torch.Tensor
    tag: str = "x"


def step(model, opt, state, x, y, kept):
    opt.zero_grad()
    out = model(x)
    loss = ((out - y) ** 2).mean() * state.scale
    loss.backward()
    opt.step()
    state.steps += 1
    state.total = state.total + loss.detach()
    value = loss.item()
    if state.best is None or value < state.best:
        state.best = value
    if state.steps == 8:
        state.note = state.steps
    elif state.steps == 16:
        del state.note
    kept.append(Item(value, out.detach().mean()))
    try:
        state.unknown = 1
    except AttributeError:
        kept[-1].tag = "refused"
    state.last = kept[-1]
    return getattr(state, "note", -1)


def train(state, steps):
    model = nn.Linear(3, 2)
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    kept = []
    for i in range(steps):
        x, y = torch.randn(4, 3), torch.randn(4, 2)
        note = step(model, opt, state, x, y, kept)
        if i % 5 == 0:
            print(i, note, state.steps, f"{state.best:.4f}", f"{state.total.item():.4f}", len(kept))
    print([f"{k.loss:.3f} {k.output.item():.3f} {k.tag}" for k in kept[-3:]], state.last is kept[-1])


train(Scaled(0.5), 30)
mixed = Mixed(2.0)
mixed.extra = 1
train(mixed, 20)
print(mixed.__dict__, mixed.kind, State.steps.__name__, Item.__slots__)


class Node:
    __slots__ = ("left", "right", "value")

    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def tree(depth, at=1):
    if depth == 0:
        return Node(at % 7)
    return Node(at % 7, tree(depth - 1, 2 * at), tree(depth - (1 if at % 2 else 2) if depth > 1 else 0, 2 * at + 1))


class TreeNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(7, 4)
        self.join = nn.Linear(8, 4)

    def forward(self, node):
        h = self.words(torch.tensor([node.value]))
        if node.left is None:
            return h
        return torch.tanh(self.join(torch.cat([self.forward(node.left), self.forward(node.right)], 1))) + h


net = TreeNet()
opt = torch.optim.SGD(net.parameters(), lr=0.05)
trees = [tree(d) for d in (2, 3, 4)]
for i in range(24):
    opt.zero_grad()
    loss = net(trees[i % 3]).pow(2).sum()
    loss.backward()
    opt.step()
    if i % 6 == 5:
        print(i, f"{loss.item():.4f}")
