# tier2: train.loop.body.forward 60% after 4
# tier2: train.loop.body.update 60% after 4
# float-tolerance: 1e-5
# Gradients by inputs that came with a history: none of them may hang on another one, which a graph
# does not see.
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)


def residual(x, t):
    u = net(torch.cat([x, t], 1))
    ones = torch.ones_like(u)
    u_t = torch.autograd.grad(u, t, ones, retain_graph=True, create_graph=True)[0]
    u_x = torch.autograd.grad(u, x, ones, retain_graph=True, create_graph=True)[0]
    u_xx = torch.autograd.grad(u_x, x, torch.ones_like(u_x), retain_graph=True, create_graph=True)[0]
    return u_t + u * u_x - 0.1 * u_xx


def train(points):
    for i, (x, t) in enumerate(points):
        u = net(torch.cat([x, t], 1))
        loss = residual(x, t).pow(2).mean() + (u - x.detach()).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if i % 4 == 0:
            print(i, f"{loss.item():.4f}")


def slopes(x, t):
    value = (x * x * t).sum()
    return torch.autograd.grad(value, [x, t], create_graph=True)


base = torch.rand(6, 1, requires_grad=True)
other = torch.rand(6, 1, dtype=torch.float64, requires_grad=True)
x, t = base + 0, other.float()
train([(x, t)] * 16)
print(f"{base.grad.sum().item():.4f} {other.grad.sum().item():.4f}")
base.grad = other.grad = None

for n in 4, 9:
    pairs = torch.rand(n, 2, requires_grad=True)
    x, t = torch.split(pairs + 0, 1, 1)
    train([(x, t)] * 5)
    print(f"{pairs.grad.sum().item():.4f}")

leaf = torch.full((3, 1), 2.0, requires_grad=True)
for i in range(28):
    t = leaf + 1
    if i % 7 == 5:
        x = t + 1
    elif i % 7 == 6:
        x = t
        for _ in range(100):
            x = x + 0.01
    else:
        x = leaf + 2
    by_x, by_t = slopes(x, t)
    if i > 13:
        print(i, f"{by_x.sum().item():.3f} {by_t.sum().item():.3f}")
    (by_x.sum() + by_t.sum()).backward()
print(f"{leaf.grad.sum().item():.3f}")
