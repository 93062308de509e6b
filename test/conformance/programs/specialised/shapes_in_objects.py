"""Shapes and orders of dimensions that lie in lists of the program's objects: a parameter that was reshaped by them is
shown, and the optimizer may write it."""
# tier2: <module>.loop.body 25
# float-tolerance: 1e-4
import torch
import torch.nn as nn


class Recipe:
    def __init__(self, first, order, last):
        self.first, self.order, self.last = first, order, last

    def apply(self, x):
        x = x.reshape(self.first)
        x = x.permute(self.order)
        return x.reshape(self.last)


torch.manual_seed(0)
token = nn.Parameter(torch.randn(1, 6, 4))
fc = nn.Linear(8, 3)
fold = Recipe([2, 3, 4], [1, 0, 2], (3, 8))
flat = Recipe([6, 4], [1, 0], (4, 6))
opt = torch.optim.SGD([token, *fc.parameters()], lr=0.05)


def train():
    x = fold.apply(token)
    y = flat.apply(token)
    loss = (fc(x) - 1).pow(2).mean() + (flat.apply(token * 2) @ y.t()).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item(), tuple(y.shape), y.is_contiguous()


for step in range(40):
    seen = train()
    if step == 30:
        fold.last = (3, 8)
        flat.first, flat.last = [4, 6], (6, 4)
    if step % 8 == 7:
        print(step, f"{seen[0]:.4f}", *seen[1:])
