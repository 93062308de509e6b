"""Layers called together in a function, backward run elsewhere: each gradient has memory and strides of its own."""
# tier2: Both.forward 85% after 4
# tier2: Sums.forward 85% after 4
# tier2: Pictures.forward 85% after 4
# tier2: scale 85% after 6
import torch
import torch.nn as nn


class Both(nn.Module):
    """One factor in two products."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 5), nn.Linear(4, 5)

    def forward(self, x):
        m = x.mean(1)
        return self.a(m), self.b(m)


class Sums(nn.Module):
    """Equal gradients of two biases and of two weights."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(4, 5), nn.Linear(4, 5)

    def forward(self, x):
        m = x.mean(1)
        return self.a(m) + self.b(m), torch.ones(1)


class Pictures(nn.Module):
    """Convolutions whose images would rather lie channels last."""

    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Conv2d(1, 16, 3, padding=1), nn.Conv2d(16, 16, 3, padding=1)

    def forward(self, x):
        y = torch.relu(self.b(torch.relu(self.a(x.view(6, 1, 3, 4)))))
        return y.mean((2, 3)), torch.ones(1)


def scale(optimizer, factor):
    for group in optimizer.param_groups:
        for param in group["params"]:
            param.grad.data.mul_(factor)


for model in (Both(), Sums(), Pictures()):
    torch.manual_seed(3)
    for p in model.parameters():
        p.data.uniform_(-0.5, 0.5)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
    storages, strides = set(), set()
    for i in range(24):
        h, c = model(torch.randn(6, 3, 4))
        count = len([k for k in range(i % 5 + 1)])
        loss = (h * c).square().sum() / sum([1.0] * count)
        optimizer.zero_grad()
        loss.backward()
        scale(optimizer, 0.5)
        optimizer.step()
        grads = [p.grad for p in model.parameters()]
        storages.add(len(set(g.untyped_storage().data_ptr() for g in grads)))
        strides.add(tuple(g.stride() for g in grads))
        if i % 8 == 7:
            print(type(model).__name__, "%.3f" % loss.item(), ["%.3f" % g.abs().sum().item() for g in grads])
    print(storages, strides)
