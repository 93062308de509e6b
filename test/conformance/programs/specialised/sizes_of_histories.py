"""Forward parts of several sizes whose backward runs elsewhere, and sizes that guards relate to each other: the file of their graphs is read again."""
# tier2: gram 70% after 4
# tier2: shrink 70% after 4
# tier2: generate 70% after 4
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
conv = nn.Conv2d(2, 2, 1)
buffer = torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16)


def gram(x):
    a, b, c, d = x.size()
    features = x.view(a * b, c * d)
    return torch.mm(features, features.t()).div(a * b * c * d)


def shrink(x, other):
    dy, dx = other.size()[2] - x.size()[2], other.size()[3] - x.size()[3]
    x = F.pad(x, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
    return conv(torch.cat([other, x], dim=1)[:, 1:3])


def grow(x, cache):
    t = x.size(1)
    k, v = x * 2, x + 1
    if "k" in cache:
        k, v = torch.cat([cache["k"], k], dim=1), torch.cat([cache["v"], v], dim=1)
    cache["k"], cache["v"] = k, v
    past = k.size(1) - t
    att = (x @ k.transpose(1, 2)).masked_fill(buffer[0, :, past:past + t, :past + t] == 0, float("-inf"))
    return torch.softmax(att, -1) @ v


@torch.no_grad()
def generate(x, steps):
    caches = [{}, {}]
    whole, cur = x, x
    for _ in range(steps):
        for cache in caches:
            cur = torch.tanh(grow(cur, cache))
        cur = cur[:, -1:]
        whole = torch.cat([whole, cur], dim=1)
    return whole


total = 0.0
for step in range(36):
    size, channels = 4 + step % 3, 2 + step % 4
    x = torch.randn(1, channels, size, size + 1, requires_grad=True)
    y = torch.randn(1, 2, 2 * size, 2 * size + 3, requires_grad=True)
    a, b = gram(x), shrink(x, y)
    (a.sum() + b.pow(2).mean()).backward()
    total += x.grad.sum().item() + y.grad.abs().sum().item()
    total += generate(torch.randn(2, 1 + step % 4, 6), 8).abs().sum().item()
    if step % 12 == 11:
        print(step, f"{total:.3f}", tuple(a.shape), tuple(b.shape), type(b.grad_fn).__name__)
