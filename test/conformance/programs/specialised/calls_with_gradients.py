"""Gradients through recursions whose depth hangs on numbers or contents: parameters of calls with and without further ones, what calls are given, closed forms."""
# tier2: train.loop.body 85% after 4
# tier2: closed.loop.body 85% after 4
# tier2: chosen.loop.body 85% after 4
# tier2: sums.loop.body 85% after 4
# float-tolerance: 1e-9
import torch
import torch.nn as nn

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)


class Fractal(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = nn.Linear(4, 4)
        self.left = nn.Linear(4, 4)
        self.right = nn.Linear(4, 4)
        self.out = nn.Linear(4, 1)

    def grow(self, h, d):
        if d == 0:
            return torch.relu(self.leaf(h))
        a = self.grow(torch.tanh(self.left(h)), d - 1)
        b = self.grow(torch.tanh(self.right(h)), d - 1)
        return torch.tanh(a + b)

    def forward(self, x, d):
        return self.out(self.grow(x, d))


def train():
    net = Fractal()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    for k in range(30):
        x = torch.randn(3, 4)
        loss = ((net(x, 1 + k % 4) - x.sum(1, keepdim=True)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(k, f"{loss.item():.9f}", f"{net.left.weight.grad.norm().item():.9f}", f"{net.leaf.bias.grad.norm().item():.9f}")
    # No call within the outermost: parameters of such calls have no gradient.
    optimizer.zero_grad()
    net(torch.ones(1, 4), 0).sum().backward()
    print(net.left.weight.grad, net.leaf.bias.grad.norm() > 0)


w = torch.tensor(0.8, requires_grad=True)
x0 = torch.tensor(0.3, requires_grad=True)


def polynomial(x, d):
    """w (1 + w)^d x"""
    if d == 0:
        return x * w
    return polynomial(x, d - 1) * w + polynomial(x, d - 1)


def product(x, d):
    h = torch.sin(x * (d + 1))
    if d == 0:
        return h
    return product(h, d - 1) * product(h + 1, d - 1)


def until(x, n):
    if n > 6 or x.abs().sum() < 0.5:
        return (x * w).sum()
    return until(x * 0.6, n + 1) * 0.9


def closed():
    for k in range(20):
        d = k % 5
        loss = polynomial(torch.tensor(1.0), d) + product(x0, d) + until(torch.tensor([1.0, k]), 0)
        loss.backward()
        print(d, f"{loss.item():.9f} {w.grad.item():.9f} {x0.grad.item():.9f}")
        w.grad = x0.grad = None


def chosen():
    for k in range(20):
        (a,) = torch.autograd.grad(polynomial(torch.tensor(1.0), k % 5), w)
        b, c = torch.autograd.grad(product(x0, k % 4) * w, [x0, w])
        print(f"{a.item():.9f} {b.item():.9f} {c.item():.9f}", w.grad, x0.grad)


def sums():
    weight = torch.randn(3, 3, requires_grad=True)
    bias = torch.zeros(3, requires_grad=True)

    def both(x, c, d):
        if d == 0:
            return (x @ weight).relu(), c + bias
        with torch.no_grad():
            s = torch.sigmoid(c)
        y, e = both(torch.tanh(x @ weight) + bias, s, d - 1)
        return y + x, e * 0.5

    for k in range(20):
        y, e = both(torch.randn(3, requires_grad=True), torch.randn(3), 1 + k % 4)
        (y.sum() + e.prod()).backward()
        print(k, f"{weight.grad.norm().item():.9f} {bias.grad.norm().item():.9f}")
        weight.grad = bias.grad = None


train()
closed()
chosen()
sums()
