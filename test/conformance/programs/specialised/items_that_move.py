"""Items of lists and dicts at another place each time: taking one runs generic, the step behind it is a graph."""
# tier2: from_pairs.loop.body.behind 85% after 6
# tier2: from_parts.loop.body.behind 85% after 6
# tier2: from_objects.loop.body.part.behind 80% after 6
# tier2: by_key.loop.body.behind 85% after 6
# tier2: by_draw.loop.body.behind 85% after 6
# tier2: of_any_class.loop#2.body.behind 75% after 6
# float-tolerance: 1e-4
import random

import torch
from torch import nn


class Words:
    def __init__(self, n):
        self.items = [torch.arange(2 + i % 3) + i % 4 for i in range(n)]

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i], self.items[i].float().mean()


class Scaled:
    def __init__(self, x, scale):
        self.x, self.scale = x, scale

    def batch(self):
        return self.x * self.scale


class Shifted(Scaled):
    def batch(self):
        return self.x + self.scale


def update(loss, opt):
    opt.zero_grad()
    loss.backward()
    opt.step()
    return loss.item()


def net_and_optimizer(seed):
    torch.manual_seed(seed)
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    return net, torch.optim.SGD(net.parameters(), lr=0.1)


def from_pairs(pairs, n):
    net, opt = net_and_optimizer(0)
    total = 0.0
    for i in range(1, n + 1):
        pair = pairs[(i - 1) % len(pairs)]
        x = pair[0]
        y = pair[1]
        total += update((net(x) - y).pow(2).mean(), opt)
        if i % 20 == 0:
            print("pairs", i, "%.5f" % total)
            total = 0.0


def from_parts(parts, n):
    net, opt = net_and_optimizer(1)
    for i in range(n):
        x = parts["train"][0][i]
        y = parts["train"][1][i]
        loss = update((net(x) - y).abs().mean(), opt)
        if i % 15 == 14:
            parts["train"][0][i - 1] = torch.ones(7, 3)
            print("parts", i, "%.5f" % loss)


def from_objects(words, n):
    torch.manual_seed(2)
    table = nn.Embedding(8, 2)
    opt = torch.optim.SGD(table.parameters(), lr=0.1)
    for i in range(n):
        x, y = words[random.randint(0, len(words) - 1)]
        loss = update((table(x).sum(1).mean() - y) ** 2, opt)
        if i % 15 == 14:
            print("objects", i, "%.5f" % loss)


def by_key(tables, names):
    net, opt = net_and_optimizer(3)
    for i in range(len(names)):
        table = tables[names[i]]
        loss = update((net(table["x"]) * table["weight"]).pow(2).mean(), opt)
        if i % 15 == 14:
            print("key", i, names[i], "%.5f" % loss)


def made(n):
    items = [(torch.randn(2 + i % 3, 3), torch.randn(2 + i % 3, 1)) for i in range(n)]
    return items


# The place is drawn, and read from a tensor; the list comes from another function.
def by_draw(n):
    net, opt = net_and_optimizer(7)
    items = made(10)
    for i in range(n):
        at = torch.randint(0, 10, (1,)).item()
        x, y = items[at]
        loss = update((net(x) - y).pow(2).mean(), opt)
        if i % 15 == 14:
            print("draw", i, at, "%.5f" % loss)


# One item holds a parameter of the network, some are of another class.
def of_any_class(n):
    net, opt = net_and_optimizer(4)
    items = [Scaled(torch.randn(2 + i % 2, 3), 0.5 + i % 2) for i in range(n)]
    items[n // 2] = Scaled(net[0].weight, 1.0)
    for i in range(n // 2 + 5, n, 9):
        items[i] = Shifted(torch.randn(2, 3), 2)
    for i in range(n):
        item = items[i]
        loss = update((net(item.batch()) - 1.0).pow(2).mean(), opt)
        item.scale = loss
        if i % 10 == 9 or i == n // 2:
            print("class", i, "%.5f" % loss)
    print("%.5f" % sum(each.scale for each in items))


random.seed(5)
torch.manual_seed(6)
from_pairs([(torch.randn(2 + i % 3, 3), torch.randn(2 + i % 3, 1)) for i in range(50)], 80)
xs = [torch.randn(3, 3) for _ in range(60)]
from_parts({"train": (xs, [x.sum(1, keepdim=True) for x in xs])}, 60)
from_objects(Words(30), 60)
keys = ["k%d" % i for i in range(20)]
by_key({k: {"x": torch.randn(4, 3), "weight": 0.1 * i} for i, k in enumerate(keys)}, keys * 3)
by_draw(60)
of_any_class(60)
