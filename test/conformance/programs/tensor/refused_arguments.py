# What operations say about arguments they do not take: counts, types, keywords, lists, sizes.
import torch
import torch.nn.functional as F

x = torch.ones(2, 3)


def show(name, f):
    try:
        result = f()
        print(name, tuple(result.shape) if isinstance(result, torch.Tensor) else result)
    except Exception as error:
        print(name, type(error).__name__, error)


# One signature, several, old ones that are not listed.
for name in ("add", "sub", "mul", "matmul", "softmax", "gather", "topk"):
    function, method = getattr(torch, name), getattr(x, name)
    show(name, lambda: function())
    show(name, lambda: function(x))
    show(name, lambda: function(x, "a"))
    show(name, lambda: function(x, x, bogus=1))
    show(name, lambda: method())
    show(name, lambda: method("a"))
    show(name, lambda: method(bogus=1))
for name in ("eq", "fmod", "clamp", "sum", "mean", "masked_fill", "squeeze", "fill_", "pow"):
    show(name, lambda: getattr(x, name)("a"))
    show(name, lambda: getattr(x, name)(bogus=1))
for name in ("exp", "t", "item", "relu"):
    show(name, lambda: getattr(x, name)(1))
    show(name, lambda: getattr(x, name)(bogus=1))
show("sum", lambda: x.sum(0, True, 3))
show("sum", lambda: x.sum(0, keepdim="x"))
show("sum", lambda: x.sum([0, "a"]))
show("transpose", lambda: x.transpose(0))
show("unsqueeze", lambda: x.unsqueeze(0, 1))

# Sizes as separate ints and as lists; lists of tensors.
for sizes in ((2, "a"), (2, 1.5), ("a",), (2.5,), (2, None), ([2, "a"],), (-1,), (2, -3), ([2, -3],)):
    show(sizes, lambda: torch.zeros(*sizes))
    show(sizes, lambda: torch.ones(*sizes))
    show(sizes, lambda: x.reshape(*sizes))
show("permute", lambda: x.permute(0, 1.0))
show("repeat", lambda: x.repeat(2, 1.5))
show("repeat", lambda: x.repeat(-1, 2))
show("cat", lambda: torch.cat([1, 2]))
show("cat", lambda: torch.cat(x))
show("cat", lambda: torch.cat([x], "a"))
show("stack", lambda: torch.stack([x, 3]))
show("stack", lambda: torch.stack((x, None)))
show("arange", lambda: torch.arange(-3))

# Numbers that do not fit.
for dtype in (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64):
    zeros = torch.zeros(2, dtype=dtype)
    show(dtype, lambda: torch.tensor(2 ** 40, dtype=dtype))
    show(dtype, lambda: torch.tensor([2 ** 70], dtype=dtype))
    show(dtype, lambda: torch.tensor([1e30], dtype=dtype))
    show(dtype, lambda: torch.full((2,), 1000, dtype=dtype))
    show(dtype, lambda: zeros.fill_(1e20))
    show(dtype, lambda: zeros.masked_fill(zeros == 0, 2 ** 40))
    show(dtype, lambda: zeros + 2 ** 40)
for f in (lambda: x + 2 ** 70, lambda: x == 2 ** 64, lambda: x.fill_(2 ** 64), lambda: torch.arange(2 ** 64)):
    show("too big", f)

# Data that is no tensor.
for data in ([1, [2]], [[1], 2], [1.0, [2.0]], [[1], [2, 3]], [torch.ones(2), torch.ones(2)], [1, torch.ones(2)],
             [torch.tensor([3, 4]), [1, 2]], [[1, 2], torch.tensor([3, 4])], [torch.ones(1), 2], "a", [1, "a"], [None], {}):
    show("tensor", lambda: torch.tensor(data))
show("Parameter", lambda: torch.nn.Parameter(3))
show("type", lambda: x.type(5))
show("type", lambda: x.type(list))
show("numpy", lambda: torch.ones(2, requires_grad=True).numpy())
show("seed", lambda: torch.manual_seed(2 ** 65))
show("grad", lambda: setattr(torch.ones(2), "grad", torch.ones(3)))

# Padding, pooling, convolution, tensordot.
for pad in ((-5, 0), (-2, -2), (0, -3), (1, -4), (-1, -1, -1, -2), (1,), (1,) * 6):
    show(("pad", pad), lambda: F.pad(x, pad))
for mode in ("reflect", "replicate", "circular"):
    for pad in ((-5, 0), (0, -9), (-1, -1), (-2, -2), (9, 0)):
        show((mode, pad), lambda: F.pad(x[None], pad, mode=mode))
image, weight = torch.ones(1, 1, 4, 4), torch.ones(2, 1, 3, 3)
for size in (0, -1, 9, (1, 2, 3)):
    show(("max_pool2d", size), lambda: F.max_pool2d(image, size))
    show(("avg_pool2d", size), lambda: F.avg_pool2d(image, size))
for stride in (0, -1, (1, 1, 1)):
    show(("max_pool2d", stride), lambda: F.max_pool2d(image, 2, stride))
show("max_pool2d", lambda: F.max_pool2d(image, 2, dilation=0))
show("max_pool3d", lambda: F.max_pool3d(image[None], -1))
show("max_pool1d", lambda: F.max_pool1d(torch.ones(3), 2))
show("conv2d", lambda: F.conv2d(x, x))
show("conv2d", lambda: F.conv2d(image, x))
for options in ({"dilation": 0}, {"groups": 0}, {"groups": 3}, {"stride": 0}, {"padding": -1}, {"bias": torch.ones(3)}):
    show(list(options), lambda: F.conv2d(image, weight, **options))
show("conv2d", lambda: F.conv2d(image.double(), weight))
show("conv2d", lambda: F.conv2d(image, weight, torch.ones(2).double()))
for dims in (1, 3, -1, ([0], [5]), ([-1], [0]), ([0, 1], [0]), "a"):
    show(("tensordot", dims), lambda: torch.tensordot(x, x, dims))
