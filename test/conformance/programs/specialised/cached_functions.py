"""Functions behind functools.lru_cache and cache: answers come from the cache, hits count, and what is used stays longest."""
# tier2: <module>.loop.body 30
# tier2: <module>.loop#2.body 20
# tier2: train.loop.body.part 90% after 3
# tier2: Noise.loss.part 90% after 3
# float-tolerance: 1e-3
import functools
import torch
import torch.nn as nn

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)


@functools.lru_cache(maxsize=4)
def plan(shape, order, scale=1):
    return [shape[i] * scale for i in order], {"n": len(shape)}


@functools.cache
def widths(n):
    return tuple(range(n))


@functools.lru_cache(None)
def mask(n, kind):
    return torch.tril(torch.ones(n, n)) if kind == "causal" else torch.ones(n, n)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(6, 6)

    @functools.lru_cache(maxsize=2)
    def sizes(self, n):
        return n * 2, n * 3

    def forward(self, x):
        (a, b), facts = plan(tuple(x.shape), (1, 0), scale=1)
        y = self.fc(x).t().reshape(a, b) * facts["n"]
        two, three = self.sizes(3)
        return (y.t() * two + three) @ mask(6, "causal") + sum(widths(3))


net = Net()
opt = torch.optim.SGD(net.parameters(), lr=1e-5)
for step in range(50):
    x = torch.randn(4, 6)
    loss = net(x).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step % 10 == 9:
        print(step, f"{loss.item():.2f}", plan.cache_info(), Net.sizes.cache_info(), mask.cache_info())
print(widths.cache_info())
for i in range(6):
    plan((i, i), (0, 1))
    print(plan.cache_info())
before = plan((4, 6), (1, 0), scale=1)
print(plan.cache_info(), before)
plan.cache_clear()
print(plan.cache_info())


# Evictions, and the order of use behind hits in a version.
calls = []


@functools.lru_cache(maxsize=3)
def table(n):
    calls.append(n)
    return [n, n + 1]


@functools.lru_cache(maxsize=None, typed=True)
def typed(x):
    return type(x).__name__


@functools.lru_cache(maxsize=3)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def step(x):
    a = table(1)
    b = table(2)
    return (x * a[0] + b[1]).sum().item()


table(1), table(2), table(3)
total = 0.0
for i in range(30):
    total += step(torch.full((2,), float(i)))
print(total, table.cache_info())
table(4)
print(calls, table.cache_info())
table(1), table(2), table(3), table(1), table(5)
print(calls, table.cache_info())
for i in range(20):
    total += step(torch.full((2,), float(i)))
    if i % 5 == 4:
        table(10 + i)
    if i == 12:
        table.cache_clear()
print(total, calls, table.cache_info())
print([typed(v) for v in (1, 1.0, True, 1)], typed.cache_info())
print(fib(12), fib.cache_info())
table(1)[0] = 7
for i in range(12):
    total += step(torch.full((2,), float(i)))
print(total, table.cache_info())


class Key:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __hash__(self):
        return hash(self.n)


@functools.lru_cache()
def by_key(k, *, scale):
    return k.n * scale


k = Key(3)
for i in range(20):
    if i == 10:
        k = Key(3)
    y = torch.ones(2) * by_key(k, scale=2)
    total += y.sum().item()
print(total, by_key.cache_info())


# Answers that come while the program runs: what stands behind the call is a graph.
@functools.lru_cache(maxsize=None)
def noise_at(epoch):
    return min(0.1 + 0.05 * epoch, 0.3)


class Noise:
    @functools.cache
    def level(self, epoch):
        return epoch / 10

    def loss(self, x, step):
        level = self.level(step // 4)
        return (net(x * level) ** 2).mean()


def train():
    noise = Noise()
    for step in range(32):
        x = torch.randn(4, 6) * noise_at(step // 4)
        loss = net(x).pow(2).mean() + noise.loss(x, step)
        opt.zero_grad()
        loss.backward()
        opt.step()
        if step % 8 == 7:
            print(step, f"{loss.item():.2f}", noise_at.cache_info(), Noise.level.cache_info())


train()
