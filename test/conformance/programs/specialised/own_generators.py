"""Draws from generators of the program in a step: where a version gives up, the generic code draws the same numbers again."""
# tier2: <module>.loop.body 90% after 1
# tier2: <module>.loop#1.body 70% after 1
# float-tolerance: 1e-4
import torch
import torch.nn as nn

torch.manual_seed(0)
g = torch.Generator().manual_seed(7)
other = torch.Generator()
other.manual_seed(3)
net = nn.Linear(4, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.05)


def batch(n):
    x = torch.randn(n, 4, generator=g)
    y = x.sum(1, keepdim=True) + torch.rand(n, 1, generator=other) * 0.1
    return x, y


def step(i):
    x, y = batch(8)
    noise = torch.randn(8, 1)
    keep = torch.bernoulli(torch.full((8, 1), 0.8), generator=g)
    order = torch.randperm(8, generator=g)
    loss = (((net(x) + 0.01 * noise - y) * keep)[order] ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item(), order[0].item()


def guarded(i):
    a = torch.rand(3, generator=g)
    b = torch.rand(3, generator=g)
    if a.sum() > 2.2:  # rare: the generic code draws the same numbers again
        print("rare")
    return (a + b).sum().item()


def replaced(i):
    global g
    if i == 9:
        g = torch.Generator().manual_seed(11)
    if i == 12:
        g = torch.default_generator
    if i == 14:
        g = None
    return torch.randint(0, 100, (3,), generator=g).tolist()


for i in range(24):
    print("%.4f %d" % step(i))
for i in range(40):
    print("%.4f" % guarded(i))
for i in range(18):
    print(replaced(i))
print(g, other.initial_seed(), torch.rand(1, generator=other).item())
