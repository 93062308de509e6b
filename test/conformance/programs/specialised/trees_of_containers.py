"""Recursions over trees of tuples and of nodes that are None, by functions within others."""
# tier2: tuples.loop#1.body 85% after 6
# tier2: nones.loop#1.body 85% after 6
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(0)
torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
V, H = 20, 6


def tuples():
    def make_pair(n):
        if n == 1:
            return random.randrange(V)
        k = random.randint(1, n - 1)
        return (make_pair(k), make_pair(n - k))

    words = torch.randn(V, H, requires_grad=True)
    w = torch.randn(2 * H, H, requires_grad=True)

    def encode(t):
        if isinstance(t, int):
            return words[t]
        return torch.tanh(torch.cat([encode(t[0]), encode(t[1])]) @ w)

    for i, t in enumerate([make_pair(random.randint(2, 8)) for _ in range(60)]):
        w.grad = words.grad = None
        loss = encode(t).pow(2).sum()
        loss.backward()
        with torch.no_grad():
            w -= 0.05 * w.grad
        if i % 10 == 9:
            print("tuples", i, round(loss.item(), 5), round(words.grad.sum().item(), 5))


class Node:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right


def nones():
    def make_node(n):
        if n == 0:
            return None
        k = random.randint(0, n - 1)
        return Node(random.randrange(V), make_node(k), make_node(n - 1 - k))

    net = nn.Linear(3 * H, H)
    embedding = nn.Embedding(V, H)
    optimizer = torch.optim.SGD([*net.parameters(), *embedding.parameters()], lr=0.05, momentum=0.9)

    def encode(t):
        if t is None:
            return torch.zeros(H)
        return torch.tanh(net(torch.cat([embedding.weight[t.value], encode(t.left), encode(t.right)])))

    for i, t in enumerate([make_node(random.randint(1, 8)) for _ in range(60)]):
        optimizer.zero_grad()
        loss = (encode(t) - 0.5).pow(2).mean()
        loss.backward()
        optimizer.step()
        if i % 10 == 9:
            print("nones", i, round(loss.item(), 5), round(embedding.weight.grad.sum().item(), 5))


tuples()
nones()
