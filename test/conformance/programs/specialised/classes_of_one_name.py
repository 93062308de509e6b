"""Classes that are called the same: made in a function, by `type`, by parametrizations of modules. A snapshot that holds several
of them tells them apart; entries whose objects have exchanged their classes are others."""
# tier2: <module>.loop.body 90% after 2
# tier2: both 60% after 3
import torch
import torch.nn as nn
from torch.nn.utils.parametrizations import weight_norm


def layer(factor):
    class Layer(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(3))

        def forward(self, x):
            return x * self.weight * factor + type(self).extra

        extra = factor * 10
    return Layer


def both(a, b, x):
    same = type(a) is type(b)
    return a(x) + b(x), same, isinstance(a, type(b)), type(a).__name__, type(b).__qualname__


torch.manual_seed(0)
net = nn.Sequential(weight_norm(nn.Linear(3, 4)), nn.Tanh(), weight_norm(nn.Linear(4, 4)), nn.Tanh(), weight_norm(nn.Linear(4, 1)))
optimizer = torch.optim.SGD(net.parameters(), 0.1)
for step in range(20):
    x = torch.randn(5, 3)
    loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print("%.5f" % loss.item())
print([type(m).__name__ for m in net], type(net[0]) is type(net[2]))
one, two, three = layer(1)(), layer(2)(), layer(3)()
again = type(one)()
made = [type("Layer", (type(one),), {"extra": i})() for i in range(3)]
orders = [(one, two)] * 8 + [(two, one), (one, again), (three, two), (two, two), (one, three), (made[0], made[1]), (made[1], one), (again, made[2])] * 2
for a, b in orders:
    value, *kinds = both(a, b, torch.arange(3.0))
    print(value.tolist(), kinds)
two.__class__ = type(three)
for a, b in [(one, two), (two, three), (one, two)]:
    print(both(a, b, torch.ones(3))[0].tolist(), both(a, b, torch.ones(3))[1:])


def named(x):
    best, order = x.max(1), x.sort(0)
    return type(best).__name__, order.__class__.__name__, isinstance(best, tuple), best.values.sum().item(), order[1].sum().item()


for i in range(8):
    print(named(torch.arange(6.0).view(2, 3) * (i - 3)))
