"""any() and all() of generators on tensors' contents."""
# tier2: <module>.loop.body 80% after 4
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 3)
opt = torch.optim.SGD(model.parameters(), lr=0.3)


def step(x, limit):
    out = model(x)
    loss = out.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    if any(p.grad.abs().max() > limit for p in model.parameters()):
        for p in model.parameters():
            p.grad.mul_(0.5)
    if all(torch.isfinite(p.grad).all() and p.grad.norm() < 5 for p in model.parameters()):
        opt.step()
    rows = iter(out.detach())
    some = any(r.sum() > 0.3 for r in rows)
    pairs = all(a <= b for a, b in zip(out.detach()[0], out.detach()[1]))
    return loss.item(), bool(some), pairs


for i in range(40):
    out = step(torch.randn(4, 3) * (1 + i % 3), 0.2)
    if i % 3 == 0:
        print(i, f"{out[0]:.4f}", *out[1:])
