"""Convolutions and products that are large enough for the library, divided among several threads."""
# float-tolerance: 1e-4
import torch
import torch.nn.functional as F


def convolutions():
    for name, shape, weight, options in [
        ("plain", (5, 24, 20, 21), (40, 24, 3, 3), dict(padding=1)),
        ("strided", (7, 20, 31, 29), (18, 20, 3, 3), dict(stride=2, padding=1)),
        ("one sample", (1, 48, 24, 24), (70, 48, 3, 3), dict(padding=1)),
        ("two samples", (2, 64, 17, 15), (96, 64, 3, 3), dict(dilation=2)),
        ("groups", (3, 32, 20, 20), (64, 8, 3, 3), dict(groups=4, padding=1)),
        ("depthwise", (6, 96, 28, 28), (96, 1, 3, 3), dict(groups=96, padding=1)),
        ("1d", (4, 40, 400), (48, 40, 5), dict(padding=2)),
        ("3d", (3, 12, 10, 11, 9), (20, 12, 3, 3, 3), dict(padding=1)),
    ]:
        torch.manual_seed(len(name))
        dims = len(shape) - 2
        x = torch.randn(shape, requires_grad=True)
        w = (torch.randn(weight) * 0.1).requires_grad_()
        b = torch.randn(weight[0], requires_grad=True)
        y = [F.conv1d, F.conv2d, F.conv3d][dims - 1](x, w, b, **options)
        (y * y * 0.01).sum().backward()
        yield name, [y.detach(), x.grad, w.grad, b.grad]


def products():
    for name, a, b in [
        ("columns", (50, 400), (400, 130)),
        ("rows", (700, 300), (300, 17)),
        ("row", (1, 2000), (2000, 1500)),
        ("batch", (7, 60, 90), (7, 90, 110)),
        ("pairs", (2, 3, 80, 64), (2, 3, 64, 200)),
    ]:
        torch.manual_seed(len(name))
        x = torch.randn(a, requires_grad=True)
        w = torch.randn(b, requires_grad=True)
        turned = torch.randn(b[-1], a[-1])
        y = x @ w
        (y * y * 0.01).sum().backward()
        results = [y.detach(), x.grad, w.grad, F.linear(x.detach(), turned, torch.arange(b[-1]) * 1.0)]
        if len(a) == 2:
            results.append(torch.addmm(y.detach(), x.detach(), turned.t(), beta=0.5))
        yield name, results


def digest(t):
    flat = t.flatten().double()
    marks = torch.cos(torch.arange(flat.numel(), dtype=torch.float64))
    return f"{(flat * marks).sum().item():.1f} {flat.abs().max().item():.3f}"


def main():
    alone = {}
    for threads in (1, 2, 3, 7):
        torch.set_num_threads(threads)
        for part in (convolutions, products):
            for name, results in part():
                known = alone.setdefault(name, results)
                if known is results:
                    print(name, [digest(t) for t in results])
                else:
                    print(threads, name, [torch.allclose(a, b, 1e-4, 1e-3) for a, b in zip(known, results)])
    low = torch.randn(33, 600).bfloat16() @ torch.randn(600, 310).bfloat16()
    print(low.shape, low.dtype)


main()
