# One training step of a linear layer 784-10 on 200 images, with SGD.
# unit: images 200
# tolerance: 1e-4
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim

torch.manual_seed(0)
model = nn.Linear(784, 10)
optimizer = optim.SGD(model.parameters(), lr=0.01)
images = torch.randn(200, 784)
labels = torch.randint(0, 10, (200,))


def step():
    optimizer.zero_grad()
    loss = F.cross_entropy(model(images), labels)
    loss.backward()
    optimizer.step()
    return loss.detach()
