"""Layers and parameters that a step makes, fills, uses, writes again and drops; and leaves that `detach` makes of tensors that are written later."""
# float-tolerance: 1e-4
# tier2: normalised.loop.body 90% after 4
# tier2: filled.loop.body 90% after 4
# tier2: shown.loop.body 90% after 4
# tier2: refused.loop.body 90% after 4
import torch
import torch.nn as nn
import torch.nn.functional as F


def normalised():
    w = nn.Linear(4, 6)
    optimizer = torch.optim.SGD(w.parameters(), lr=0.01)
    for step in range(12):
        x = torch.rand(5, 4)
        y = w(x)
        y = nn.LayerNorm(y.shape[1:])(y)
        y = nn.BatchNorm1d(6, affine=True)(y)
        y = nn.PReLU()(y) * dict.fromkeys(["scale", "shift"], step / 10 + 1)["scale"]
        loss = y.square().mean() + y[0].sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(step, f"{loss.item():.5f}", f"{w.weight.sum().item():.5f}")


def filled():
    w = nn.Parameter(torch.rand(3))
    for step in range(12):
        p = nn.Parameter(torch.empty(3))
        nn.init.constant_(p, 0.5 + step)
        first = (p * w).sum()
        q = nn.Parameter(p.detach().clone())
        with torch.no_grad():
            q.mul_(2).add_(w)
        loss = first + (q * q * w).sum()
        loss.backward()
        with torch.no_grad():
            p -= 0.1 * p.grad
            q.sub_(q.grad, alpha=0.1)
            w -= 0.001 * w.grad
            w.grad = None
        again = (p * q).sum()
        again.backward()
        print(step, f"{loss.item():.4f} {again.item():.4f}", p.grad.tolist(), f"{q.grad.sum().item():.3f}", p.is_leaf)


def shown():
    state = torch.zeros(3)
    for step in range(12):
        base = torch.ones(3) * step
        leaf = base.detach().requires_grad_()
        base.add_(1)
        base[1] = 7
        other = state.detach().requires_grad_()
        state += 1
        loss = (leaf.exp().log() * other).sum() + leaf.square().sum()
        loss.backward()
        base.zero_()
        print(step, f"{loss.item():.3f}", leaf.tolist(), leaf.grad.tolist(), other.grad.tolist(), leaf.requires_grad)


def refused():
    for step in range(8):
        base = torch.ones(3) * step
        leaf = base.detach().requires_grad_()
        loss = (leaf * leaf).sum()
        base.add_(1)
        try:
            loss.backward()
        except RuntimeError:
            print(step, "a leaf that was written since", leaf.grad)
        try:
            leaf.add_(1)
        except RuntimeError:
            print(step, "a leaf that is written", leaf.tolist())


torch.manual_seed(0)
normalised()
filled()
shown()
refused()
