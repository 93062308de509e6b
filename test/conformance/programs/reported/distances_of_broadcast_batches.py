"""The gradient of cdist whose batches broadcast."""
import torch
def g(a, b):
    y = torch.cdist(a, b, 2.5)
    (y * y).sum().backward()
    return a.grad, b.grad
torch.manual_seed(0)
A, B = torch.rand(1, 2, 3), torch.rand(4, 2, 3)
for i in range(5):
    a, b = A.clone().requires_grad_(), B.clone().requires_grad_()
    ga, gb = g(a, b)
    print(list(a.shape), list(ga.shape), round(ga[0].sum().item(), 4), list(gb.shape))
