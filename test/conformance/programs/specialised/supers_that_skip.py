"""`super()` past classes that do not have the method, which are given one later."""
# tier2: single.loop.body 80% after 1
# tier2: diamond.loop.body 80% after 1
# float-tolerance: 1e-5
import torch
from torch import nn

torch.manual_seed(5)


class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        return self.fc(x)


class Middle(Base):
    pass


class Top(Middle):
    def forward(self, x):
        return torch.tanh(super().forward(x))


class Left(Base):
    pass


class Right(Base):
    def forward(self, x):
        return super().forward(x) * 2


class Both(Left, Right):
    def forward(self, x):
        return super().forward(x) + 1


def single():
    model, x, total = Top(), torch.randn(2, 3), torch.zeros(2, 3)
    for step in range(40):
        total = total + model(x).detach()
        if step == 34:
            Middle.forward = lambda self, x: Base.forward(self, x) * 3
    print([round(each, 3) for each in total.flatten().tolist()])


def diamond():
    model, x, total = Both(), torch.randn(2, 3), torch.zeros(2, 3)
    for step in range(40):
        total = total + model(x).detach()
        if step == 34:
            Left.forward = Base.forward  # the same function, found before Right's
    print([round(each, 3) for each in total.flatten().tolist()])


single()
diamond()
