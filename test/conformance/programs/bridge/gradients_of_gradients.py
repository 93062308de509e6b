"""Gradients of gradients through code in Python; gradients of chosen inputs leave what else the code depends on alone."""
import torch
from torch import nn

import _penalties as p

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
x = torch.randn(4, 3, requires_grad=True)
layer = nn.Linear(3, 3)
for turn in range(2):
    y = p.penalised(layer(x)).sum()
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    print(g.requires_grad, f"{g.pow(2).sum().item():.6f}", p.gradient_of_scale())
    (y + g.pow(2).sum()).backward()
    print(f"{layer.weight.grad.sum().item():.6f} {layer.bias.grad.sum().item():.6f} {x.grad.sum().item():.6f}")
    print(f"{p.scale.grad.item():.6f}", f"{p.gradient_of_scale():.6f}")
    p.scale.grad = None
print(torch.autograd.functional.hessian(lambda v: p.penalised(v).sum(), torch.tensor([1.0, 2.0])))
print(torch.func.grad(lambda v: p.square(v).sum())(torch.tensor([1.0, 2.0])))
z = torch.tensor(1.5, requires_grad=True)
(a,) = torch.autograd.grad(p.cube(z), z, create_graph=True)
(b,) = torch.autograd.grad(a, z, create_graph=True)
(c,) = torch.autograd.grad(b, z)
print(a.item(), b.item(), c.item())
for f in (p.square, p.linear):
    (g,) = torch.autograd.grad(f(z), z, create_graph=True)
    print(g.requires_grad)
x = torch.ones(2, requires_grad=True)
(g,) = torch.autograd.grad(p.penalised(x).sum(), x)
print(p.gradient_of_scale(), g.requires_grad, f"{g.sum().item():.6f}")
p.penalised(x).sum().backward(inputs=[x])
print(p.gradient_of_scale(), f"{x.grad.sum().item():.6f}")
p.penalised(x).sum().backward()
print(f"{p.gradient_of_scale():.6f} {x.grad.sum().item():.6f}")
p.scale.grad = None  # of a tensor that nobody here holds
print(p.gradient_of_scale(), p.scale.grad)
