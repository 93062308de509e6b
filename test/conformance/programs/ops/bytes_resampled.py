# Bytes are interpolated in integers, one dimension after the other; a dimension that keeps its size stays what it is.
import torch
import torch.nn.functional as F

numbers = torch.arange(4000) * 7919 % 251
for mode in ("bilinear", "bicubic"):
    for align in (False, True):
        for channels, rows, columns, size in ((1, 4, 5, (7, 9)), (3, 9, 8, (3, 5)), (4, 1, 1, (4, 4)), (5, 5, 7, (5, 3)), (2, 6, 6, (6, 6))):
            x = numbers[:2 * channels * rows * columns].reshape(2, channels, rows, columns).to(torch.uint8)
            image = F.interpolate(x, size=size, mode=mode, align_corners=align)
            last = F.interpolate(x.to(memory_format=torch.channels_last), size=size, mode=mode, align_corners=align)
            print(mode, align, image[0, 0].flatten()[:8].tolist(), int(image.long().sum()), torch.equal(image, last), last.stride())
    for factor in (1.3, 0.7, (2.5, 0.4), (1.05, 2.2)):
        x = numbers[:180].reshape(1, 3, 6, 10).to(torch.uint8)
        image = F.interpolate(x, scale_factor=factor, mode=mode)
        print(mode, factor, image.shape, image[0, 2].flatten()[-6:].tolist(), int(image.long().sum()))
for mode, shape in (("linear", (1, 2, 5)), ("trilinear", (1, 1, 2, 3, 4))):
    try:
        F.interpolate(torch.ones(shape, dtype=torch.uint8), scale_factor=2, mode=mode)
    except NotImplementedError as error:
        print(mode, "is refused")
