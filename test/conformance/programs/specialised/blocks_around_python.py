# Statements of a `with`, a `try` or a side of a condition, between those that go over to Python, are parts of their own.
# tier2: targets.block.block.part 80% after 4
# tier2: guarded.block.part 80% after 4
# tier2: <module>.loop.body.block.part 60% after 4
import random

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
random.seed(0)
net = nn.Linear(4, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.05)


def targets(states, rewards):
    with torch.no_grad():
        values = torch.tanh(net(states)).squeeze(1)
        deltas = (rewards - values).numpy()
        running, out = 0.0, []
        for delta in deltas[::-1]:
            running = 0.9 * running + float(delta)
            out.append(running)
        out.reverse()
        result = torch.tensor(out) * 0.5 + values
    assert torch.is_grad_enabled()
    return result


def guarded(x, places):
    try:
        y = torch.sigmoid(x).sum(0) * 2
        picked = np.asarray(places)[::2]
        return y[torch.from_numpy(picked)] + 1
    except IndexError:
        return None


class Sum(nn.Module):
    def __init__(self, scale):
        super(Sum, self).__init__()
        self.scale = scale

    def forward(self, x):
        return x.sum() * self.scale


memory = []
for step in range(24):
    memory.append((torch.randn(4), random.random()))
    if len(memory) > 3:
        batch = random.sample(memory, 4)
        states = torch.stack([state for state, _ in batch])
        rewards = torch.tensor([reward for _, reward in batch])
        loss = F.mse_loss(net(states).squeeze(1), targets(states, rewards)) + Sum(0.01)(net.weight)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 6 == 0:
            print(step, "%.4f" % loss.item())
for step in range(10):
    print(guarded(torch.ones(3, 4) * step, [0, 1, 2, 3] if step < 8 else [0, 1, 7]))
