# One training step of a tagger that runs a GRU cell both ways over sentences of 5 to 40 words, with lists of states: 100 inputs, 100 hidden, 20 tags, SGD.
# tolerance: 1e-3
import itertools
import random

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
random.seed(0)
H, E, TAGS = 100, 100, 20


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(2000, E)
        self.forth = nn.GRUCell(E, H)
        self.back = nn.GRUCell(E, H)
        self.out = nn.Linear(2 * H, TAGS)

    def forward(self, words):
        x = self.embedding(words)
        h = g = torch.zeros(1, H)
        forth, back = [], []
        for word in x:
            h = self.forth(word.unsqueeze(0), h)
            forth.append(h)
        for t in reversed(range(len(x))):
            g = self.back(x[t].unsqueeze(0), g)
            back.append(g)
        states = [torch.cat([a, b], 1) for a, b in zip(forth, reversed(back))]
        return self.out(torch.cat(states))


model = Tagger()
optimizer = optim.SGD(model.parameters(), lr=1e-2)
sentences = itertools.cycle([(torch.randint(0, 2000, (n,)), torch.randint(0, TAGS, (n,))) for n in [random.randint(5, 40) for _ in range(100)]])


def train(words, tags):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(words), tags)
    loss.backward()
    optimizer.step()
    return loss.detach()


def step():
    return train(*next(sentences))
