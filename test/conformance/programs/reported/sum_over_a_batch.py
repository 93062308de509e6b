"""addbmm within a step."""
import torch
def f(x, a, b):
    x = x + 0.0
    y = torch.addbmm(x, a, b)
    return y, y * 2.0, y.sum()
def g(x, a, b):
    y = torch.addbmm(x, a, b)
    (y * y).sum().backward()
    return y.detach(), x.grad
torch.manual_seed(0)
x, a, b = torch.randn(2, 3), torch.randn(4, 2, 5), torch.randn(4, 5, 3)
for i in range(5):
    y, z, s = f(x, a, b)
    print("f", list(y.shape), round(s.item(), 4))
for i in range(5):
    p = x.clone().requires_grad_()
    y, gr = g(p, a, b)
    print("g", list(y.shape), round(y.sum().item(), 4), round(gr.sum().item(), 4))
