# A small network, trained on batches that are made as it goes: where overhead is most of a step.
import sys

import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(32, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
for step in range(steps):
    x = torch.randn(16, 32)
    loss = ((model(x) - x.sin().sum(1, keepdim=True)) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if (step + 1) % (steps // 10) == 0:
        print(f"{step + 1} {loss.item():.3f}", flush=True)
