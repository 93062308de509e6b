"""A branch gives out one of two views of a storage, which it did not make: each is what it shows, not what the other does."""
import torch


def of_one_shape():
    memory = torch.tensor([1.0, 2.0, 3.0, 5.0])
    low, high = memory[:2], memory[1:3]
    t = torch.ones(2)
    for i in range(20):
        t = t * 0.5 + low
        other = torch.tensor([7.0, 9.0])
        if t.sum() > 5:
            shown = high
        else:
            shown = other
        if i % 7 == 6:
            memory.add_(1.0)
        t = t + shown
        if i == 15:
            high = memory[2:]
        if t[0] > 12:
            t = t * 0.1
            high.add_(0.5)
        print(i, t.tolist(), shown.tolist())


def of_other_shapes():
    whole = torch.tensor([1.0, 2.0, 0.5])
    part = whole[1:]
    t = torch.tensor([0.5, 1.0, -0.5])
    for i in range(20):
        t = t * 0.5 + part.sum()
        if i == 16:
            whole = torch.arange(6.0)[::2]
        t = t + whole.numel() - whole.dim() + whole.mean()
        part.add_(0.5)
        if i % 4 == 3 or i > 15:
            print(i, t.tolist(), whole.tolist())


def loaded_on_one_side():
    memory = torch.arange(6.0)
    head, tail = memory[:3], memory[3:]
    t = torch.zeros(3)
    for i in range(16):
        t = t * 0.25 + head
        if t.sum() > 3.5:
            t = t + tail
        t = t - tail * 0.5
        if i % 5 == 4:
            memory.mul_(0.75)
        print(i, t.tolist())


of_one_shape()
of_other_shapes()
loaded_on_one_side()
