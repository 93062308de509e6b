"""Gradients that are None at some steps: two heads that are trained by turns, an update at every fourth step. Each
state has its version; which comes next is known from the last time."""
# tier2: two_heads.loop.body 95% after 3
# tier2: accumulate.loop.body 95% after 1
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F
from torch import nn


def two_heads():
    torch.manual_seed(1)
    x = torch.randn(16, 5)
    body, a, b = nn.Linear(5, 8), nn.Linear(8, 1), nn.Linear(8, 1)
    params = [*body.parameters(), *a.parameters(), *b.parameters()]
    optimizer = torch.optim.SGD(params, lr=0.1, momentum=0.9)
    for step in range(40):
        head = a if step % 2 == 0 else b
        loss = (head(torch.tanh(body(x))) - 1).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(f"{loss.item():.4f}")


def accumulate():
    torch.manual_seed(1)
    x, y = torch.randn(32, 5), torch.randn(32, 1)
    model = nn.Sequential(nn.Linear(5, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(60):
        i = step % 4 * 8
        loss = F.mse_loss(model(x[i:i + 8]), y[i:i + 8]) / 4
        loss.backward()
        if (step + 1) % 4 == 0:
            optimizer.step()
            optimizer.zero_grad()
    print(f"{loss.item():.4f}")


two_heads()
accumulate()
