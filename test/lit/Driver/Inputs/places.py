import torch

from places_layer import Layer

torch.manual_seed(0)
layer = Layer()
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)


def step(x):
    loss = layer(x).sum()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()


for i in range(12):
    step(torch.ones(2, 4))
