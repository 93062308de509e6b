"""The order in which gradients arrive at leaves, seen by hooks and after one of them raises; `.grad` of what is no leaf."""
import warnings

import torch
import torch.nn.functional as F


def leaves():
    w = torch.ones(2, 2, requires_grad=True)
    b = torch.ones(2, requires_grad=True)
    x = torch.ones(1, 2, requires_grad=True)
    return w, b, x


def fail(g):
    raise RuntimeError("hook")


w, b, x = leaves()
for name, t in (("w", w), ("b", b), ("x", x)):
    t.register_hook(lambda g, name=name: print("arrives", name))
F.linear(x, w, b).sum().backward()
for chosen in range(3):
    made = leaves()
    made[chosen].register_hook(fail)
    try:
        F.linear(made[2], made[0], made[1]).sum().backward()
    except RuntimeError:
        print(chosen, [t.grad is None for t in made])
layer = torch.nn.Linear(2, 2)
layer.weight.register_hook(fail)
try:
    layer(torch.ones(1, 2)).sum().backward()
except RuntimeError:
    print(layer.weight.grad is None, layer.bias.grad is None)

w, b, x = leaves()
inner = w * 2
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    w.grad, b.grad
    print(len(seen))
    print(inner.grad, len(seen), str(seen[0].message)[:80])
    inner.retain_grad()
    inner.grad
    (inner * 1).detach().grad
    print(len(seen))
