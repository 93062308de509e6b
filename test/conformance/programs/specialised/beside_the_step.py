"""What stands beside a training step and no graph holds: arrays made of the loss, a look at the growing list of losses on one side of
a condition, lists that grow by `+=`, dicts with a default factory. The step is a graph all the same."""
# tier2: with_lists.loop.body.part 90% after 2
# tier2: with_sums.loop.body.part 90% after 2
# tier2: with_defaults.loop.body 80% after 3
from collections import defaultdict
import torch
import torch.nn as nn


def made():
    torch.manual_seed(0)
    net = nn.Linear(3, 1)
    return net, torch.optim.Adam(net.parameters(), 0.05)


def step(net, optimizer, x):
    loss = (net(x) - x.sum(1, keepdim=True)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def with_lists():
    net, optimizer = made()
    losses, history = [], []
    for i in range(60):
        loss = step(net, optimizer, torch.randn(8, 3))
        losses.append(loss.item())
        history += [loss.item() * 2]
        if i % 20 == 19:
            print(i, "%.4f" % (sum(losses) / len(losses)), "%.4f" % sum(losses[-5:]), len(history))
            losses = losses[-3:]
    return history


def with_sums():
    net, optimizer = made()
    meters = {"loss": [], "steps": 0}
    for i in range(40):
        loss = step(net, optimizer, torch.randn(8, 3))
        meters["loss"].append(loss.item())
        meters["steps"] += 1
        mean = sum(meters["loss"]) / len(meters["loss"])
        if len(meters["loss"]) > 10 and meters["loss"][-1] > 3 * mean:
            print("jump", i)
    return mean


def with_defaults():
    net, optimizer = made()
    meters = defaultdict(list)
    for i in range(30):
        loss = step(net, optimizer, torch.randn(8, 3))
        meters["even" if i % 2 == 0 else "odd"].append(loss.item())
    return {k: len(v) for k, v in meters.items()}, "%.4f" % sum(meters["odd"]), meters["none"]


print(["%.4f" % h for h in with_lists()[::10]])
print("%.4f" % with_sums())
print(*with_defaults())
d = defaultdict(list)
for i in range(20):
    d[i % 3].append(torch.ones(2) * i)
    if i == 9:
        d.default_factory = tuple
    try:
        print(i, torch.stack(d[i % 3]).sum().item(), d[i % 4 + (3 if i > 12 else 0)])
    except (TypeError, AttributeError, RuntimeError) as error:
        print(i, type(error).__name__)
        d.default_factory = list
