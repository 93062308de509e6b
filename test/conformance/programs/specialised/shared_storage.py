# Tensors of before the loop that are views of one another: each shows its own part, and a write through one shows in the others.
import torch


def read_both():
    x = torch.arange(12.0).view(3, 4)
    row, column = x[1], x.t()[2]
    for step in range(5):
        total = (x * 2).sum() + (row * 3).sum() + (column * 5).sum()
        print("read", step, total.item(), tuple((x + row).shape))


def write_one():
    x = torch.ones(4, 4)
    column = x.t()[1]
    for step in range(5):
        column.add_(1)
        doubled = x * 2
    print("written", doubled.tolist())


def write_whole():
    x = torch.ones(2, 3)
    row = x[0]
    for step in range(5):
        x.mul_(2)
        seen = row + step
    print("whole", seen.tolist())


read_both()
write_one()
write_whole()
