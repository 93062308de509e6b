"""Views of dicts as the inputs of gradients, and beside them in zip(): MAML with an OrderedDict of weights."""
# tier2: <module>.loop.body 20
# float-tolerance: 1e-4
from collections import OrderedDict
import torch
w = OrderedDict(a=torch.ones(3, requires_grad=True), b=torch.zeros(3, requires_grad=True))
def step(x, k):
    fast = OrderedDict((n, p.clone()) for n, p in w.items())
    for i in range(2):
        loss = ((fast["a"] * x + fast["b"]) ** 2).sum()
        grads = torch.autograd.grad(loss, fast.values(), create_graph=True)
        fast = OrderedDict((n, p - 0.01 * g) for (n, p), g in zip(fast.items(), grads))
    loss = ((fast["a"] * x + fast["b"] - 1) ** 2).sum()
    gs = torch.autograd.grad(loss, w.values())
    with torch.no_grad():
        for p, g in zip(w.values(), gs):
            p -= 0.01 * g
    return loss.item()
for i in range(20):
    l = step(torch.full((3,), i / 10.), i)
print("%.5f" % l)
