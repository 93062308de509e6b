"""Random numbers drawn here and there in turn, from every stream that both sides share."""

import random

import numpy as np
import torch

import _nets
import _toolbox

random.seed(11)
torch.manual_seed(11)
np.random.seed(11)
print([random.random(), _nets.draw(), random.randrange(100), _toolbox.call(random.randrange, 100)])
print(torch.rand(2), _nets.torch.rand(2), torch.randn(3), _nets.torch.randn(3))
print(torch.randperm(6), _nets.torch.randperm(6), torch.randint(0, 10, (3,)), _nets.torch.randint(0, 10, (3,)))
print(np.random.rand(2).tolist(), random.random(), np.random.randint(10))
state = torch.get_rng_state()
a = _nets.torch.rand(3)
torch.set_rng_state(state)
print(torch.equal(a, torch.rand(3)))
other = _nets.torch.get_rng_state()
b = torch.rand(1)
_nets.torch.set_rng_state(other)
print(torch.equal(b, _nets.torch.rand(1)))
torch.manual_seed(5)
x = torch.randn(17)
_nets.torch.manual_seed(5)
print(torch.equal(x, torch.randn(17)), torch.initial_seed(), _nets.torch.initial_seed())


def noisy(n):
    return [round(random.gauss(0, 1), 6) for _ in range(n)] + [round(torch.rand(()).item(), 6)]


print(noisy(3), _toolbox.call(noisy, 3), noisy(2))
print(_toolbox.call(lambda: [_toolbox.call(noisy, 1), random.random(), torch.rand(1).item() < 1]))
items = list("abcdefgh")
random.shuffle(items)
_nets.random.shuffle(items)
print("".join(items), random.sample(items, 3), _nets.random.sample(items, 3), random.choices(items, k=2))
g = torch.Generator().manual_seed(3)
print(torch.rand(2, generator=g), _nets.torch.rand(1), torch.rand(1, generator=g))
dropout = torch.nn.Dropout(0.5)
print(dropout(torch.ones(8)), _nets.torch.nn.functional.dropout(torch.ones(8), 0.5), dropout(torch.ones(4)))
layer = torch.nn.Linear(2, 2)
print(layer.weight, _nets.torch.rand(2), torch.nn.init.normal_(torch.empty(3)), torch.multinomial(torch.ones(4), 3))
own = random.Random(4)
print(own.random(), random.random(), own.random(), _nets.draw())
print(torch.empty(3).uniform_(), _nets.torch.empty(2).normal_(), torch.bernoulli(torch.full((4,), 0.5)))
