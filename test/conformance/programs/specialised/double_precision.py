# A network in float64: its elementwise operations are loops, too; masks and comparisons between the types.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(4)
model = nn.Sequential(nn.Linear(6, 20), nn.Tanh(), nn.Linear(20, 20), nn.GELU(), nn.Linear(20, 3)).double()
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.02)
x = torch.randn(32, 6, dtype=torch.float64)
target = torch.randn(32, 3)
scale = torch.rand(3)


def step(x, target):
    optimizer.zero_grad()
    out = model(x)
    out = torch.where(out > 0.25, out * 2, out.exp() - 1)
    mixed = (target * scale).double() + 0.1
    error = F.softplus(out - mixed) * torch.sigmoid(out) + (out - mixed).abs().clamp(max=2.0)
    loss = error.mean()
    loss.backward()
    optimizer.step()
    return loss.detach()


def main():
    for i in range(12):
        loss = step(x, target)
        print(i, f"{loss.item():.9f}")
    for p in model.parameters():
        print(tuple(p.shape), p.dtype, f"{p.sum().item():.8f} {p.abs().sum().item():.8f}")


main()
