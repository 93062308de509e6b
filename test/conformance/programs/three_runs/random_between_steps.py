"""Steps that call the program's functions with `random`, and keep a deque: the statements between these are graphs."""
import random
from collections import deque, namedtuple
from random import choice

import torch
import torch.nn as nn

Batch = namedtuple("Batch", "x y weight")


class Memory:
    def __init__(self, n):
        self.rng = random.Random(4)
        self.x = torch.randn(n, 3)
        self.y = self.x.sum(1, keepdim=True)
        self.seen = deque(maxlen=5)

    def sample(self, count):
        rows = [self.rng.randrange(len(self.x)) for _ in range(count)]
        self.seen.append(rows[0])
        return Batch(self.x[rows], self.y[rows], random.random())


class Trainer:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.02)
        self.memory = Memory(40)
        self.losses = deque(maxlen=10)

    def step(self, sign):
        batch = self.memory.sample(8)
        loss = ((self.net(batch.x) - batch.y) ** 2).mean() * (0.5 + batch.weight) * sign
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        return Batch(loss.detach(), self.memory.seen[-1], sign)._replace(weight=len(self.losses))


torch.manual_seed(0)
random.seed(1)
trainer = Trainer()
for i in range(40):
    flip = choice([1, 1, 2])
    result = trainer.step(flip)
    if i % 10 == 9:
        print("%.4f" % result.x, result.y, result.weight, flip, "%.4f" % (sum(trainer.losses) / len(trainer.losses)))


# A method of that name that has nothing to do with `random`.
class Line:
    def __init__(self):
        self.w = torch.ones(3, requires_grad=True)

    def sample(self, x):
        return (x * self.w).sum()


line = Line()
for i in range(20):
    total = line.sample(torch.ones(3) * i) ** 2
    line.w.grad = None
    total.backward()
    with torch.no_grad():
        line.w -= 0.001 * line.w.grad
print("%.4f" % line.w.sum().item(), type(result).__name__, result._fields)
