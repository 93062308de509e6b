"""A package that nobody has compiled, with torch inside."""
import random

import torch


def loss(x, w):
    return ((x * w) ** 2).sum()


def double_(tensor):
    with torch.no_grad():
        tensor.mul_(2)
    return tensor


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))

    def forward(self, x):
        return (x * self.w).sum()


def draw():
    return random.random()


def draw_tensor(n=2):
    return torch.rand(n)


def square_backward(tensor):
    (tensor * tensor).sum().backward()


class Clip:
    """What a library of optimizers does to parameters."""

    def __init__(self, parameters, limit):
        self.parameters = list(parameters)
        self.limit = limit

    def step(self):
        with torch.no_grad():
            for p in self.parameters:
                if p.grad is not None:
                    p -= 0.1 * p.grad.clamp(-self.limit, self.limit)

    def zero(self):
        for p in self.parameters:
            p.grad = None


class Rows(torch.utils.data.Dataset):
    def __init__(self, n):
        self.data = torch.arange(n * 2.0).reshape(n, 2)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.data[i], i
