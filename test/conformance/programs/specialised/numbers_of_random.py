"""Numbers of `random` in steps: from several generators, by functions of the module, under conditions; other calls
of it between the steps."""
# tier2: <module>.loop.body 30
# tier2: <module>.loop#1.body 30
# tier2: <module>.loop#2.body 20
# float-tolerance: 1e-4
import random
from random import random as draw
import torch

rng = random.Random(5)
random.seed(1)
w = torch.zeros(3, requires_grad=True)


def step(x, i):
    noise = random.uniform(-1.0, 1.0) + rng.random()
    if draw() < 0.3:
        noise = noise * 2 + draw()
    loss = ((w * x).sum() - noise) ** 2
    loss.backward()
    with torch.no_grad():
        w.sub_(0.01 * w.grad)
        w.grad.zero_()
    return loss.item()


total = 0.0
for i in range(60):
    total += step(torch.full((3,), i / 60), i)
    if i % 7 == 0:
        random.shuffle([1, 2, 3])
    if i == 30:
        state = random.getstate()
print(f"{total:.5f}", w.detach().tolist())
print(random.random(), rng.random(), draw())
random.setstate(state)
print(random.random())
# A guard that fails after draws.
k = 0
for i in range(40):
    a = random.random()
    y = torch.ones(2) * a
    if y.sum() > 1.7:
        k += 1
    b = random.random()
    w.data.add_(b * 0.1)
print(k, w.detach().tolist(), random.random())


# In comprehensions, in loops that stay loops, from a generator that is another one for a while.
made = []


def grow(n):
    x = torch.zeros(3)
    for i in range(n):
        x = x + random.random() * w.detach()
    return x


for i in range(30):
    noise = torch.tensor([random.random() for _ in range(3)])
    loss = ((w - noise) ** 2).sum()
    if loss.item() > 3.0:
        loss = loss * (1 + random.random())
    loss.backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
    w.grad = None
    made.append(round(random.gauss(0, 1) + loss.item(), 3))
print(made)
for i in range(20):
    y = grow(3 + i % 5)
    x = torch.ones(2) * random.Random(i).random() + random.random() * random.randint(0, 5)
    if i % 6 == 0:
        random.seed(i)
    if i % 5 == 4:
        print(f"{y.sum().item():.4f} {x.sum().item():.4f}")
both = [rng, random.Random(1)]
both[1] = both[0]
total = 0.0
for i in range(24):
    if i == 12:
        both[1] = random.Random(2)
    total += (torch.ones(2) * (both[0].random() - 2 * both[1].random())).sum().item()
print(f"{total:.4f}", both[0].random(), both[1].random(), random.random())
