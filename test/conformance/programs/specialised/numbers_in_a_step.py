# stderr: last line because torch warns with the line of its own C++
"""A schedule computed inside the step: functions of `math` and `round` on counters and losses."""
# tier2: train.loop.body 15
# float-tolerance: 1e-4
import math

import torch
from torch import nn


def train(model, x, y, total):
    history = []
    rate = 0.5
    for step in range(18):
        progress = step / total
        scale = 0.5 * (1 + math.cos(math.pi * progress)) * math.exp(-progress)
        warm = math.sqrt(step + 1) / math.log(step + 2, 2)
        loss = ((model(x) - y) ** 2).mean()
        model.zero_grad()
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                p -= rate * scale * min(warm, 1.0) * p.grad
        value = loss.item()
        history.append((math.floor(value * 100), round(value, 3), int(10 * scale), math.isnan(value),
                        abs(round(math.log(loss), 2)), math.hypot(scale, 1.0) > 1))
    return history


torch.manual_seed(1)
model = nn.Linear(4, 1)
x = torch.randn(32, 4)
y = x.sum(1, keepdim=True) * 3 + 7
for row in train(model, x, y, 18):
    print(*row)
try:
    train(model, x * float("inf"), y, 18)
except ValueError as e:
    print("ValueError", e)
print([round(v, 3) for p in model.parameters() for v in p.flatten().tolist()])
