"""detach_ and defaultdict(list) in steps, as older programs have them."""
# tier2: <module>.loop.body 30
# tier2: <module>.loop#1.body 30
# float-tolerance: 1e-4
import math
from collections import defaultdict

import torch
import torch.nn as nn

torch.manual_seed(0)
fc = nn.Linear(4, 4)
opt = torch.optim.SGD(fc.parameters(), lr=0.05)
worst, last = float("nan"), 0.0


def train(x, step):
    for p in fc.parameters():
        if p.grad is not None:
            p.grad.detach_()
            p.grad.zero_()
    h = torch.tanh(fc(x) * 2)
    penalty = h * 1
    penalty.detach_()
    loss = h.pow(2).mean() + (penalty * fc(x)).mean()
    loss.backward()
    nn.utils.clip_grad_norm_(fc.parameters(), 1.0)
    opt.step()
    meters = defaultdict(list)
    meters["loss"].append(loss.item())
    for k in range(2):
        meters["norm"].append(h.norm().item())
    counts = defaultdict(int, steps=step)
    counts["seen"] += 1
    return loss, penalty, meters["loss"][0] + sum(meters["norm"]) + len(meters["none"]) + counts["seen"] + counts["steps"]


for step in range(40):
    loss, penalty, seen = train(torch.randn(4, 4), step)
    last = loss.item() if loss.item() < 100 else float("nan")
    worst = last if math.isnan(worst) or last > worst else worst
    if step % 10 == 9:
        print(step, f"{last:.4f} {worst:.4f} {seen:.3f}", penalty.requires_grad, penalty.is_leaf)

h = torch.zeros(2, 4)
for step in range(40):
    low = -1e30 if step % 4 == 3 else float("-inf")
    h = torch.tanh(fc(h) + torch.randn(2, 4))
    h.detach_()
    y = torch.where(h < -0.9, torch.full((), low), h)
    if step % 8 >= 6:
        print(step, h.requires_grad, h.grad_fn, torch.isnan(y).sum().item(), y.max().item() > 0, low == low)
