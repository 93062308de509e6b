"""Branches of a training step that go both ways: gradients scaled where the loss is large, clipping by
norm, a line every third step, the best loss so far, a counter per side."""
# tier2: train.loop.body 36
# float-tolerance: 1e-4
import torch
from torch import nn


def train(model, optimizer, x, y, steps):
    best, large, small, total = 100.0, 0, 0, 0.0
    for step in range(steps):
        optimizer.zero_grad()
        loss = ((model(x * (1.0 + step % 3)) - y) ** 2).mean()
        if loss.item() > 0.2:
            scaled = loss * 0.5
            large += 1
        else:
            scaled = loss
            small += 1
        scaled.backward()
        norm = torch.sqrt(sum((p.grad ** 2).sum() for p in model.parameters()))
        if norm > 0.5:
            for p in model.parameters():
                p.grad.mul_(0.5 / norm)
        optimizer.step()
        total += loss.item()
        if step % 3 == 0:
            print("step", step, f"{loss.item():.4f}", large, small)
        if loss.item() < best:
            best = loss.item()
    return best, large, small, total


torch.manual_seed(1)
model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
x = torch.randn(16, 3)
best, large, small, total = train(model, optimizer, x, x.sum(dim=1, keepdim=True), 40)
print(f"{best:.4f} {total:.3f}", large, small)
