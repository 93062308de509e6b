"""Integers that an operation gives beside its values have no gradient: predictions kept from a training step."""
# tier2: <module>.loop.body.part 80% after 4
# float-tolerance: 1e-4
# tier2-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net, conv = nn.Linear(4, 3), nn.Conv2d(1, 2, 3)
optimizer = torch.optim.SGD(list(net.parameters()) + list(conv.parameters()), 0.1)


def step(x, y):
    optimizer.zero_grad()
    out = net(x)
    loss = F.cross_entropy(out, y)
    loss.backward()
    optimizer.step()
    _, predicted = out.max(1)
    return loss.item(), predicted


def pooled(x):
    optimizer.zero_grad()
    values, where = F.max_pool2d(conv(x), 2, return_indices=True)
    best, at = values.flatten(1).topk(2)
    loss = values.mean() + best.sum()
    loss.backward()
    optimizer.step()
    return where, at


right = 0
for turn in range(24):
    x, y = torch.randn(6, 4), torch.randint(0, 3, (6,))
    loss, predicted = step(x, y)
    right += predicted.eq(y).sum().item()
    where, at = pooled(torch.randn(2, 1, 8, 8))
    print(turn, f"{loss:.4f}", predicted.tolist(), predicted.requires_grad, predicted.grad_fn, predicted.numpy().shape,
          where.requires_grad, where.grad_fn, where.sum().item(), at.requires_grad, at.is_leaf, at.add_(1).tolist())
print(right)
