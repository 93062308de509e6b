"""Two models through one loop, by turns; batches of two sizes; tied weights in one of them."""
# tier2: fit.loop.body 4
# float-tolerance: 1e-4
import torch
from torch import nn


class Tied(nn.Module):
    def __init__(self, tied):
        super().__init__()
        self.up = nn.Linear(3, 3, bias=False)
        self.down = nn.Linear(3, 3, bias=False)
        if tied:
            self.down.weight = self.up.weight

    def forward(self, x):
        return self.down(torch.tanh(self.up(x)))


def fit(model, optimizer, batches):
    last = None
    for x in batches:
        loss = (model(x) - x).pow(2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        last = loss.item()
    return last


def main():
    torch.manual_seed(5)
    models = [Tied(False), Tied(False), Tied(True)]
    optimizers = [torch.optim.SGD(m.parameters(), lr=0.01) for m in models]
    batches = [torch.randn(6, 3) for _ in range(4)] + [torch.randn(2, 3)]
    for epoch in range(4):
        for model, optimizer in zip(models, optimizers):
            print(epoch, f"{fit(model, optimizer, batches):.4f}")


main()
