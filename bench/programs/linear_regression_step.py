# One step of a tiny regression, where the framework's own cost per operation is everything.
# unit: steps 1
# tolerance: 1e-4
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)
x = torch.randn(64, 2)
y = x @ torch.tensor([[3.0], [-2.0]]) + 0.5
model = nn.Linear(2, 1)
criterion = nn.MSELoss()
optimizer = optim.SGD(model.parameters(), lr=0.01)


def step():
    loss = criterion(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
