"""Eigenvalues of matrices that are not symmetric, and their gradients: a spectral radius that a training holds below 1, and a polynomial's
roots from its companion matrix."""
# float-tolerance: 1e-4
import torch


def radius(A):
    return torch.linalg.eigvals(A).abs().max()


def roots(coefficients):
    n = len(coefficients) - 1
    companion = torch.diag(torch.ones(n - 1, dtype=torch.float64), -1)
    companion[0] = -torch.tensor(coefficients[1:], dtype=torch.float64) / coefficients[0]
    found = torch.linalg.eigvals(companion)
    return sorted([(round(z.real, 4) + 0.0, round(z.imag, 4) + 0.0) for z in found.tolist()])


torch.manual_seed(0)
W = (torch.randn(6, 6) * 0.6).requires_grad_()
optimizer = torch.optim.SGD([W], lr=0.05)
x = torch.randn(32, 6)
for step in range(15):
    optimizer.zero_grad()
    size = radius(W)
    loss = ((x @ W) - x.roll(1, 1)).pow(2).mean() + (size - 0.9).clamp(min=0)
    loss.backward()
    optimizer.step()
    print(f"{step} {loss.item():.4f} {size.item():.4f} {W.grad.norm().item():.4f}")

print(roots([1, -6, 11, -6]), roots([1, 0, 0, 0, -1]))
A = torch.tensor([[[0.0, 1.0], [-1.0, 0.0]], [[2.0, 0.0], [0.0, 3.0]]], dtype=torch.float64, requires_grad=True)
values, vectors = torch.linalg.eig(A)
print(values, vectors.abs(), vectors.shape, vectors.stride(), values.grad_fn.name())
print((vectors * values.unsqueeze(-2) @ torch.linalg.inv(vectors)).real.detach())
(vectors.abs().pow(2).sum() + (values.abs() ** 2).sum()).backward()
print(A.grad)
for bad in (torch.ones(2, 3), torch.ones(2), torch.ones(2, 2, dtype=torch.int64), torch.full((2, 2), float("nan"))):
    try:
        torch.linalg.eig(bad)
    except (RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
