"""Lists of modules that are made of a list's slice in the step, and names that builtin objects have."""
# tier2: train.loop.body 70% after 4
# float-tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(4)])
        self.norms = nn.ModuleList([nn.LayerNorm(4) for _ in range(3)])

    def forward(self, x):
        for layer, norm in zip(self.layers[:-1], self.norms):
            x = torch.tanh(norm(layer(x)))
        for layer in self.layers[2:]:
            x = x + layer(x)
        return x


class Row(list):
    __slots__ = ("title",)


def known(value):
    names = ("__iter__", "__len__", "append", "keys", "imag", "upper", "title", "nothing")
    return [name for name in names if hasattr(value, name)]


def train(steps):
    torch.manual_seed(3)
    net = Stack()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    row = Row([1, 2])
    for step in range(steps):
        x = torch.randn(6, 4)
        loss = F.mse_loss(net(x), x * 2)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step == 14:
            net.layers[1] = nn.Linear(4, 4)
        if step == 22:
            net.norms.append(nn.LayerNorm(4))
            net.layers.append(nn.Linear(4, 4))
        if step % 5 == 0:
            print(step, f"{loss.item():.4f}", known([1]), known({}), known(step), known("a"), known((1,)), known(None))
    row.title = "x"
    print(known(row), len(net.layers[1:3]), net.layers[-2:])


train(30)
