"""Forward parts as roots, their backward elsewhere: in a trainer class, of a closure, of two networks
with two backwards of which one goes through both; evaluation in between. The steps themselves do what no
graph can."""
# tier2: Trainer.loss 6
# tier2: make_step.<locals>.loss_of 5
# tier2: score 1
# tier2: Net.forward 20
# form-tier2: other the body of a loop or branch is a function there, with a root of its own
# float-tolerance: 1e-5
import sys

import torch
from torch import nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.first = nn.Linear(inputs, 8)
        self.second = nn.Linear(8, outputs)

    def forward(self, x):
        return self.second(torch.tanh(self.first(x)))


class Trainer:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer
        self.steps = 0

    def loss(self, x, y):
        self.steps += 1
        return F.mse_loss(self.model(x), y)

    def step(self, x, y):
        loss = self.loss(x, y)
        sys.__stdout__.flush()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


def make_step(model, scale):
    def loss_of(x):
        return (model(x) * scale).pow(2).mean()

    return loss_of


def score(model, x):
    with torch.no_grad():
        return model(x).abs().sum()


def checksum(model):
    return sum(p.abs().sum().item() for p in model.parameters())


def train():
    model = Net(4, 3)
    trainer = Trainer(model, torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.5))
    for i in range(8):
        print(f"{i} {trainer.step(torch.randn(6, 4), torch.randn(6, 3)):.5f}")
        if i % 2:
            print(f"score {score(model, torch.ones(2, 4)).item():.5f}")
    print(f"{checksum(model):.5f} {trainer.steps}")


def closure():
    model = Net(3, 2)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    loss_of = make_step(model, 1.5)
    for i in range(7):
        optimizer.zero_grad()
        loss = loss_of(torch.randn(5, 3))
        sys.__stdout__.flush()
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.5f}")
    print(f"{checksum(model):.5f}")


def adversaries():
    maker, judge = Net(2, 3), Net(3, 1)
    first = torch.optim.SGD(maker.parameters(), lr=0.1)
    second = torch.optim.SGD(judge.parameters(), lr=0.1)
    for i in range(8):
        noise, real = torch.randn(4, 2), torch.randn(4, 3)
        made = maker(noise)
        sys.__stdout__.flush()
        second.zero_grad()
        bad = F.softplus(judge(made.detach())).mean() + F.softplus(-judge(real)).mean()
        bad.backward()
        second.step()
        first.zero_grad()
        good = F.softplus(-judge(made)).mean()
        good.backward()
        first.step()
        print(f"{bad.item():.5f} {good.item():.5f}")
    print(f"{checksum(maker):.5f} {checksum(judge):.5f}")


torch.manual_seed(5)
train()
closure()
adversaries()
