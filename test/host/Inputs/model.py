"""What the tests of the C and C++ interfaces load."""
import torch
import torch.nn as nn

LIMIT = 10


def add(a, b):
    return a + b


def scale(x, factor=2.0, *, offset=0):
    return x * factor + offset


def fill(t, value):
    t.fill_(value)


def fail(text):
    def inner():
        raise ValueError(text)
    inner()


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


def countdown(n):
    while n > 0:
        yield n
        n -= 1


def apply(function, items):
    return [function(item) for item in items]


class Net(nn.Module):
    def __init__(self, hidden):
        super().__init__()
        torch.manual_seed(0)
        self.fc1 = nn.Linear(4, hidden)
        self.fc2 = nn.Linear(hidden, 2)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


class Trainer:
    def __init__(self, net, lr):
        self.net = net
        self.optimizer = torch.optim.SGD(net.parameters(), lr=lr)

    def step(self, x, y):
        loss = ((self.net(x) - y) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


class Noisy:
    dropped = []

    def __del__(self):
        Noisy.dropped.append(1)


if __name__ == "__main__":
    raise SystemExit("not for hosts")
