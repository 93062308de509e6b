# float-tolerance: 1e-3
# Convolutions and their gradients with the work of a batch shared among threads.
import torch
import torch.nn.functional as F

torch.manual_seed(4)
for threads in (1, 2, 3):
    torch.set_num_threads(threads)
    for batch, channels, filters, kernel, size in ((8, 1, 6, 5, 28), (5, 3, 7, 3, 17), (9, 6, 16, 5, 12), (4, 2, 5, 2, 33)):
        x = torch.randn(batch, channels, size, size, requires_grad=True)
        w = torch.randn(filters, channels, kernel, kernel, requires_grad=True)
        y = F.conv2d(x, w, padding=kernel // 2)
        y.square().mean().backward()
        print(threads, tuple(y.shape), f"{y.sum().item():.2f} {w.grad.norm().item():.5f} {x.grad.norm().item():.5f}")
