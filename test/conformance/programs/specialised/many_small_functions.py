"""Small functions with loops of their own, called with many shapes in the first step: the step around them is recorded, too."""
# tier2: main.loop.body 90% after 4
import torch
import torch.nn as nn
import torch.nn.functional as F

SHAPES = [(2, n) for n in range(3, 13)]


def total(x):
    y = 0
    for part in x.unbind(0):
        y = y + part.sum()
    return y


def extremes(x):
    y = 0
    for part in x.unbind(0):
        y = y + part.max() - part.min()
    return y


def powers(x):
    y = torch.ones_like(x)
    for _ in range(2):
        y = y * x
    return y.mean()


def halves(x):
    y = x
    while y.shape[-1] > 2:
        y = y[:, : y.shape[-1] // 2]
    return y.sum()


def neighbours(x):
    y = x
    for shift in (1, -1):
        y = y + x.roll(shift, 1)
    return y.square().mean()


def rows(x):
    y = []
    for part in x:
        y.append(part.abs().sum())
    return torch.stack(y).max()


def columns(x):
    y = []
    for part in x.t():
        y.append(part.norm())
    return torch.stack(y).mean()


def distances(x):
    y = 0
    for a in x:
        for b in x:
            y = y + (a - b).abs().mean()
    return y


MEASURES = [total, extremes, powers, halves, neighbours, rows, columns, distances]


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(len(MEASURES), 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    for step in range(12):
        features = []
        for shape in SHAPES:
            x = torch.rand(shape)
            features.append(torch.stack([measure(x) for measure in MEASURES]))
        x = torch.stack(features)
        loss = F.mse_loss(net(x).squeeze(1), x[:, 0] - x[:, 1])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}")


main()
