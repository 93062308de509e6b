"""Two broadcast views of one vector in one loop."""
import torch
def f1(a, m): return torch.outer(a, a) + m
def f2(a, m): return a[:, None] * a[None, :] + m
def f3(a, m): return (a[:, None] - a[None, :]) ** 2 + m
def f4(a, m): return (a[:, None] - a[None, :]).abs()
def f5(a, m): return (a.unsqueeze(1) == a.unsqueeze(0)).float() * m
def f6(a, m): return m @ m.T + m.T * m
a = torch.tensor([1., 2., 3.]); m = torch.arange(9.).reshape(3, 3)
for i in range(5):
    for f in (f1, f2, f3, f4, f5, f6): print(f.__name__, f(a, m).tolist())
