"""A new tensor that lives on in a variable, and on one side of a branch in an object, too."""
import torch


class Holder:
    pass


holder = Holder()
holder.last = torch.zeros(1)
total = torch.ones(2)


def kept():
    global total
    for i in range(20):
        total = total * 0.5 + 1
        if i % 4 == 2:
            holder.last = total
    print(holder.last.tolist(), holder.last is total, total.tolist())


def new():
    t = torch.ones(2)
    for i in range(20):
        t = t * 0.5 + i
        if i % 5 == 4:
            holder.last = t
    print(holder.last is t, t.tolist())


kept()
new()
