# One training step of an LSTM whose cell is written by hand: 20 steps of 20 sequences, 64 hidden, gates by chunk, Adam.
# unit: sequences 20
# tolerance: 1e-3
import torch
import torch.nn as nn
import torch.optim as optim


class Cell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.gates = nn.Linear(inputs + hidden, 4 * hidden)

    def forward(self, x, h, c):
        i, f, o, g = self.gates(torch.cat([x, h], 1)).chunk(4, 1)
        c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
        return torch.sigmoid(o) * torch.tanh(c), c


torch.manual_seed(0)
T, B, INPUTS, HIDDEN = 20, 20, 16, 64
cell = Cell(INPUTS, HIDDEN)
readout = nn.Linear(HIDDEN, 1)
optimizer = optim.Adam(list(cell.parameters()) + list(readout.parameters()), lr=1e-3)
x = torch.randn(B, T, INPUTS)
y = x.sum((1, 2)).unsqueeze(1).sin()


def step():
    h = torch.zeros(B, HIDDEN)
    c = torch.zeros(B, HIDDEN)
    for t in range(T):
        h, c = cell(x[:, t], h, c)
    loss = ((readout(h) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.detach()
