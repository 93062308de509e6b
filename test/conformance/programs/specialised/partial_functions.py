"""Objects of functools.partial in steps: kept by modules, made in the step, of methods and classes."""
# tier2: <module>.loop.body 70% after 4
import torch
import torch.nn.functional as F
from functools import partial, partialmethod
from torch import nn

torch.manual_seed(0)


def scaled(x, scale, shift=0.0, *, power=1):
    return (x * scale + shift) ** power


class Block(nn.Module):
    def __init__(self, act, norm=partial(nn.LayerNorm, eps=1e-3)):
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.norm = norm(4)
        self.act = act

    def shrink(self, x, by=1.0):
        return x / by

    half = partialmethod(shrink, by=2.0)

    def forward(self, x):
        return self.half(self.act(self.norm(self.lin(x))))


model = nn.Sequential(Block(partial(F.leaky_relu, negative_slope=0.2)), Block(partial(scaled, scale=0.5, power=2)))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = partial(F.smooth_l1_loss, beta=0.3)


def step(x, y, i):
    opt.zero_grad()
    twice = partial(scaled, scale=2.0)
    more = partial(twice, shift=i % 2)
    total = criterion(more(model(x)), y) + criterion(input=x.mean(), target=y.mean(), beta=0.7)
    total = total + partial(torch.sum, x)() * 0 + more(total, scale=0.1, power=1)
    norm = partial(nn.LayerNorm, 4, elementwise_affine=False)()
    total = total + norm(x).pow(2).mean()
    total.backward()
    opt.step()
    return total.item(), more.keywords["shift"], more.func is scaled, callable(more), len(more.args)


for i in range(30):
    out = step(torch.randn(3, 4), torch.randn(3, 4), i)
    if i == 20:
        model[0].act.keywords["negative_slope"] = 0.9
    if i == 24:
        model[1].act = partial(scaled, scale=-1.0)
    if i % 4 == 0 or i > 18:
        print(i, f"{out[0]:.5f}", *out[1:])
