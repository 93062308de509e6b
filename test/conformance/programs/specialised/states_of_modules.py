"""Averages of a model that go through state_dict() in each step, and ordered dicts that a step makes."""
# tier2: main.loop.body 30
# tier2: ordered 16
# float-tolerance: 1e-4
import copy
from collections import OrderedDict

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 16), nn.BatchNorm1d(16), nn.ReLU(), nn.Linear(16, 2))
average = copy.deepcopy(net)
optimizer = torch.optim.SGD(net.parameters(), lr=1e-2)
x, y = torch.randn(64, 4), torch.randint(0, 2, (64,))


@torch.no_grad()
def update(decay):
    current = net.state_dict()
    for key, value in average.state_dict().items():
        if value.dtype.is_floating_point:
            value.mul_(decay).add_(current[key], alpha=1 - decay)
        else:
            value.copy_(current[key])


def ordered(i):
    kept = OrderedDict()
    kept["a"] = x * i
    kept["b"] = kept["a"].sum()
    kept.note = i
    plain, other = dict(kept), OrderedDict([("z", 1), ("y", i)])
    del kept["a"]
    other.update(w=2)
    return kept["b"] + other["y"], list(other), list(other.values()), isinstance(kept, dict), kept.note, len(plain), len(kept)


def given(i):
    return OrderedDict(a=x.sum() * i)  # it lives on: no graph


def compared(i):
    return OrderedDict(a=1, b=i) == OrderedDict(b=i, a=1), OrderedDict(a=i) == {"a": i}


def moved(i):
    made = OrderedDict(a=1, b=i)
    made.move_to_end("a")
    return list(made), made


def main():
    for step in range(40):
        loss = nn.functional.cross_entropy(net(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        update(0.9)
        print(f"{loss.item():.4f} {average[1].num_batches_tracked.item()} {average[0].weight.sum().item():.4f}")
    for i in range(20):
        print(*ordered(i), given(i), compared(i), moved(i))


main()
