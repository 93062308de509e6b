"""Loops whose trip count changes, and whose turns add to lists: one graph for all lengths. What was added is stacked, joined, summed, taken from its end,
and gone through beside another list."""
# tier2: stacked.loop#1.body 85% after 4
# tier2: joined.loop#1.body 85% after 4
# tier2: losses.loop#1.body 85% after 4
# tier2: both_ways.loop#1.body 85% after 4
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
random.seed(0)
torch.manual_seed(0)
STEPS = 48


def lengths(least, most):
    return [random.randint(least, most) for _ in range(STEPS)]


def show(name, k, *values):
    if k % 7 == 0 or k == STEPS - 1:
        print(name, k, *["%.6f" % float(v.sum()) if isinstance(v, torch.Tensor) else v for v in values])


def learn(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def optimizer_of(*modules):
    return torch.optim.SGD([p for m in modules for p in m.parameters()], 0.05)


def stacked():
    cell, out = nn.RNNCell(5, 8), nn.Linear(8, 3)
    optimizer = optimizer_of(cell, out)
    data = [(torch.randn(n, 4, 5), torch.randn(n, 4, 3)) for n in lengths(1, 9)]
    for k, (x, y) in enumerate(data):
        h = torch.zeros(4, 8)
        outs = []
        for t in range(x.size(0)):
            h = cell(x[t], h)
            outs.append(h)
        loss = F.mse_loss(out(torch.stack(outs)), y) + torch.stack(outs, 1).mean() * 0.1 + torch.stack(outs, dim=-1).abs().mean()
        learn(optimizer, loss)
        show("stacked", k, len(outs), loss, cell.weight_hh)


def joined():
    cell, out = nn.GRUCell(5, 8), nn.Linear(8, 3)
    optimizer = optimizer_of(cell, out)
    data = [(torch.randn(n, 4, 5), torch.randint(0, 3, (n, 4))) for n in lengths(1, 9)]
    for k, (x, y) in enumerate(data):
        h = torch.zeros(4, 8)
        outs, wide = [torch.ones(4, 3)], []
        for row in x:
            h = cell(row, h)
            outs += [out(h)]
            wide.extend([h[:, :2], h[:, 2:4] * 2])
        scores = torch.cat(outs)
        loss = F.cross_entropy(scores[4:], y.reshape(-1)) + torch.cat(wide, dim=1).pow(2).mean() + torch.concat(wide, -1).sum() * 0.01
        learn(optimizer, loss)
        show("joined", k, tuple(scores.shape), loss)


def losses():
    cell, out = nn.RNNCell(5, 8), nn.Linear(8, 3)
    optimizer = optimizer_of(cell, out)
    data = [(torch.randn(n, 5), torch.randint(0, 3, (n,))) for n in lengths(1, 9)]
    for k, (x, y) in enumerate(data):
        h = torch.zeros(1, 8)
        parts, found = [], []
        for i, (row, target) in enumerate(zip(x, y), 1):
            h = cell(row.unsqueeze(0), h)
            scores = out(h)
            parts.append(F.cross_entropy(scores, target.view(1)) * (1 + 0.01 * i))
            found.append((scores.argmax(1) == target).sum().item())
        loss = sum(parts) / len(parts) + parts[-1] * 0.1
        learn(optimizer, loss)
        show("losses", k, loss, sum(found), max(found), min(found), sum(found) / len(found))


def both_ways():
    forth, back, out = nn.RNNCell(5, 8), nn.RNNCell(5, 8), nn.Linear(16, 2)
    optimizer = optimizer_of(forth, back, out)
    data = [(torch.randn(n, 4, 5), torch.randint(0, 2, (n, 4))) for n in lengths(2, 9)]
    for k, (x, y) in enumerate(data):
        h, g = torch.zeros(4, 8), torch.zeros(4, 8)
        first, second = [], []
        for t in range(len(x)):
            h = forth(x[t], h)
            first.append(h)
        for t in reversed(range(len(x))):
            g = back(x[t], g)
            second.append(g)
        pairs = [torch.cat([a, b], 1) for a, b in zip(first, second[::-1])]
        loss = F.cross_entropy(out(torch.stack(pairs)).view(-1, 2), y.view(-1))
        learn(optimizer, loss)
        show("both_ways", k, loss, len(pairs))


for run in (stacked, joined, losses, both_ways):
    run()
