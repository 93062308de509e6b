"""Pooling of volumes in steps, with gradients."""
# float-tolerance: 1e-3
import torch
import torch.nn.functional as F

torch.manual_seed(4)
weight = torch.randn(2, 1, 2, 2, 2, requires_grad=True)
for step in range(6):
    x = torch.arange(2 * 125.0).reshape(2, 1, 5, 5, 5).sin() * (step + 1)
    h = F.conv3d(x, weight, padding=1)
    largest = F.max_pool3d(h, 3, stride=2, padding=1)
    chosen, places = F.max_pool3d(h, (2, 3, 2), ceil_mode=True, return_indices=True)
    mean = F.avg_pool3d(h, 2)
    loss = largest.sum() + (chosen * 0.5).mean() + mean.pow(2).sum()
    weight.grad = None
    loss.backward()
    with torch.no_grad():
        weight -= 1e-3 * weight.grad
    print(step, [*largest.shape], [*chosen.shape], places.sum().item(), f"{loss.item()}", f"{weight.sum().item()}")
