"""A step that looks at clocks, and one that prints lists, tuples and shapes."""
# tier2: timed.loop.body 80% after 3
# tier2: shown.loop.body 80% after 3
# float-tolerance: 1e-4
import time
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Linear(4, 2)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def step():
    x, y = torch.randn(8, 4), torch.randint(0, 2, (8,))
    loss = F.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def timed():
    before = time.time()
    spent = longest = 0.0
    for it in range(20):
        start = time.perf_counter()
        loss = step()
        spent += time.perf_counter() - start
        now = time.time()
        elapsed = now - before
        before = now
        longest = max(longest, elapsed)
        if it % 5 == 0:
            print(it, f"{loss.item():.4f}", elapsed >= 0, time.monotonic() > 0)
    print(0 < spent < 100, longest < 100)


def shown():
    for it in range(12):
        x = torch.ones(2, 3) * it
        rows, scale = x.sum(1).tolist(), it / 2
        print([it, scale, True, None], (it,), (it, "a'b"), [], (), [[1], [it]])
        print("shape", x.shape, f"{x.shape} {rows}", [int(v) for v in rows])


timed()
shown()
