# Float64 as the default type, also when it changes after the profile; state of optimizers has that type.
import torch
import torch.nn as nn


def step(model, optimizer, x, y):
    loss = ((model(x) - y) ** 2).mean() + torch.tensor(0.5) * torch.ones(3).sum() / 7
    ratio = torch.arange(3) / 4
    half = torch.full((2,), 0.5) + torch.zeros(2)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item(), ratio.dtype, half.dtype, (torch.arange(3) * 0.3).dtype, torch.get_default_dtype()


def train(count):
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    x = torch.linspace(-1, 1, 15).reshape(5, 3)
    y = x.sum(1, keepdim=True)
    for i in range(count):
        loss, *types = step(model, optimizer, x, y)
        if i % 4 == 0:
            print(round(loss, 5), types, next(model.parameters()).dtype)
    state = optimizer.state[model[0].weight]
    print({name: (value.dtype, tuple(value.shape)) for name, value in state.items()})


torch.set_default_dtype(torch.float64)
train(16)
torch.set_default_dtype(torch.float32)
train(10)
torch.set_default_dtype(torch.float64)
train(10)
for kind in (torch.optim.NAdam, torch.optim.ASGD, torch.optim.Adagrad, torch.optim.RMSprop):
    p = nn.Parameter(torch.ones(2))
    optimizer = kind([p], lr=0.1)
    for _ in range(6):
        optimizer.zero_grad()
        (p * p).sum().backward()
        optimizer.step()
    print(kind.__name__, [round(v, 9) for v in p.tolist()], {k: v.dtype for k, v in optimizer.state[p].items()})
