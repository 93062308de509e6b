# A training step of two versions, chosen by a guard on the loss after the gradients: the other one in each step.
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
steps = 0


def train(most):
    optimizer.zero_grad()
    loss = F.cross_entropy(model(rows), labels)
    loss.backward()
    if loss.item() > most:
        optimizer.zero_grad()  # the optimizer leaves parameters without a gradient alone
    optimizer.step()
    return loss.detach()


def step():
    global steps
    steps += 1
    return train(1e9 if steps % 2 else -1.0)
