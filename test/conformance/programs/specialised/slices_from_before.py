# tier2: <module>.loop.body 70% after 8
# float-tolerance: 2e-3
# Slices and ranges that were there before the step: their ends are inputs, replaced ones are found
# out, and ones with other ends at each entry are sizes.
import torch

torch.manual_seed(0)


class Windows:
    def __init__(self):
        self.turns = range(0, 6, 2)
        self.every = slice(None, None, 2)
        self.rows = [slice(0, 2), slice(2, 5), slice(-3, None)]
        self.moving = slice(0, 4)


windows = Windows()
w = torch.randn(6, 4, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.1)
names = list("abcdef")


def step(x):
    optimizer.zero_grad()
    y = x @ w
    for i in windows.turns:
        y = y + x[:, i:i + 1]
    total = y[windows.every].sum()
    for rows in windows.rows:
        total = total + y[rows, 1].mean()
    if windows.turns:
        total = total + windows.turns[-1] + len(windows.turns)
    loss = (total - 1).pow(2) / 100
    loss.backward()
    optimizer.step()
    return round(loss.item(), 3), names[windows.rows[1]], windows.rows[2].stop, windows.turns.stop, 4 in windows.turns


for i in range(60):
    if i == 30:
        windows.turns = range(1, 5)
        windows.rows[1] = slice(1, 4)
    if i == 40:
        windows.every = slice(1, 7)
    if i == 50:
        windows.turns = range(4, 0, -3)
    if i == 55:
        windows.every = 3
    print(step(torch.randn(8, 6)))


def moved(x):
    part = x[windows.moving]
    windows.moving = slice(windows.moving.start + 1, windows.moving.stop + 1)
    return part.sum().item()


x = torch.arange(80.0)
print([moved(x) for _ in range(40)], windows.moving)


def ends(x, cut):
    return (x[cut] * 2).sum().item(), x[cut].shape, cut.start, cut.indices(5)


print([ends(x, slice(i % 5, None if i % 3 else 7, 1 + i % 2)) for i in range(30)])
kept = []


def keep(x, n):
    cut, turns = slice(n, None), range(n)
    kept.append(cut)
    return x[cut].sum().item(), turns, cut == kept[0]


print([keep(x, i % 3) for i in range(24)], kept[-2:])
huge = range(10 ** 30)
print([(x[huge.step:].sum().item(), huge[5]) for _ in range(20)])
