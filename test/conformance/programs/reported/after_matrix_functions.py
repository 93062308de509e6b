"""What follows inv and cholesky reads the layout they give."""
import torch
def f(x):
    y = torch.linalg.inv(x + 0.0)
    return y, y * 2.0 - 1.0
def g(x):
    y = torch.linalg.inv(x)
    (y * y).sum().backward()
    return x.grad
def h(x):
    y = torch.linalg.cholesky(x + 0.0, upper=True)
    return y, y * 2.0
def s(x, b):
    y = torch.linalg.solve(x + 0.0, b)
    return y, y * 2.0
def k(x, b):
    return torch.linalg.inv(x) @ b * 1.0
A = torch.tensor([[2., 1.], [0., 4.]])
P = torch.tensor([[4., 2.], [2., 3.]])
B = torch.tensor([[1., 2.], [3., 4.]])
for i in range(5):
    y, z = f(A)
    p = A.clone().requires_grad_()
    print("inv", y.tolist(), z.tolist(), "grad", [round(v, 4) for v in g(p).flatten().tolist()])
    print("cholesky", h(P)[0].tolist(), h(P)[1].tolist())
    print("solve", [t.tolist() for t in s(A, B)], "inv @ b", k(A, B).tolist())
