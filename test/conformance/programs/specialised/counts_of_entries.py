"""The number of a dict's entries after the step has stored some, of which others were there at other entries."""
# tier2: <module>.loop.body 70% after 3
# tier2: <module>.loop#1.body 60% after 3
# float-tolerance: 1e-4
import torch

w = torch.ones(2, requires_grad=True)
d, s = {"a": 1, "b": 2}, {"x": 1, (1, 2): 2}


def update():
    loss = (w * w).sum()
    w.grad = None
    loss.backward()
    with torch.no_grad():
        w.sub_(w.grad * 0.01)
    return loss


def first(n):
    before = len(d), bool(s)
    update()
    d["c"] = n
    s[3, "y"] = n
    return before, len(d), len(s)


def second(n):
    update()
    d["c"] = n
    count = len(d)
    d["e"] = count
    del d["e"]
    d["a"] = n
    return count, len(d), len(d) > 2


for n in range(12):
    print(first(n), d, s)
    if n < 8:
        del d["c"], s[3, "y"]
    if n == 8:
        del d["b"], s["x"]
    if n == 10:
        d["b"] = 5
        del d["c"]
for n in range(12):
    print(second(n), d)
    if n == 8:
        del d["a"], d["c"]
        d["z"] = d["y"] = 1
    if n == 10:
        del d["c"]
        d["q"] = 0
