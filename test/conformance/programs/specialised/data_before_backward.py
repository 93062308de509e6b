"""Tensors written through `.data`, which does not count, by a function that uses them with gradients, and is called again before `backward()`: that reads
them as they are then."""
import torch

u = torch.nn.Parameter(torch.tensor([1.0, 2.0]), requires_grad=False)
w = torch.nn.Parameter(torch.tensor([3.0, 4.0]))


def given(k):
    u.data = u.data + k
    return u.dot(w)


def added(k):
    u.data.add_(k)
    return u.dot(w)


def itself(k):
    w.data = w.data * 0.5 + k
    return (w * w).sum()


def counted(k):
    with torch.no_grad():
        u.add_(k)
    return u.dot(w)


for run in (given, added, itself, counted):
    for it in range(30):
        a = run(1.0)
        if it > 100:
            print("far")
        b = run(2.0)
        w.grad = None
        try:
            (a + b).backward()
            text = ["%.3f" % v for v in w.grad.tolist()]
        except RuntimeError as error:
            text = str(error)[:60]
        if it % 10 == 9:
            print(run.__name__, it, text)
