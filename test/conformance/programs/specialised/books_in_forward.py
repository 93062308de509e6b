"""Modules that keep books in forward: a counter, a number, flags set through `nn.Module.__setattr__`."""
# tier2: main.loop.body 95% after 1
# tier2: Net.forward 95% after 1
# float-tolerance: 1e-4
import sys

import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(5, 3)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.last = x.mean().item()
        return self.fc(x)


def main():
    torch.manual_seed(1)
    x, y = torch.randn(16, 5), torch.randint(0, 3, (16,))
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(30):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(x), y)
        loss.backward()
        optimizer.step()
    for step in range(20):
        output = model(x)
        sys.__stdout__.write(f"{output.sum().item():.4f}\n")
    print(model.calls, f"{loss.item():.4f} {model.last:.4f}")


main()
