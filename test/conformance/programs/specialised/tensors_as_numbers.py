"""Tensors without dimensions where a number is asked for: trust ratios, scales and bounds that are computed."""
# tier2: main.loop#1.body 90% after 4
import torch
import torch.nn as nn


def main():
    net = nn.Linear(4, 3)
    state = {p: torch.zeros_like(p) for p in net.parameters()}
    for step in range(14):
        x = torch.rand(6, 4)
        loss = (net(x) - x[:, :3].flip(1)).square().sum()
        net.zero_grad()
        loss.backward()
        for p in net.parameters():
            average = state[p]
            average.mul_(0.9).add_(p.grad.data, alpha=torch.tensor(0.1))
            ratio = p.data.norm() / average.norm()
            p.data.add_(average, alpha=-0.05 * ratio)
            average.clamp_(max=ratio + 3)
            p.data.addcmul_(average, average, value=ratio * 0.001)
            average.sub_(p.data, alpha=(average > 100).sum())
        filled = torch.full((2,), loss.detach()) + torch.zeros(2).fill_(ratio)
        print(step, f"{loss.item():.4f} {ratio.item():.4f} {filled.sum().item():.4f}", torch.rsub(filled.int(), filled.int(), alpha=torch.tensor(step)).tolist())


def refused():
    scale = torch.tensor(0.5, requires_grad=True)
    for step in range(8):
        x = torch.ones(3) * step
        try:
            x.add_(x, alpha=scale)
        except TypeError:
            print(step, "a scale that has a gradient", x.tolist())
        try:
            x.add_(x, alpha=torch.ones(1))
        except TypeError:
            print(step, "a scale with a dimension")


torch.manual_seed(0)
main()
refused()
