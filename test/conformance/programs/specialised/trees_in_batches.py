"""Recursions over several trees in a step, without gradients, and in front of another recursion."""
# tier2: batches.loop.body.part 85% after 6
# tier2: two.loop#1.body 85% after 6
# tier2: <module>.loop#1.body 85% after 6
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


def two(net):
    decoder = nn.Linear(H, H)
    optimizer = torch.optim.SGD(decoder.parameters(), lr=0.05)

    def height(t):
        if t.word is not None:
            return torch.ones(H) * 0.1
        return decoder(height(t.left)) + height(t.right)

    for i, t in enumerate([make(random.randint(2, 8)) for _ in range(60)]):
        optimizer.zero_grad()
        with torch.no_grad():
            h = net.encode(t)[0]
        loss = (height(t) - h).pow(2).mean()
        loss.backward()
        optimizer.step()
        if i % 10 == 9:
            print("two", i, round(loss.item(), 5), round(decoder.weight.grad.sum().item(), 5))


def batches(net):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    for i in range(40):
        batch = [make(random.randint(2, 6)) for _ in range(3)]
        step(net, optimizer, batch, i)


def step(net, optimizer, batch, i):
    optimizer.zero_grad()
    logits = torch.cat([net(t) for t in batch])
    loss = F.cross_entropy(logits, torch.tensor([t.label for t in batch]))
    loss.backward()
    optimizer.step()
    if i % 10 == 9:
        print("batches", i, round(loss.item(), 5), round(net.out.weight.grad.abs().sum().item(), 5))


@torch.no_grad()
def score(net, t):
    return net(t).softmax(1)


net = TreeLSTM()
batches(net)
two(net)
for t in [make(random.randint(2, 9)) for _ in range(40)]:
    last = score(net, t)
print("score", [round(each, 5) for each in last[0].tolist()])
