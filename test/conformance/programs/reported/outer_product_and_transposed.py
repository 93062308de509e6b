"""An outer product and a transposed matrix in one loop."""
import torch
def f1(a, b, m): return torch.outer(a, b) + m.T          # two vectors
def f2(a, b, m): return torch.outer(a, a) + m.T          # one vector
def f3(a, b, m): return torch.outer(a, a) + m            # contiguous
def f4(a, b, m): return torch.outer(a, b) + m            # contiguous
def f5(a, b, m): return torch.outer(a, b) + m            # m is given transposed
def f6(a, b, m): return (a[:, None] - b[None, :]) * m    # m is given transposed
a = torch.tensor([1., 2., 3.]); b = torch.tensor([1., 5., 7.]); m = torch.arange(9.).reshape(3, 3)
for i in range(5):
    for f in (f1, f2, f3, f4, f5, f6): print(f.__name__, f(a, b, m.T if f in (f5, f6) else m).tolist())
