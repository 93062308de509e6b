"""Resampling to as many elements as there are, by a scale that says more: what keeps them, and what goes by the scale."""
import torch
import torch.nn.functional as F


def show(name, tensor):
    print(name, [round(value, 4) for value in tensor.flatten().tolist()], tuple(tensor.shape))


for dtype in (torch.float32, torch.float64):
    line = torch.arange(3.0, dtype=dtype).view(1, 1, 3)
    image = torch.arange(6.0, dtype=dtype).view(1, 1, 2, 3)
    volume = torch.arange(12.0, dtype=dtype).view(1, 1, 2, 2, 3)
    for scale in (1.3, 1.2):
        for mode in ("nearest", "nearest-exact", "linear", "area"):
            show((mode, scale), F.interpolate(line, scale_factor=scale, mode=mode))
        for mode in ("nearest", "nearest-exact", "bilinear", "bicubic", "area"):
            show((mode, scale), F.interpolate(image, scale_factor=scale, mode=mode))
            show((mode, scale, "columns"), F.interpolate(image, scale_factor=(1.0, scale), mode=mode))
            show((mode, scale, "rows"), F.interpolate(image, scale_factor=(2.0, scale), mode=mode))
            last = image.expand(1, 4, 2, 3).contiguous(memory_format=torch.channels_last)
            show((mode, scale, "last"), F.interpolate(last, scale_factor=scale, mode=mode)[:, 0])
        for mode in ("bilinear", "bicubic"):
            show((mode, scale, "smooth"), F.interpolate(image, scale_factor=scale, mode=mode, antialias=True))
            show((mode, scale, "again"), F.interpolate(image, scale_factor=scale, mode=mode, recompute_scale_factor=True))
        for mode in ("nearest", "nearest-exact", "trilinear", "area"):
            show((mode, scale), F.interpolate(volume, scale_factor=scale, mode=mode))
            show((mode, scale, "planes"), F.interpolate(volume, scale_factor=(2.0, scale, scale), mode=mode))
        last = volume.expand(1, 4, 2, 2, 3).contiguous(memory_format=torch.channels_last_3d)
        show((scale, "last"), F.interpolate(last, scale_factor=scale)[:, 0])
    for mode in ("nearest", "bilinear", "bicubic"):
        for scale in (1.3, (2.0, 1.3)):
            leaf = image.clone().requires_grad_()
            out = F.interpolate(leaf, scale_factor=scale, mode=mode)
            (out * torch.arange(1.0, out.numel() + 1, dtype=dtype).view_as(out)).sum().backward()
            show((mode, scale, "gradient"), leaf.grad)
    for mode in ("nearest", "linear"):
        leaf = line.clone().requires_grad_()
        (F.interpolate(leaf, scale_factor=1.3, mode=mode) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
        show((mode, "gradient"), leaf.grad)
