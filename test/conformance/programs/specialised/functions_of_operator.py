# tier2: <module>.loop.body 100% after 3
# What the module `operator` names, as library code and programs call it: items of a Sequential, sums by name.
import operator

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 2))
data = torch.randn(5, 4)
counts = {"and": 0, "or": 0, "xor": 0, "shift": 0}


class Place:
    def __index__(self):
        return 2


place = Place()
for step in range(12):
    hidden = net[1](net[operator.index(False)](data))
    out = net[-1](hidden)
    loss = operator.truediv(operator.mul(out, out).sum(), len(net))
    loss = operator.iadd(loss, operator.neg(out.mean()))
    loss.backward()
    with torch.no_grad():
        for p in net.parameters():
            p -= 0.1 * p.grad
    net.zero_grad()
    # Of numbers that only a run knows, negative ones too.
    counts["and"] += (1 - step) & 7
    counts["or"] += operator.or_(2 - step, 8)
    counts["xor"] ^= step
    counts["shift"] += (step - 3) >> 1
    items = [step, step + 1, step + 2]
    operator.setitem(items, 0, operator.getitem(items, operator.index(place)))
    if operator.not_(operator.contains(items, -1)) and operator.is_not(net, None):
        counts["and"] -= operator.sub(items[0], step)
    print(step, f"{loss.item():.4f}", counts["and"], counts["or"], counts["xor"], counts["shift"])
