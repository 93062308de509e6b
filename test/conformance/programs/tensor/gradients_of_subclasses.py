"""Gradients through instances of subclasses, and parameters of them."""
import torch
from torch import nn


class Tagged(torch.Tensor):
    pass


w = torch.tensor([1.0, 2.0, 3.0]).as_subclass(Tagged).requires_grad_()
loss = (w * 2).sum()
print(w, loss, type(w.grad))
loss.backward()
print(type(w.grad), w.grad)
w.grad = None
(w.exp() + w).sum().backward()
print(w.grad)
a = torch.ones(3, requires_grad=True)
b = a.as_subclass(Tagged)
print(b, b.requires_grad, b.is_leaf, type(b * 2))
(b * 3).sum().backward()
print(a.grad, type(a.grad))
g, = torch.autograd.grad((w ** 2).sum(), w)
print(type(g), g)
with torch.no_grad():
    w -= 0.1 * g
print(w, type(w))
m = torch.Tensor._make_subclass(Tagged, torch.ones(2), True)
print(m, type(m), m.is_leaf)
p = nn.Parameter(torch.tensor([[1.0, 2.0], [3.0, 4.0]]).as_subclass(Tagged))
print(type(p), isinstance(p, nn.Parameter), isinstance(p, Tagged), p.requires_grad)
print(p)
layer = nn.Linear(2, 2, bias=False)
layer.weight = p
print([(n, type(v).__name__) for n, v in layer.named_parameters()])
out = layer(torch.ones(1, 2))
print(type(out), out)
opt = torch.optim.SGD(layer.parameters(), lr=0.5)
for _ in range(3):
    opt.zero_grad()
    loss = layer(torch.ones(1, 2)).pow(2).sum()
    loss.backward()
    opt.step()
    print(type(loss).__name__, loss.item())
print(p)
print({k: type(v).__name__ for k, v in layer.state_dict().items()})


class Scaled(nn.Parameter):
    pass


s = Scaled(torch.ones(2))
print(type(s), type(s + 1), s + 1)
print(s)
print(torch.Tensor._make_subclass(nn.Parameter, torch.ones(2), False))
h = []
w.register_hook(lambda g: h.append(type(g).__name__))
(w * 2).sum().backward()
print(h)
