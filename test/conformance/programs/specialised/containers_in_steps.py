"""Steps that keep what they need in containers of the standard library, and in classes derived from its abstract ones."""
# tier2: sequence.loop.body 95% after 3
# tier2: mapping.loop.body 95% after 3
# tier2: counter.loop.body 95% after 3
# tier2: chained.loop.body 95% after 3
# tier2-failures: 40
# float-tolerance: 1e-4
from collections import ChainMap, Counter, UserDict
from collections.abc import MutableMapping, Sequence

import torch
from torch import nn

torch.manual_seed(5)
x, goal = torch.randn(8, 4), torch.randn(8, 4)


class Layers(Sequence):
    def __init__(self, layers):
        self.layers = layers

    def __len__(self):
        return len(self.layers)

    def __getitem__(self, i):
        return self.layers[i]


class Store(MutableMapping):
    def __init__(self):
        self.kept = {}

    def __len__(self):
        return len(self.kept)

    def __iter__(self):
        return iter(self.kept)

    def __getitem__(self, key):
        return self.kept[key]

    def __setitem__(self, key, value):
        self.kept[key] = value

    def __delitem__(self, key):
        del self.kept[key]


def update(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss


def sequence():
    layers = Layers([nn.Linear(4, 4), nn.Linear(4, 4)])
    optimizer = torch.optim.SGD([*layers[0].parameters(), *layers[1].parameters()], lr=0.1)
    for step in range(20):
        h = x
        for layer in layers:
            h = torch.tanh(layer(h))
        loss = update(optimizer, (h - goal).pow(2).mean())
    print(f"{loss.item():.4f}")


def mapping():
    layer, store, options = nn.Linear(4, 4), Store(), UserDict(scale=0.5)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    for step in range(20):
        store["hidden"] = layer(x) * options["scale"]
        h = store.pop("hidden") * store.pop("gain", 2.0) * (1.0 if "hidden" in store else 1.5)
        loss = update(optimizer, (h - goal).pow(2).mean())
    print(f"{loss.item():.4f}", len(store))


def counter():
    layer, seen = nn.Linear(4, 4), Counter()
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    for step in range(20):
        seen.update(["steps", "calls"])
        seen.update({"rows": 8}, calls=1)
        seen.subtract(["calls"])
        loss = update(optimizer, (layer(x) - goal).pow(2).mean())
    print(f"{loss.item():.4f}", seen)


def chained():
    layer, options = nn.Linear(4, 4), ChainMap({"rate": 0.1}, {"scale": 0.5, "rate": 1.0})
    optimizer = torch.optim.SGD(layer.parameters(), lr=options["rate"])
    for step in range(20):
        loss = update(optimizer, (layer(x) * options["scale"] - goal).pow(2).mean())
    print(f"{loss.item():.4f}")


sequence()
mapping()
counter()
chained()
