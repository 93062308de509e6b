"""Recursions over trees of objects: one graph for trees of any form. Two results, labels at the nodes, a method of the nodes."""
# tier2: train.loop#1.body 85% after 6
# tier2: labelled.loop#1.body 85% after 6
# float-tolerance: 1e-5
import random

import torch
import torch.nn as nn
import torch.nn.functional as F

random.seed(0)
torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
V, H = 20, 6


class Tree:
    def __init__(self, word=None, left=None, right=None, label=0):
        self.word, self.left, self.right, self.label = word, left, right, label

    def is_leaf(self):
        return self.word is not None


def make(n):
    if n == 1:
        return Tree(random.randrange(V), label=random.randrange(2))
    k = random.randint(1, n - 1)
    return Tree(None, make(k), make(n - k), random.randrange(2))


class TreeLSTM(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(V, H)
        self.leaf = nn.Linear(H, 2 * H)
        self.cell = nn.Linear(2 * H, 5 * H)
        self.out = nn.Linear(H, 2)

    def encode(self, t):
        if t.is_leaf():
            o, u = self.leaf(self.embedding(torch.tensor([t.word]))).chunk(2, 1)
            c = torch.tanh(u)
            return torch.sigmoid(o) * torch.tanh(c), c
        left, c_left = self.encode(t.left)
        right, c_right = self.encode(t.right)
        i, f, g, o, u = self.cell(torch.cat([left, right], 1)).chunk(5, 1)
        c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(f) * c_left + torch.sigmoid(g) * c_right
        return torch.sigmoid(o) * torch.tanh(c), c

    def forward(self, t):
        return self.out(self.encode(t)[0])


def train():
    net = TreeLSTM()
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    trees = [make(random.randint(2, 9)) for _ in range(80)]
    for i, t in enumerate(trees):
        optimizer.zero_grad()
        loss = F.cross_entropy(net(t), torch.tensor([t.label]))
        loss.backward()
        optimizer.step()
        if i % 10 == 9:
            print("lstm", i, round(loss.item(), 5), round(net.cell.weight.grad.sum().item(), 5), round(net.embedding.weight.grad.sum().item(), 5))


class Labelled(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(V, H)
        self.w = nn.Linear(2 * H, H)
        self.out = nn.Linear(H, 2)

    def forward(self, t):
        if t.word is None:
            left, a = self(t.left)
            right, b = self(t.right)
            h, loss = torch.relu(self.w(torch.cat((left, right), 1))), a + b
        else:
            h, loss = self.embedding(torch.tensor([t.word])), torch.zeros(())
        return h, loss + F.cross_entropy(self.out(h), torch.tensor([t.label]))


def labelled():
    net = Labelled()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05, weight_decay=1e-3)
    for i, t in enumerate([make(random.randint(2, 8)) for _ in range(60)]):
        loss = net(t)[1]
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        if i % 10 == 9:
            print("labelled", i, round(loss.item(), 5), round(net.w.weight.grad.sum().item(), 5))


train()
labelled()
