"""A condition on a tensor's contents that goes the other way at one step; a learning rate that the
program lowers; the loss is summed up in a variable; text is printed after the update."""
# tier2: train.loop.body 20
# float-tolerance: 1e-4
# tier2-tolerance: 1e-4
import torch
from torch import nn


def train(model, optimizer, x, y, steps):
    total = 0.0
    for step in range(steps):
        scale = 1.0 if step != 9 else 50.0
        difference = model(x * scale) - y
        loss = (difference * difference).mean()
        if loss.item() > 60.0:
            print("skipped", step)
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
        optimizer.param_groups[0]["lr"] *= 0.95
        print(step, f"{loss.item():.4f} {total:.4f}")
    return total


torch.manual_seed(1)
model = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
x = torch.randn(16, 3)
print(f"{train(model, optimizer, x, x.sum(dim=1, keepdim=True), 25):.4f}")
print(sum(p.abs().sum().item() for p in model.parameters()) > 0)
