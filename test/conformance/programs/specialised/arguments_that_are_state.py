"""Functions are given tensors that they have put into an object themselves: what is written in place is
seen under both names."""
# tier2: step 24
import torch


class Memory:
    pass


memory = Memory()
memory.h = torch.ones(3)
memory.last = torch.zeros(3)


def step(x):
    old = memory.h
    x.mul_(2)
    y = old.sum()
    memory.h = old + 1
    return y


def swap(x):
    memory.last.add_(x)
    total = memory.h.sum() + x.sum()
    memory.last, memory.h = memory.h, memory.h * 0.5
    return total


def results():
    for i in range(20):
        yield step(torch.ones(3) * i).item()
    yield step(memory.h).item()
    for i in range(4):
        yield step(torch.ones(3) * i).item()
    for i in range(4):
        yield step(memory.h).item()
        yield step(torch.ones(3)).item()
    part = torch.zeros(6)
    memory.h = part[:3]
    yield step(part[3:]).item()
    for i in range(20):
        yield swap(torch.ones(3) * i).item()
    for i in range(3):
        yield swap(memory.last).item()
        yield swap(memory.h).item()
        yield swap(torch.ones(3)).item()
    memory.h = memory.last
    yield swap(torch.ones(3)).item()
    yield swap(torch.ones(3)).item()


for result in results():
    print(result)
