"""Training with tensors of a subclass: many steps."""
# float-tolerance: 1e-3
import torch
from torch import nn


class Unit(torch.Tensor):
    calls = 0

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        Unit.calls += 1
        return super().__torch_function__(func, types, args, kwargs or {})


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
opt = torch.optim.Adam(model.parameters(), lr=0.01)
data, target = torch.randn(16, 4), torch.randn(16, 1)


def step(x, y):
    opt.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    opt.step()
    return loss


for i in range(60):
    loss = step(data, target)
print(type(loss).__name__, loss.item(), Unit.calls)
for i in range(60):
    loss = step(data.as_subclass(Unit), target)
print(type(loss).__name__, loss.item(), Unit.calls)
for i in range(60):
    loss = step(data, target)
print(type(loss).__name__, loss.item(), Unit.calls)
