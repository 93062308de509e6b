"""Recursions that are none over a tree, or hang on the order of their calls: they are evaluated call by call, or run generic."""
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
V, H = 12, 4


class Tree:
    def __init__(self, word=None, left=None, right=None):
        self.word, self.left, self.right = word, left, right


def make(n):
    if n == 1:
        return Tree(random.randrange(V))
    k = random.randint(1, n - 1)
    return Tree(None, make(k), make(n - k))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(V, H)
        self.w = nn.Linear(2 * H, H)
        self.zero = nn.Parameter(torch.zeros(H))
        self.count, self.mark, self.side, self.seen = 0, 1, 0, []

    def leaf(self, t):
        return self.embedding(torch.tensor(t.word))

    def join(self, a, b):
        return torch.tanh(self.w(torch.cat([a, b])))

    def ordered(self, t):
        if t.word is not None:
            self.mark = (self.mark * 31 + t.word) % 1000003
            return self.leaf(t)
        return self.join(self.ordered(t.left), self.ordered(t.right))

    def random(self, t):
        if t.word is not None:
            return self.leaf(t)
        return F.dropout(self.join(self.random(t.left), self.random(t.right)), 0.2)

    def half(self, t):
        if t.word is not None:
            return self.leaf(t)
        with torch.no_grad():
            left = self.half(t.left)
        return self.join(left, self.half(t.right))

    def sided(self, t):
        if t.word is not None:
            return self.leaf(t) * (self.side + 1)
        self.side = 1
        left = self.sided(t.left)
        self.side = 0
        return self.join(left, self.sided(t.right))

    def deeper(self, t, depth=1):
        if t.word is not None:
            return self.leaf(t) / depth
        return self.join(self.deeper(t.left, depth + 1), self.deeper(t.right, depth + 1))

    def listed(self, t):
        self.seen.append(t.word)
        if t.word is not None:
            return self.leaf(t)
        return self.join(self.listed(t.left), self.listed(t.right))

    def asked(self, t):
        if t.word is not None:
            return self.zero if t.word % 2 else torch.ones(H)
        left, right = self.asked(t.left), self.asked(t.right)
        if left is self.zero:
            self.count += 1
        scale = 1.0 + left.requires_grad + 2 * right.is_leaf + 4 * isinstance(right, nn.Parameter)
        return self.join(left, right) * scale

    def once(self, t):
        if t.word is not None:
            return self.leaf(t)
        return self.join(self.once(t.left), self.once(t.left))

    def written(self, t):
        if t.word is not None:
            t.state = self.leaf(t)
        else:
            t.state = self.join(self.written(t.left), self.written(t.right))
        return t.state

    def compared(self, t):
        if t.word is not None:
            return self.leaf(t)
        a, b = self.compared(t.left), self.compared(t.right)
        return self.join(a, b) if t.left is t.right else self.join(b, a)

    def printed(self, t):
        if t.word is not None:
            return self.leaf(t)
        a = self.printed(t.left)
        if t.left.word == 3:
            print("three")
        return self.join(a, self.printed(t.right))


def swapped(net, t):
    t.left, t.right = t.right, t.left
    return plain(net, t)


def plain(net, t):
    if t.word is not None:
        return net.leaf(t)
    return net.join(plain(net, t.left), plain(net, t.right))


def closures(net):
    def layer(k, below):
        def encode(t):
            if t.word is not None:
                return net.leaf(t) * k
            return net.join((below or encode)(t.left), encode(t.right))

        return encode

    return layer(2.0, layer(1.0, None))


def train(name, net, encode, trees):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    total = 0.0
    for t in trees:
        loss = update(encode, optimizer, t)
        total += loss
    print(name, round(total, 4), net.count, net.mark, net.side, len(net.seen), round(net.w.weight.grad.abs().sum().item(), 4))


def update(encode, optimizer, t):
    optimizer.zero_grad()
    loss = encode(t).pow(2).sum()
    if loss.requires_grad:
        loss.backward()
        optimizer.step()
    return loss.item()


for name in ["ordered", "random", "half", "sided", "deeper", "listed", "asked", "once", "written", "compared", "printed", "swapped", "closures"]:
    random.seed(2)
    torch.manual_seed(2)
    net = Net()
    encode = getattr(net, name, None)
    if name == "swapped":
        encode = lambda t: swapped(net, t)
    elif name == "closures":
        encode = closures(net)
    train(name, net, encode, [make(random.randint(2, 6)) for _ in range(30)])
