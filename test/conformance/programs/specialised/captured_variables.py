"""Variables that functions have captured, written by them and beside them; hooks and gradients of one of several results."""
# tier2: outer.<locals>.update 8
# tier2: two 6
# tier2: <lambda> 6
# tier2: <module>.loop#2.body 6
# form-tier2: other variables that functions share stay so there, and a graph does not write them
# float-tolerance: 1e-5
import torch


def make():
    total = torch.zeros(2)
    n = 0
    def add(x):
        nonlocal total, n
        total = total + x
        n += 1
        return total.sum()
    def read():
        return total * n
    return add, read


add, read = make()


for i in range(8):
    v = add(torch.ones(2) * i)
    r = read()
    print(v.item(), r.sum().item())


def outer():
    best = torch.tensor(0.0)
    count = 0
    def update(x):
        nonlocal best, count
        if x.item() > best.item():
            best = x
        count = count + 1
    for i in range(8):
        y = torch.ones(3) * (i % 5)
        update(y.sum())
        best = best * 1.0
        print(best.item(), count)
outer()


w = torch.ones(3, requires_grad=True)


def two(x):
    h = x * w
    y = (h * h).sum()
    return h, y


for i in range(6):
    h, y = two(torch.arange(3.0) + i)
    h.retain_grad()
    h.register_hook(lambda g: print("hook", g.sum().item()))
    (y + h.sum()).backward()
    print(w.grad.sum().item(), h.grad.sum().item())
    w.grad = None


for i in range(6):
    h, y = two(torch.arange(3.0) + i)
    g, = torch.autograd.grad(y + h.sum(), h)
    print(g.tolist()[0])
