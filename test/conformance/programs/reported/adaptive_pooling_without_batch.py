"""Adaptive pooling of inputs without a batch, with gradients."""
import torch, torch.nn.functional as F
for i in range(200):
    x = torch.rand(4, 4, 3, 5, dtype=torch.float64, requires_grad=True)
    y = F.adaptive_max_pool3d(x, (None, None, None))
    y.sum().backward()
    if i < 2: print(x.grad.sum().item(), y.numel(), flush=True)
    x = torch.rand(3, 4, 4, 6, dtype=torch.float64, requires_grad=True)
    y, k = F.adaptive_max_pool3d(x, (2, 3, None), return_indices=True)
    (y * torch.linspace(0.5, 1.5, y.numel(), dtype=torch.float64).reshape(y.shape)).sum().backward()
print("end")
