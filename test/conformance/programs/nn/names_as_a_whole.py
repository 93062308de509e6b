"""The names of modules as a whole: imported with a star, in dicts, by dir() and inspect, though most are loaded when asked for."""
import inspect
import random

import torch
import torch.nn as nn
import torch.optim as optim
from torch import *
from torch.distributions import *
from torch.nn import *
from torch.nn.functional import *
from torch.nn.utils import *
from torch.optim import *
from builtins import range

print(random.__name__)
manual_seed(0)
net = Sequential(Conv2d(1, 2, 3), BatchNorm2d(2), ReLU(), Flatten(), LazyLinear(3))
net(rand(4, 1, 6, 6))
spectral_norm(net[0])
choice = Adam(net.parameters(), lr=0.01)
schedule = lr_scheduler.StepLR(choice, 2)
for step in range(12):
    x = rand(4, 1, 6, 6)
    loss = CrossEntropyLoss()(net(x), arange(4) % 3) + 0.1 * kl_divergence(Normal(net[4].bias, 1.0), Normal(0.0, 1.0)).sum()
    choice.zero_grad()
    loss.backward()
    clip_grad_norm_(net.parameters(), 1.0)
    choice.step()
    schedule.step()
    print(step, f"{loss.item():.4f}")
packed = rnn.pack_padded_sequence(ones(3, 2, 4), [3, 2], enforce_sorted=True)
print(packed.data.shape, FloatTensor([1, 2]), vmap.__name__, ctc_loss.__name__)

for make in ("Adam", "RMSprop", "Adagrad", "SGD"):
    print(make, type(optim.__dict__[make]([zeros(1, requires_grad=True)], lr=0.1)).__name__)
print([name for name in ("Conv2d", "LSTM", "functional", "init", "Transformer") if name in dir(nn)],
      [name for name in ("lr_scheduler", "LBFGS") if name in vars(optim)])
layers = [name for name, value in inspect.getmembers(nn, inspect.isclass) if issubclass(value, nn.Module)]
print(len(layers) > 150, "LazyConv2d" in layers, sorted(c.__name__ for c in Optimizer.__subclasses__())[:4])
print(torch.distributions.__dict__["Gamma"].__name__, [name for name in ("FloatTensor", "nn", "vmap", "load") if name in dir(torch)])
losses = {name: value for name, value in nn.__dict__.items() if name.endswith("Loss")}
print(len(losses) > 15, losses["HuberLoss"](delta=2.0))
