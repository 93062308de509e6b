# Loops that read parts of rows: gates of a cell, columns, one index of a dimension, heads, windows that overlap.
import torch
import torch.nn as nn


class Cell(nn.Module):
    def __init__(self, inputs, hidden):
        super().__init__()
        self.gates = nn.Linear(inputs + hidden, 4 * hidden).double()

    def forward(self, x, h, c):
        i, f, o, g = self.gates(torch.cat([x, h], 1)).chunk(4, 1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c


def shown(tensor):
    return [round(value, 4) for value in tensor.detach().flatten().tolist()[:5]], tensor.stride()


torch.manual_seed(0)
cell = Cell(3, 5)
optimizer = torch.optim.SGD(cell.parameters(), lr=0.05)
for step in range(16):
    batch = 1 if step == 13 else 4
    x = torch.arange(batch * 4 * 3, dtype=torch.float64).reshape(batch, 4, 3).sin() + step / 10
    h = c = torch.zeros(batch, 5, dtype=torch.float64)
    for t in range(4):
        h, c = cell(x[:, t], h, c)
    loss = (h * h).mean() + (c[:, 1:] * c[:, :-1]).sum() * 0.1
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(step, round(loss.item(), 6), shown(cell.gates.weight.grad))


def parts(x, k):
    left, right = x[:, :k], x[:, k:]
    middle = x[:, 1:-1]
    column = x[:, 2]
    row = x[1]
    mixed = left.exp() - left * 2 + x[:, :k].cos()
    y = (middle + x[:, 2:] * x[:, :-2]).relu()
    z = (x.view(2, 3, 3, 2)[:, :, 1] * 3 + x.view(2, 3, 3, 2)[:, :, 2]).sigmoid()
    last = x[:, -1:] * column.unsqueeze(1)
    return mixed, right.abs() + 1, y, z, last, (column + 1).log1p(), row * row - x[0]


weight = torch.linspace(-1, 1, 36, dtype=torch.float64).reshape(6, 6).requires_grad_()
for step in range(12):
    x = weight * (step + 1) if step < 9 else (weight * (step + 1)).t()
    results = parts(x, 2 if step % 5 else 3)
    weight.grad = None
    sum(result.sum() for result in results).backward()
    print(step, [shown(result) for result in results], shown(weight.grad))

memory = torch.zeros(3, 8)
for step in range(10):
    memory[:, :4] = memory[:, 4:] * 0.5 + step
    memory[:, 1:5] = memory[:, :4] + memory[:, 2:6]
    memory.mul_(0.9)
    print(step, shown(memory), memory[:, 3:].sum(1).tolist()[0])
