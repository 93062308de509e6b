# Products with derivatives of functions, and averages of weights.
import warnings

import torch
import torch.nn as nn
from torch.autograd import functional as AF
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_avg_fn, get_ema_multi_avg_fn, update_bn

warnings.filterwarnings("ignore", category=FutureWarning)  # PyTorch's own, of torch.jit.script


def rounded(t):
    return [round(x, 3) + 0.0 for x in t.reshape(-1).tolist()]


def cubes(x, y):
    return x ** 3 + 2 * y, (x * y).sum()


def shown(value):
    return [rounded(v) for v in value] if isinstance(value, tuple) else rounded(value)


x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0])
ones = torch.ones(2)
for value, product in (AF.jvp(cubes, (x, y), (ones, ones)), AF.vhp(lambda a: (a ** 3).sum(), x, ones),
                       AF.hvp(lambda a, b: (a * a * b).sum(), (x, y), (ones, ones))):
    print(shown(value), shown(product))
try:
    AF.jvp(cubes, (x, y))
except RuntimeError as error:
    print(error)
value, pull_back = torch.func.vjp(cubes, x, y)
print(shown(value), shown(pull_back((ones, torch.tensor(1.0)))))
value, product = torch.func.jvp(cubes, (x, y), (ones, ones))
print(shown(value), shown(product))
value, pull_back, aux = torch.func.vjp(lambda a: (a * a, a + 1), x, has_aux=True)
print(shown(value), shown(pull_back(ones)), shown(aux))
value, product, aux = torch.func.jvp(lambda a: (a * a, a + 1), (x,), (ones,), has_aux=True)
print(shown(value), shown(product), shown(aux))

torch.manual_seed(0)
models = [nn.Linear(2, 1) for _ in range(3)]
params, buffers = torch.func.stack_module_state(models)
print({name: tuple(p.shape) for name, p in params.items()}, buffers, params["weight"].requires_grad)

for options in ({}, {"avg_fn": get_ema_avg_fn(0.9)}, {"multi_avg_fn": get_ema_multi_avg_fn(0.9)}, {"use_buffers": True}):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Linear(4, 1))
    average = AveragedModel(model, **options)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    schedule = SWALR(optimizer, swa_lr=0.02, anneal_epochs=3)
    data = [torch.randn(8, 3) for _ in range(5)]
    rates = []
    for batch in data:
        optimizer.zero_grad()
        (model(batch) - 1).square().mean().backward()
        optimizer.step()
        average.update_parameters(model)
        schedule.step()
        rates.append(round(optimizer.param_groups[0]["lr"], 6))
    print(rates, average.n_averaged, list(average.state_dict())[:3])
    update_bn(data, average)
    average.eval()
    print(rounded(average(data[0]).detach()), rounded(average.module[1].running_mean))
linear = SWALR(torch.optim.SGD(model.parameters(), lr=0.1), swa_lr=[0.05], anneal_epochs=0, anneal_strategy="linear")
print(linear.get_last_lr())
for wrong in ({"anneal_strategy": "square"}, {"anneal_epochs": -1}, {"swa_lr": [1.0, 2.0]}):
    try:
        SWALR(torch.optim.SGD(model.parameters(), lr=0.1), **{"swa_lr": 0.1, **wrong})
    except ValueError as error:
        print(error)
