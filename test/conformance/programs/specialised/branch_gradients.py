"""Gradients through a branch: both sides reach the same weights; then sides that reach different
ones, whose gradients are None on the other side, so that the optimizer leaves those alone."""
# tier2: same_weights.loop.body 26
# tier2: other_weights.loop.body 26
# float-tolerance: 1e-4
import torch
from torch import nn


def same_weights(w, v, x, steps):
    for step in range(steps):
        h = x @ w
        if h.sum() > 0:
            g = torch.tanh(h) * 2
        else:
            g = torch.relu(h) + h
        loss = ((g @ v - 1) ** 2).mean()
        w.grad = v.grad = None
        loss.backward()
        with torch.no_grad():
            w -= 0.05 * w.grad
            v -= 0.05 * v.grad
            w.add_(0.3 if step % 2 else -0.3)
        print(step, f"{loss.item():.4f} {w.grad.abs().sum().item():.4f} {v.grad.sum().item():.4f}")


def other_weights(first, second, optimizer, x, steps):
    for step in range(steps):
        z = x * (1.0 if step % 3 else -1.0)
        for p in optimizer.param_groups[0]["params"]:
            p.grad = None
        if z.sum() > 0:
            out = first(z)
        else:
            out = second(z)
        loss = (out ** 2).mean()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.4f}", first.weight.grad is None, second.weight.grad is None)


torch.manual_seed(3)
w = torch.randn(3, 4, requires_grad=True)
v = torch.randn(4, 1, requires_grad=True)
same_weights(w, v, torch.rand(5, 3), 30)
first, second = nn.Linear(3, 2), nn.Linear(3, 2)
optimizer = torch.optim.SGD([*first.parameters(), *second.parameters()], lr=0.1, momentum=0.9)
other_weights(first, second, optimizer, torch.rand(5, 3), 30)
print(f"{first.weight.sum().item():.4f} {second.weight.sum().item():.4f}")
