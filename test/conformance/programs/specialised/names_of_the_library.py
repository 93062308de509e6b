"""Classes of the user's own that are called as the library's: their steps are whole graphs. The library's own, by
whatever name they are imported, stand between the graphs of a step."""
# tier2: with_own_classes.loop.body 30
# tier2: with_the_librarys.loop.body.part 30
# tier2: with_a_later_import.loop.body.part 30
# float-tolerance: 1e-4
import collections as kinds
import random as draws
from collections import deque as Ring
from random import Random as Draws

import torch

Latest = kinds.deque


class Random:
    """Not the library's: a scale that halves."""

    def __init__(self, seed):
        self.scale = float(seed)

    def random(self):
        self.scale = self.scale * 0.5 + 0.5
        return self.scale


class Own:
    class deque:
        def __init__(self, size):
            self.total = torch.zeros(size)

        def append(self, value):
            self.total = self.total * 0.9 + value

    @staticmethod
    def SystemRandom():
        return torch.ones(3)


class Network:
    def __init__(self):
        self.weight = torch.linspace(-1, 1, 3).requires_grad_()

    def loss(self, x):
        return ((x * self.weight).sum() - 1) ** 2

    def learn(self, loss):
        self.weight.grad = None
        loss.backward()
        with torch.no_grad():
            self.weight -= 0.002 * self.weight.grad


def with_own_classes(network):
    own_scale, own_sums = Random(4), Own.deque(3)
    for i in range(40):
        own_once = Random(2)
        own_sums.append(Own.SystemRandom() * own_scale.random())
        loss = network.loss(own_sums.total * own_once.random())
        network.learn(loss)
    print("%.4f" % loss.item(), own_sums.total.tolist(), own_scale.scale)


class Memory:
    def __init__(self):
        self.generator = Draws(3)
        self.latest = Latest(maxlen=4)
        self.ring = Ring(maxlen=3)


def with_the_librarys(network):
    memory = Memory()
    for i in range(40):
        picked = draws.randrange(3)
        share = memory.generator.random()
        x = torch.ones(3) * (picked + 1)
        loss = network.loss(x) * 0.25 + network.loss(x * 0.5)
        network.learn(loss)
        memory.latest.append(picked)
        memory.ring.append(share)
    print("%.4f" % loss.item(), list(memory.latest), ["%.4f" % each for each in memory.ring])


def with_a_later_import(network):
    from random import choice as one_of

    for i in range(40):
        factor = one_of([0.5, 1.0, 2.0])
        loss = network.loss(torch.ones(3) * factor)
        network.learn(loss)
        print("%.4f" % loss.item(), end=" ")
    print()


draws.seed(5)
network = Network()
with_own_classes(network)
with_the_librarys(network)
with_a_later_import(network)
print(["%.4f" % each for each in network.weight.tolist()])
