"""Gradients and views written on one side of a branch, or behind one whose sides leave two tensors."""
import torch
def a():
    w = torch.tensor([1.0, 2.0, 0.5]); v = w[1:]
    for i in range(20):
        w.mul_(0.5).add_(1)
        w = w * 0.5 + 1
    print("a", v.tolist(), w.tolist())
def a2():
    w = torch.tensor([1.0, 2.0, 0.5]); v = w[1:]
    for i in range(20):
        if i == 8: w = torch.ones(3)
        w.mul_(0.5).add_(1)
        w = w * 0.5 + 1
    print("a2", v.tolist(), w.tolist())
def b():
    p = torch.tensor([0.5, 1.0, -1.0], requires_grad=True)
    t = torch.ones(3)
    for i in range(20):
        if i == 18: p.grad = None
        t = t + 2
        (p * t.detach()).sum().backward()
    print("b", p.grad.tolist())
def c():
    p = torch.tensor([0.5, 1.0, -1.0], requires_grad=True)
    t = torch.ones(3)
    for i in range(20):
        if i == 18: p.grad = None
        if i in (3, 6): p = p.detach().clone().requires_grad_()
        if i == 7: p.grad = torch.ones(3)
        t = t + 2
        (p * t.detach()).sum().backward()
    print("c", p.grad.tolist())
def d():
    p = torch.tensor([0.5, 1.0, -1.0], requires_grad=True)
    t = torch.ones(3)
    for i in range(20):
        if i == 10: p.data = torch.full((3,), 0.25)
        if i == 18: p.grad = None
        t = t + 2
        (p * t.detach()).sum().backward()
    print("d", p.grad.tolist())
a(); a2(); b(); c(); d()
