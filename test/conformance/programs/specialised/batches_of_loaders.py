"""Batches that a loader makes: each is another list, whose parts are what the body of the loop is given, so that one
binding serves them all; with a counter around it, at module level, and in a function that is called per epoch."""
# tier2: epoch.loop.body 90% after 3
# tier2: counted.loop.body 90% after 3
# tier2: <module>.loop#1.body 80% after 3
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset, TensorDataset

torch.manual_seed(7)
X = torch.randn(128, 12)
Y = (X[:, 0] > 0).long()


class Squares(Dataset):
    def __init__(self, n):
        self.x = torch.randn(n, 12)

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], int(self.x[i].sum() > 0)


loader = DataLoader(TensorDataset(X, Y), batch_size=16, shuffle=True)
squares = DataLoader(Squares(64), batch_size=8)
net = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=0.01)


def step(xb, yb):
    loss = F.cross_entropy(net(xb), yb)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def epoch():
    total = 0.0
    for xb, yb in loader:
        total += step(xb, yb)
    return total / len(loader)


def counted(batches):
    seen = 0
    for i, (xb, yb) in enumerate(batches):
        loss = step(xb, yb)
        seen += xb.size(0)
        if i % 4 == 3:
            print(i, seen, f"{loss:.4f}")


for e in range(4):
    print(e, f"{epoch():.4f}")
    counted(squares)
for i, (xb, yb) in enumerate(loader):
    loss = step(xb, yb)
    print(i, f"{loss:.4f}")
print(i, xb.shape, yb.shape)


class Odd:
    """What unpacking runs may see what was stored before."""

    def __init__(self, parts):
        self.parts = parts

    def __iter__(self):
        print("unpacked at", i)
        return iter(self.parts)


def unpacked(items):
    for k, (a, b) in items:
        print(k, (a * b).sum().item())


for i, (a, b) in [(10, Odd((1, 2))), (11, Odd((3, 4)))]:
    print(i, a, b)
x = torch.ones(3)
for n in range(6):
    unpacked([(n, (x, x * n))])
try:
    unpacked([(1, (x, x)), (2, (x,))])
except ValueError as e:
    print(e)
try:
    for i, (a, b) in [(20, (1, 2)), (21, 3)]:
        print(i)
except TypeError as e:
    print(i, e)
