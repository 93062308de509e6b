"""Batches cut from a long list of tuples, the same ones in each epoch: which tuples a chunk shares with the list is no state that comes back, and
profiles leave room for the loops behind it."""
# tier2: second.loop#1.body 80% after 3
# float-tolerance: 1e-4
import random

import torch
import torch.nn as nn

random.seed(0)
torch.manual_seed(0)
pairs = [(random.randrange(20), random.randrange(20), (k % 3, "word")) for k in range(6000)]
table = nn.Embedding(20, 4)
other = nn.Linear(4, 2)


class Score(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 4)

    def forward(self, a, b):
        return (self.fc(a) * b).sum(1)


def places(chunk, at):
    return torch.tensor([pair[at] for pair in chunk])


score = Score()
opt = torch.optim.Adam(list(table.parameters()) + list(score.parameters()), lr=0.01)
for epoch in range(3):
    for i in range(0, len(pairs) - 599, 600):
        chunk = pairs[i:i + 600]
        u, v = places(chunk, 0), places(chunk, 1)
        loss = -nn.functional.logsigmoid(score(table(u), table(v))).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(epoch, f"{loss.item():.4f}")


def second():
    opt = torch.optim.SGD(other.parameters(), lr=0.1)
    for epoch in range(2):
        for step in range(12):
            x = table.weight.detach()
            loss = nn.functional.cross_entropy(other(x), torch.arange(20) % 2)
            opt.zero_grad()
            loss.backward()
            opt.step()
        print(epoch, f"{loss.item():.4f}")


second()
