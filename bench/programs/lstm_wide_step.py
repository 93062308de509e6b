# One training step of an LSTM cell over 20 steps: 20 sequences, 256 hidden, SGD.
# unit: sequences 20
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)
T, B, H = 20, 20, 256
cell = nn.LSTMCell(H, H)
readout = nn.Linear(H, 1)
optimizer = optim.SGD(list(cell.parameters()) + list(readout.parameters()), lr=1e-2)
x = torch.randn(T, B, H)
y = x.sum((0, 2)).unsqueeze(1).sin()


def step():
    h = torch.zeros(B, H)
    c = torch.zeros(B, H)
    for t in range(T):
        h, c = cell(x[t], (h, c))
    loss = ((readout(h) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
