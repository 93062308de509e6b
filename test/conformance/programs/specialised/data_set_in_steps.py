"""`t.data = x` in a step: averages of models, clipped weights, masks. Where the memory before, or that of x, is seen
by somebody else, steps are generic."""
# tier2: averaged 90% after 1
# tier2: clipped 90% after 1
# tier2: masked 90% after 1
# tier2: descended 90% after 1
# tier2: sometimes 80% after 1
# float-tolerance: 1e-4
import copy

import torch
from torch import nn

torch.manual_seed(0)


def digest(model):
    return [round(p.sum().item(), 4) for p in model.parameters()]


# ---- averages of models
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
average = copy.deepcopy(net)
x = torch.randn(5, 3)


def averaged(beta):
    for a, p in zip(average.parameters(), net.parameters()):
        old, new = a.data, p.data
        a.data = old * beta + (1 - beta) * new
    with torch.no_grad():
        return average(x).sum()


# ---- weights within bounds, by a property of the class and by a method
layer = nn.Linear(4, 2)


def clipped(i):
    y = (layer(torch.ones(3, 4) * i) ** 2).mean()
    layer.zero_grad()
    y.backward()
    for p in layer.parameters():
        p.data.add_(p.grad, alpha=-0.01)
        p.data = p.data.clamp(-0.3, 0.3)
    return y.detach()


# ---- its own memory, through a view
mask = torch.tensor([[1.0, 0.0, 1.0, 1.0], [0.0, 1.0, 1.0, 0.0]])


def masked(i):
    layer.weight.data *= mask
    layer.weight.data += i * mask
    return layer.weight.detach().sum()


w = torch.ones(3, requires_grad=True)


def descended(i):
    loss = ((w - i) ** 2).sum()
    loss.backward()
    w.data -= 0.1 * w.grad.data
    w.grad = None
    return loss.detach()


# ---- at some steps
def sometimes(i, buffer):
    if i % 3 == 0:
        buffer.data = buffer * 0.5 + i
    return buffer.sum()


for i in range(20):
    print(round(averaged(0.9).item(), 4), digest(average))
    print(round(clipped(i % 4).item(), 4), digest(layer), [p._version for p in layer.parameters()])
    print(round(masked(0.1).item(), 4))
    print(round(descended(float(i)).item(), 4), w._version)
buffer = torch.arange(4.0)
for i in range(20):
    print(sometimes(i, buffer).item(), buffer._version)


# ---- somebody sees what was there before
class Keeper:
    def __init__(self):
        self.weight = torch.zeros(3, requires_grad=True)
        self.kept = None
        self.others = []

    def keep_before(self, i):
        self.kept = self.weight.data
        self.weight.data = self.weight.data + i
        return self.kept.sum() * 10 + self.weight.detach().sum()

    def look_before(self, i):
        before = self.weight.data
        part = self.weight.detach()[1:]
        self.weight.data = before * 0.5 + i
        return before.sum() * 10 + part.sum() + self.weight.detach().sum()

    def write_before(self, i):
        before = self.weight.data
        self.weight.data = before * 0.5
        before.add_(i)
        return self.weight.detach().sum()

    # ---- somebody sees what it is now
    def keep_given(self, i):
        given = self.weight.detach() * 0.5 + i
        self.weight.data = given
        self.kept = given
        given.mul_(2)
        return self.weight.detach().sum()

    def give_twice(self, i):
        given = self.weight.detach() * 0.5 + i
        self.weight.data = given
        self.others.append(torch.zeros(3))
        self.others[-1].data = given
        self.weight.data.add_(1)
        return sum([each.sum() for each in self.others])

    def give_part(self, i):
        whole = torch.full((6,), float(i))
        self.weight.data = whole[::2]
        whole.add_(1)
        return self.weight.detach().sum()

    def give_expanded(self, i):
        self.weight.data = torch.full((1,), float(i)).expand(3)
        return self.weight.detach().sum()

    def before_gradients(self, i):
        loss = (self.weight * self.weight).sum() + self.weight.exp().sum()
        self.weight.data = self.weight.data * 0.5 + i
        self.weight.grad = None
        loss.backward()
        return self.weight.grad.sum()

    def of_another_kind(self, i):
        other = torch.zeros(2, 3)
        other.data = torch.full((3, 2), float(i)).t()
        self.weight.data = torch.ones(3 + i % 2)
        return other.stride(), self.weight.shape


for name in ("keep_before", "look_before", "write_before", "keep_given", "give_twice", "give_part", "give_expanded",
             "before_gradients", "of_another_kind"):
    keeper = Keeper()
    print(name)
    for i in range(8):
        try:
            answer = getattr(keeper, name)(i)
        except RuntimeError as error:
            answer = str(error).split(":")[0]
        print(answer if isinstance(answer, (tuple, str)) else round(answer.item(), 4), keeper.weight._version,
              keeper.weight.detach().sum().item(), None if keeper.kept is None else keeper.kept.sum().item())


# ---- views from outside, from some steps on
def replaced(p, i):
    p.data = p.data * 0.5 + i
    return p.detach().sum()


p = nn.Parameter(torch.ones(4))
views = []
for i in range(24):
    if i % 8 == 6:
        views.append(p.data)
    if i % 8 == 7:
        views.append(p.detach()[1:3])
    print(round(replaced(p, i).item(), 4), [round(v.sum().item(), 4) for v in views])
    if i % 8 == 2:
        views.clear()
