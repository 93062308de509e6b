"""Complex parameters: LBFGS takes their real and imaginary parts, orthogonal matrices become unitary, and what PyTorch refuses.
A power of one is the number itself."""
import torch
import torch.nn as nn
from torch.nn.utils import parametrizations

for search in (None, "strong_wolfe"):
    p = nn.Parameter(torch.tensor([1 + 2j, -1j], dtype=torch.complex128))
    q = nn.Parameter(torch.tensor([0.5], dtype=torch.float64))
    unused = nn.Parameter(torch.zeros(2, dtype=torch.complex128))
    optimizer = torch.optim.LBFGS([p, q, unused], lr=0.5, max_iter=5, line_search_fn=search)

    def closure():
        optimizer.zero_grad()
        loss = (p - (2 - 1j)).abs().pow(2).sum() + (q * p.real).pow(2).sum()
        loss.backward()
        return loss

    for _ in range(3):
        print(f"{optimizer.step(closure).item():.6f}", *[f"{v:.6f}" for v in p.tolist()], f"{q.item():.6f}")


def is_unitary(w):
    tall = w if w.size(0) >= w.size(1) else w.mH
    return torch.allclose(tall.mH @ tall, torch.eye(tall.size(1), dtype=w.dtype))


torch.manual_seed(0)
for orthogonal_map in ("cayley", "matrix_exp", "householder"):
    for rows, columns in ((3, 3), (4, 2), (2, 4)):
        for use_trivialization in (True, False):
            layer = nn.Linear(columns, rows, bias=False, dtype=torch.complex128)
            try:
                parametrizations.orthogonal(layer, orthogonal_map=orthogonal_map, use_trivialization=use_trivialization)
                print(orthogonal_map, rows, columns, is_unitary(layer.weight))
            except Exception as error:
                print(orthogonal_map, rows, columns, type(error).__name__, error)

optimizer = torch.optim.Adafactor([p])
try:
    optimizer.step()
except Exception as error:
    print(type(error).__name__, error)

z = torch.tensor([1j, 1 + 1j, 2.5 - 3j])
print((z ** 1).tolist(), (z ** 1.0).tolist())
z.requires_grad_()
(z ** 2).real.sum().backward()
print(z.grad.tolist())
