# One training step of a network 784-512-512-10 on 64 images, with Adam.
# unit: images 64
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10))
optimizer = optim.Adam(model.parameters(), lr=1e-3)
images = torch.randn(64, 784)
labels = torch.randint(0, 10, (64,))


def step():
    optimizer.zero_grad()
    loss = F.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    return loss.detach()
