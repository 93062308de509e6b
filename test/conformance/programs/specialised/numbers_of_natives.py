"""Numbers that native functions and operators make: they decide sizes, are remainders, powers, read from text."""
# tier2: <module>.loop.body 90% after 3
# tier2: <module>.loop#1.body 6
# tier2: <module>.loop#3.body 6
# float-tolerance: 1e-5
import math

import torch

torch.manual_seed(3)
width, limit = 4, 7
w = torch.randn(5, 3, requires_grad=True)


def scaled(x, step):
    parts = x.split(width, dim=0)
    size = min(width, max(x.size(0) - width, 1))
    mask = torch.full((size, size), float("-inf")).triu(1)
    phase = (0.3 * step) % 1 + (step * 0.5) // 1 + 2 ** step + math.atan2(step, 2.0)
    return torch.softmax(parts[-1][:size, :size] @ x[:size, :size].t() + mask, 0) * phase


for step in range(20):
    x = torch.randint(0, 20, (6, 5))
    y = (x + x.roll(1, 1)) % 3
    loss = torch.nn.functional.cross_entropy(x.float() @ w, y[:, 0])
    w.grad = None
    loss.backward()
    with torch.no_grad():
        w -= 0.01 * w.grad
    print(step, y.dtype == torch.int64, f"{loss.item():.5f}")
for step in range(1, 7):
    print([f"{v:.5f}" for v in scaled(torch.arange(35.0).view(7, 5) / 10, step).flatten().tolist()])


# Numbers that are known when the graph is made; places that an ellipsis stands for.
def scores(x):
    d = x.size(-1) ** 0.5 + 7.5 % -2.0 - (-7.5) // 2.0 + 2 ** -1
    return x[..., 0] / d + x[..., None, 1].squeeze(-1), (x[..., 1:] * d).sum(dim=(-2, -1))


for step in range(1, 7):
    print([f"{v:.5f}" for part in scores(torch.arange(24.0).view(2, 3, 4) * step) for v in part.flatten().tolist()])
