# One training step of a recurrent network over sequences of 8 to 27 steps, another length each time: 16 sequences, 32 hidden, SGD.
# unit: sequences 16
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)
B, INPUTS, HIDDEN = 16, 8, 32
ih, hh, out = nn.Linear(INPUTS, HIDDEN), nn.Linear(HIDDEN, HIDDEN), nn.Linear(HIDDEN, 1)
parameters = [*ih.parameters(), *hh.parameters(), *out.parameters()]
optimizer = optim.SGD(parameters, lr=1e-2, momentum=0.9)
x = torch.randn(32, B, INPUTS)
y = x[:8].sum((0, 2)).unsqueeze(1).sin()
steps = 0


def train(length):
    h = torch.zeros(B, HIDDEN)
    for t in range(length):
        h = torch.tanh(ih(x[t]) + hh(h))
    loss = ((out(h) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()


def step():
    global steps
    steps += 1
    return train(8 + steps * 7 % 20)
