# A training step whose guard on the loss fails in each step once the profile is taken.
# unit: rows 64
# tolerance: 1e-3
# peers: eager
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 64), nn.Tanh(), nn.Linear(64, 10))
optimizer = optim.Adam(model.parameters(), lr=1e-4)
rows = torch.randn(64, 64)
labels = torch.randint(0, 10, (64,))
steps = high = 0


def limit():
    return -1.0 if steps > 24 else 1e9


def train(most):
    global high
    optimizer.zero_grad()
    loss = F.cross_entropy(model(rows), labels)
    loss.backward()
    optimizer.step()
    if loss.item() > most:
        high += 1
    return loss.detach()


def step():
    global steps
    steps += 1
    return train(limit())
