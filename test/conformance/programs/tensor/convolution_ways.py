# Convolutions of every way that a kernel may take: few and many channels, small and wide windows, padding,
# strides, dilation, groups, odd sizes, all three gradients.
import torch
import torch.nn.functional as F

torch.manual_seed(7)


def digest(t):
    w = torch.arange(t.numel(), dtype=torch.float64).remainder(7).add(1).view(t.shape)
    weighted = (t.double() * w).sum().item()
    scale = (t.double().abs() * w).sum().item()
    return f"{round(weighted / scale * 1e4)} {t.double().abs().max().item():.3g}"


def check(batch, channels, filters, size, kernel, **options):
    x = torch.randn(batch, channels, *size).requires_grad_()
    w = (torch.randn(filters, channels // options.get("groups", 1), *kernel) * 0.1).requires_grad_()
    b = torch.randn(filters).requires_grad_()
    y = F.conv2d(x, w, b, **options)
    print((batch, channels, filters, size, kernel), options, tuple(y.shape), digest(y))
    (y * torch.linspace(-1, 2, y.numel()).view(y.shape)).sum().backward()
    print("   ", digest(x.grad), "|", digest(w.grad), "|", digest(b.grad))


for channels, filters in ((1, 6), (3, 16), (6, 16), (2, 1), (9, 17), (16, 16)):
    check(3, channels, filters, (12, 13), (5, 5), padding=2)
    check(2, channels, filters, (9, 20), (3, 3))
check(2, 1, 3, (30, 33), (1, 1))
check(2, 3, 5, (8, 40), (2, 7), padding=(1, 3))
check(2, 3, 5, (8, 40), (3, 9), padding=(0, 4))
check(2, 3, 4, (17, 17), (3, 3), stride=2, padding=1)
check(2, 3, 4, (17, 17), (3, 3), dilation=2)
check(2, 4, 6, (10, 10), (3, 3), groups=2)
check(1, 1, 1, (1, 1), (1, 1))
check(1, 2, 2, (5, 1), (5, 1))
check(3, 6, 16, (14, 14), (5, 5))
check(2, 8, 11, (11, 10), (4, 5))
check(2, 5, 9, (10, 11), (3, 3), padding=1)
check(4, 12, 9, (17, 16), (3, 3), padding=1)

# What is not finite stays inside of its window.
for channels, filters, kernel in ((6, 16, 5), (1, 6, 5), (16, 16, 3), (8, 3, 3)):
    x = torch.randn(2, channels, 14, 14).requires_grad_()
    w = torch.randn(filters, channels, kernel, kernel).requires_grad_()
    y = F.conv2d(x, w)
    g = torch.zeros_like(y)
    g[0, 1, 3, 4] = float("inf")
    y.backward(g)
    print(channels, filters, (~torch.isfinite(x.grad)).sum().item(), (~torch.isfinite(w.grad)).sum().item())
