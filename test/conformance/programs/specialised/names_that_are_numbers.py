"""Attributes whose names are no identifiers: parameter lists, and a class's own `__getattr__`."""
# tier2: train.loop.body 90% after 1
# tier2: of_own.loop.body 70% after 1
# tier2: texts_and_numbers.loop.body 60% after 1
# float-tolerance: 1e-5
import torch
from torch import nn

torch.manual_seed(3)


class Layers(nn.Module):
    def __init__(self):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.randn(4, 4) * 0.3) for _ in range(3)])
        self.scales = nn.ParameterDict({"None": torch.ones(4), "True": torch.full((4,), 0.5), "7": torch.ones(4)})

    def forward(self, x):
        for weight in self.weights:
            x = torch.tanh(x @ weight)
        return x * self.scales["None"] + x * self.scales["True"] - self.scales["7"]


def train():
    model = Layers()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    x, y = torch.randn(8, 4), torch.randn(8, 4)
    for step in range(30):
        optimizer.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward()
        optimizer.step()
    print(round(loss.item(), 4), [round(each, 3) for each in model.scales["7"].tolist()])


class Open:
    def __init__(self):
        self.kept = {"0": 1.0, "None": 2.0, "a b": 3.0}

    def __getattr__(self, name):
        if name in self.kept:
            return self.kept[name]
        raise AttributeError(name)


def of_own():
    things, total = Open(), torch.zeros(3)
    for step in range(30):
        total = total + getattr(things, "0") * getattr(things, "None") - getattr(things, "a b")
        if step == 20:
            setattr(things, "0", 5.0)
    print(total)


def texts_and_numbers():
    table, seen = {"key": 2.0, 3: 4.0}, torch.zeros(2)
    for step in range(30):
        seen = seen + table.get("key", 0.25) * 2 + table.get(3, 0.25) * 3 + table.get("None", 0.5)
        seen = seen + table.get("3", 0.5) * 4 + table.get("other", 0.25) * 5 + table.get(None, 0.25)
        if step == 20:
            table["other"] = 9.0
        if step == 25:
            table[None] = 10.0
    print(seen)


train()
of_own()
texts_and_numbers()
