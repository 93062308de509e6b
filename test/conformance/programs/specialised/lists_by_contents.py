"""Lists whose length contents decide, and such of comprehensions."""
# tier2: comprehensions.loop.body 85% after 4
# tier2: by_contents.loop.body 70% after 6
# tier2: chosen.loop.body 70% after 6
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn

torch.set_default_dtype(torch.float64)
random.seed(0)
torch.manual_seed(0)
STEPS = 48


def lengths(least, most):
    return [random.randint(least, most) for _ in range(STEPS)]


def show(name, k, *values):
    if k % 7 == 0 or k == STEPS - 1:
        print(name, k, *["%.6f" % float(v.sum()) if isinstance(v, torch.Tensor) else v for v in values])


def learn(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def optimizer_of(*modules):
    return torch.optim.SGD([p for m in modules for p in m.parameters()], 0.05)


def comprehensions():
    layer = nn.Linear(5, 4)
    with torch.no_grad():
        for k, n in enumerate(lengths(2, 9)):
            x = torch.randn(3, 5)
            rows = torch.stack([layer(x) * i for i in range(n)], dim=1).sum(0)
            squares = [i * i for i in range(n)]
            more = torch.stack([r * 2 for r in rows])
            show("comprehensions", k, rows, more, sum(squares), squares[-1], len(squares))


def by_contents():
    layer = nn.Linear(3, 3)
    optimizer = torch.optim.SGD(layer.parameters(), 0.01)
    for k in range(STEPS):
        x, sums, turns = torch.randn(3) * 3 + 1, [], 0
        while x.norm() > 0.3 and turns < 20:
            x = 0.7 * torch.tanh(layer(x))
            sums.append(x.pow(2).sum())
            turns += 1
        loss = torch.stack(sums).mean()
        learn(optimizer, loss)
        show("by_contents", k, loss, turns)


def chosen():
    layer = nn.Linear(3, 1)
    with torch.no_grad():
        layer.bias.fill_(1.0)
        for k, n in enumerate(lengths(4, 9)):
            kept, others = [], 0
            for i in range(n):
                y = layer(torch.randn(3))
                if y.item() > 0:
                    kept.append(y)
                else:
                    others += 1
            show("chosen", k, len(kept), others, torch.stack(kept).sum(), sum(kept))


for run in (comprehensions, by_contents, chosen):
    run()
