"""Pools of integers, bools, halves and complex numbers: which of them average, which take maxima, which refuse, and how."""
import torch
import torch.nn.functional as F

TYPES = (torch.int64, torch.int32, torch.int16, torch.uint8, torch.int8, torch.bool, torch.float16, torch.bfloat16, torch.float64,
         torch.complex64)


def show(name, function):
    try:
        result = function()
    except (RuntimeError, NotImplementedError) as error:
        print(name, type(error).__name__, str(error).split("\n")[0])
        return
    for t in result if isinstance(result, tuple) else (result,):
        print(name, t.dtype, [round(abs(v), 4) for v in t.flatten()[:6].tolist()], t.stride())


for dtype in TYPES:
    images = (torch.arange(2 * 2 * 6 * 6) % 7).reshape(2, 2, 6, 6).to(dtype)
    lines, volumes = images[:, :, 0], images.reshape(2, 2, 3, 3, 4)
    for x in (lines, images, volumes):
        rank = x.dim() - 2
        for kind in ("max", "avg", "adaptive_max", "adaptive_avg"):
            function = getattr(F, f"{kind}_pool{rank}d")
            show(function.__name__, lambda: function(x, 2))
            if "max" in kind and dtype is not torch.bool and not dtype.is_complex:
                show(function.__name__, lambda: function(x, 2, return_indices=True))
        if dtype not in (torch.bool, torch.complex64):
            show("adaptive_max 1", lambda: getattr(F, f"adaptive_max_pool{rank}d")(x, 1))
        show("adaptive_avg 1", lambda: getattr(F, f"adaptive_avg_pool{rank}d")(x, 1))
    show("lp_pool2d", lambda: F.lp_pool2d(images, 2, 2))
    samples = torch.tensor([0.25, 0.75]).expand(2, 2, 2)
    show("fractional", lambda: F.fractional_max_pool2d(images, 2, output_size=2, _random_samples=samples))
    if dtype is not torch.bool and not dtype.is_complex:
        for rank, x in ((2, images), (3, volumes)):
            pooled, indices = getattr(F, f"max_pool{rank}d")(x, 2, return_indices=True)
            show("max_unpool", lambda: getattr(F, f"max_unpool{rank}d")(pooled, indices, 2))
