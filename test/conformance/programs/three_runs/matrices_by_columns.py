"""Results that lie column by column (inverses, factors, solutions): what follows reads their elements, gradients too."""
# float-tolerance: 1e-4
import torch

A = torch.tensor([[2.0, 1.0], [0.0, 4.0]])
P = torch.tensor([[4.0, 2.0], [2.0, 3.0]])
W = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 7.0]])


def inverse(x):
    y = torch.linalg.inv(x + 0.0)
    return y, y * 2.0 - 1.0, y.sum(0), y.sum(1), torch.relu(y), y @ x * 1.0


def batch(x):
    y = torch.linalg.inv(torch.stack([x, x.T]) * 1.0)
    return y, y + 1.0


def gradient(x):
    p = x.detach().clone().requires_grad_()
    y = torch.linalg.inv(p)
    (y * y).sum().backward()
    return y.detach(), p.grad


def one_row(x):
    p = x.detach().clone().requires_grad_()
    (torch.inverse(p)[0] * 3.0).sum().backward()
    return (p.grad,)


def upper(x):
    y = torch.linalg.cholesky(x + 0.0, upper=True)
    z = torch.linalg.cholesky(x * 1.0)
    return y, y * 2.0, z, z + 1.0


def solutions(x):
    y = torch.linalg.solve(x + 0.0, x * 2.0 + 1.0)
    z = torch.linalg.solve_triangular(x * 1.0, x * 2.0 + 1.0, upper=True)
    return y, y * 2.0, z, z + 1.0


def factors(x):
    q, r = torch.linalg.qr(x * 1.0)
    return q.abs() + 1.0, r.abs() + 1.0, torch.linalg.matrix_power(x * 1.0, -2) + 1.0


def symmetric(x):
    w, v = torch.linalg.eigh(x * 1.0)
    return w + 1.0, v * v + 1.0


def singular(x):
    u, s, v = torch.linalg.svd(x * 1.0)
    return s + 1.0, u * u + 1.0, v * v + 1.0


CASES = [(inverse, A), (batch, A), (gradient, A), (one_row, A), (upper, P), (solutions, A), (factors, A), (symmetric, P), (singular, W)]
for i in range(5):
    for f, x in CASES:
        print(f.__name__, [[round(v, 4) for v in t.flatten().tolist()] + list(t.stride()) for t in f(x)])
