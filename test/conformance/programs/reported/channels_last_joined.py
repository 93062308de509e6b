"""Elementwise use of cat of channels-last tensors."""
import torch
def f(x, y):
    return torch.cat([x, y], 1) * 2.0
def g(x):
    y = torch.cat([x], 1)
    (y * y).sum().backward()
    return x.grad
x0 = torch.arange(16.).reshape(1, 2, 2, 4).contiguous(memory_format=torch.channels_last)
for i in range(5):
    x = x0.detach().requires_grad_()
    print(f(x0, x0 + 1.0).flatten().tolist()[:9], g(x).flatten().tolist()[:6])
