# One training step of a net that calls itself twice a level, of another depth (1 to 5) each time: 64 wide, batches of 8, Adam.
# tolerance: 1e-3
import itertools

import torch
import torch.nn as nn

torch.manual_seed(0)
H, B = 64, 8


class Fractal(nn.Module):
    def __init__(self):
        super().__init__()
        self.leaf = nn.Linear(H, H)
        self.left = nn.Linear(H, H)
        self.right = nn.Linear(H, H)
        self.out = nn.Linear(H, 1)

    def grow(self, h, depth):
        if depth == 0:
            return torch.relu(self.leaf(h))
        a = self.grow(torch.tanh(self.left(h)), depth - 1)
        b = self.grow(torch.tanh(self.right(h)), depth - 1)
        return torch.tanh(a + b)

    def forward(self, x, depth):
        return self.out(self.grow(x, depth))


model = Fractal()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
depths = itertools.cycle([1, 3, 2, 5, 4])
x = torch.randn(B, H)
y = torch.randn(B, 1)


def train(depth):
    optimizer.zero_grad()
    loss = ((model(x, depth) - y) ** 2).mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


def step():
    return train(next(depths))
