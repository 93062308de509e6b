# One training step of nn.LSTM: 100 steps of 20 sequences, 128 hidden, SGD.
# unit: sequences 20
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.optim as optim

torch.manual_seed(0)
T, B, H = 100, 20, 128
rnn = nn.LSTM(H, H)
readout = nn.Linear(H, 1)
optimizer = optim.SGD(list(rnn.parameters()) + list(readout.parameters()), lr=1e-2)
x = torch.randn(T, B, H)
y = x.sum((0, 2)).unsqueeze(1).sin()


def step():
    out, _ = rnn(x)
    loss = ((readout(out[-1]) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
