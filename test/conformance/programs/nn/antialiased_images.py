"""Images in another size with antialias=True: sizes and scales, corners, bytes, layouts, gradients, what is refused."""
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.rand(2, 3, 13, 17, dtype=torch.float64, requires_grad=True)
weight = torch.arange(2000, dtype=torch.float64)


def shown(y):
    grad, = torch.autograd.grad((y.flatten() * weight[:y.numel()]).sum(), x)
    return tuple(y.shape), y.stride(), f"{y.sum().item():.8f} {(y * y).sum().item():.8f} {grad.sum().item():.6f} {(grad * grad).sum().item():.4f}"


for mode in ("bilinear", "bicubic"):
    for where in ({"size": (5, 7)}, {"size": (20, 9)}, {"size": 6}, {"scale_factor": 0.4}, {"scale_factor": (0.5, 1.7)},
                  {"scale_factor": 0.4, "recompute_scale_factor": True}, {"size": (1, 1), "align_corners": True},
                  {"size": (5, 7), "align_corners": True}, {"size": (13, 17)}):
        print(mode, where, *shown(F.interpolate(x, mode=mode, antialias=True, **where)))
last = x.detach().float().to(memory_format=torch.channels_last)
small = F.interpolate(last, (6, 6), mode="bilinear", antialias=True)
print(small.stride(), small.dtype, torch.nn.functional.interpolate(last, (13, 17), mode="bicubic", antialias=True).equal(last))
for image in ((x.detach() * 255).to(torch.uint8), (x.detach() * 255).to(torch.uint8).to(memory_format=torch.channels_last)):
    for mode in ("bilinear", "bicubic"):
        for size in ((6, 6), (20, 30), (13, 5)):
            y = F.interpolate(image, size, mode=mode, antialias=True)
            print(mode, size, y.dtype, y.stride(), y.long().sum().item(), y[0, 0, 0].tolist())
for wrong in (lambda: F.interpolate(x, (6, 6), antialias=True), lambda: F.interpolate(x[0], 5, mode="linear", antialias=True),
              lambda: F.interpolate(x, 5, mode="area", antialias=True), lambda: F.interpolate(x, (0, 6), mode="bilinear", antialias=True),
              lambda: F.interpolate(x.detach().half(), (5, 6), mode="bilinear", antialias=True),
              lambda: F.interpolate(x.detach().bfloat16(), (5, 6), mode="bicubic", antialias=True)):
    try:
        print(wrong())
    except (ValueError, RuntimeError, NotImplementedError) as error:
        print(type(error).__name__, error)
print(F.interpolate(x.detach()[:0], (5, 6), mode="bilinear", antialias=True).shape)
