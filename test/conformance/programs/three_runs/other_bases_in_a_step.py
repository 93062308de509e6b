"""A step whose model gets another base between entries: the version made for the old one is not entered."""
import torch
import torch.nn as nn


class Plain(nn.Module):
    def scale(self, x):
        return x * 2


class Other(nn.Module):
    def scale(self, x):
        return x * 3 + 1


class Model(Plain):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)

    def forward(self, x):
        return self.scale(self.layer(x))


torch.manual_seed(0)
model = Model()
opt = torch.optim.SGD(model.parameters(), lr=0.01)
x = torch.randn(5, 3)


def step():
    opt.zero_grad()
    loss = model(x).pow(2).mean()
    loss.backward()
    opt.step()
    return loss.item()


for i in range(60):
    if i == 20:
        Model.__bases__ = (Other,)
    if i == 40:
        Model.__bases__ = (Plain,)
    value = step()
    if i % 5 == 0:
        print(i, round(value, 4))
