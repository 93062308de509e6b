"""Sets from before the step: what is in them, in which order; of numbers, texts, tuples, modules; changed between entries."""
# tier2: <module>.loop.body 80% after 3
# tier2: ordered.loop.body 80% after 3
# tier2: <module>.loop#2.body.part 80% after 3
# float-tolerance: 1e-4
import torch
from torch import nn

torch.manual_seed(0)
layer, head = nn.Linear(3, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD([*layer.parameters(), *head.parameters()], 0.001)
milestones, names, pairs, mixed = {3, 7, 9}, {"a", "c"}, {(1, 2), (3, "x")}, frozenset([1, 2.5, "q"])
weights, tags = {1.5, 2.5}, {("x", 1), ("y", 2)}
squashed = {layer}
frozen = {head.weight}


def update(loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def step(n, name):
    loss = layer(torch.ones(2, 3)).square().sum()
    if n in milestones:
        loss = loss * 2
    if name in names and (1, 2) in pairs and (3, "y") not in pairs and 2.5 in mixed:
        loss = loss * 3
    return update(loss)


def ordered(n):
    loss = layer(torch.ones(2, 3) + n).square().sum()
    for w in weights:
        loss = loss * w
    for _, k in sorted(tags):
        loss = loss + k
    return update(loss), max(weights), len(tags), ("y", 2) in tags


def members(x):
    for each in (layer, head):
        x = each(x)
        if each in squashed:
            x = x.tanh()
    optimizer.zero_grad()
    loss = x.square().sum()
    loss.backward()
    for p in optimizer.param_groups[0]["params"]:
        if p in frozen:
            p.grad = None
    optimizer.step()
    return loss.item()


for n in range(14):
    print(n, f"{step(n, 'a'):.5f}")
for n in range(14):
    if n == 9:
        tags.discard(("y", 2))
        weights.add(0.5)
    loss, *others = ordered(n)
    print(f"{loss:.4f}", others)
for n in range(24):
    print(f"{members(torch.ones(2, 3) * n):.5f}")
    if n == 10:
        squashed.remove(layer)
        squashed.add(head)
    if n == 17:
        frozen.clear()
print(sum(p.sum().item() for p in head.parameters()) > -100)
