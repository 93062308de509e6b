"""Elementwise results keep the bits of generic code."""
import torch
def f(a, b, c): return torch.addcmul(a, b, c)
def h(a, b, c): return a * b + c
torch.manual_seed(0)
a, b, c = torch.randn(1000), torch.randn(1000), torch.randn(1000)
for i in range(5):
    r, q = f(a, b, c), h(a, b, c)
    print(r.view(torch.int32).sum().item(), q.view(torch.int32).sum().item())
