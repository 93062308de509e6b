"""Numbers, flags, methods and layers that change after the runs' profile was taken."""
import torch
import torch.nn as nn


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 3, bias=False)
        self.scale = 1.0
        self.doubled = False

    def forward(self, x):
        y = self.inner(x) * self.scale
        return y + y if self.doubled else y


def fitted():
    model = Scaled()
    nn.init.constant_(model.inner.weight, 0.5)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.25)
    x = torch.tensor([[1.0, 2.0, -1.0]])
    for i in range(24):
        if i == 9:
            model.scale = 2.0
        if i == 13:
            model.doubled = True
        if i == 17:
            optimizer.param_groups[0]["lr"] = 0.0625
        if i == 21:
            Scaled.forward = lambda self, x: self.inner(x) - 1.0
        loss = model(x).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(i, f"{loss.item():.4f}")


fitted()
