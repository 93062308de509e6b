"""Minibatches that are slices of a list, at another place each time: taking one runs generic, the step behind it is a graph."""
# tier2: main.loop.body.part 85% after 1
# tier2: Sampler.train.part 90% after 1
# float-tolerance: 1e-4
import torch
from torch import nn

torch.manual_seed(0)
pairs = [(i % 7, (i * 3) % 11) for i in range(400)]


class Sampler:
    def __init__(self):
        self.order = list(range(32))
        self.data = torch.randn(32, 4)
        self.net = nn.Linear(4, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def train(self, start):
        chosen = self.order[start : start + 8]
        x = self.data[chosen]
        loss = (self.net(x) - x.sum(1, keepdim=True)).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()


def main():
    u, v = nn.Embedding(7, 4), nn.Embedding(11, 4)
    opt = torch.optim.SGD([*u.parameters(), *v.parameters()], lr=0.1)
    n = len(pairs)
    for i in range(40):
        batch = pairs[(i * 40) % n :][:40]
        a = torch.tensor([p[0] for p in batch])
        b = torch.tensor([p[1] for p in batch])
        loss = (u(a) * v(b)).sum(1).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        if i % 10 == 9:
            print(i, "%.5f" % loss.item())

    sampler = Sampler()
    for epoch in range(6):
        sampler.order = sampler.order[5:] + sampler.order[:5]
        total = 0.0
        for start in range(0, 32, 8):
            total += sampler.train(start)
        print(epoch, "%.4f" % total)


main()
