"""Gradients of gradients of grid_sample, where the grid hangs on the input, and where it does not."""
import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)
for mode in ("bilinear", "bicubic"):
    for corners in (False, True):
        for hangs in (True, False):
            x = torch.arange(16.0).reshape(1, 1, 4, 4).sin().requires_grad_()
            base = torch.linspace(-0.7, 0.6, 8).reshape(1, 2, 2, 2).requires_grad_()
            for create in (False, True):
                grid = base + x.sum() * 0.01 if hangs else base * 1.0
                y = F.grid_sample(x, grid, mode=mode, align_corners=corners)
                g, h = torch.autograd.grad((y * y).sum(), (x, base), create_graph=create)
                print(mode, corners, hangs, create, f"{g.sum().item():.6f} {h.sum().item():.6f}")
            (g * g).sum().backward()
            print(f"{x.grad.abs().sum().item():.5f} {base.grad.abs().sum().item():.5f}")
