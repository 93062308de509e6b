# A training step between whose runs an object is written that its version is bound to.
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


def train():
    optimizer.zero_grad()
    loss = F.cross_entropy(model(rows), labels)
    loss.backward()
    optimizer.step()
    return loss.detach()


def step():
    global steps
    steps += 1
    if steps > 24:
        model.note = steps
    return train()
