# One training step of a TreeLSTM over another tree each time, of 9 to 41 nodes: 150 hidden, 300 inputs, SGD.
# tolerance: 1e-3
import itertools
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
random.seed(0)
H, E = 150, 300


class TreeLSTM(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = nn.Linear(E, 2 * H)
        self.gates = nn.Linear(2 * H, 5 * H)
        self.out = nn.Linear(H, 5)

    def node(self, tree):
        if isinstance(tree, int):
            c, o = self.leaf(words[tree].unsqueeze(0)).chunk(2, 1)
            return torch.sigmoid(o) * torch.tanh(c), c
        hl, cl = self.node(tree[0])
        hr, cr = self.node(tree[1])
        i, fl, fr, o, u = self.gates(torch.cat([hl, hr], 1)).chunk(5, 1)
        c = torch.sigmoid(i) * torch.tanh(u) + torch.sigmoid(fl) * cl + torch.sigmoid(fr) * cr
        return torch.sigmoid(o) * torch.tanh(c), c

    def forward(self, tree):
        return self.out(self.node(tree)[0])


def build(leaves):
    if leaves == 1:
        return random.randrange(1000)
    left = random.randint(1, leaves - 1)
    return (build(left), build(leaves - left))


model = TreeLSTM()
optimizer = optim.SGD(model.parameters(), lr=1e-2)
words = torch.randn(1000, E)
trees = itertools.cycle([build(random.randint(5, 21)) for _ in range(100)])
label = torch.tensor([3])


def train(tree):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(tree), label)
    loss.backward()
    optimizer.step()
    return loss.detach()


def step():
    return train(next(trees))
