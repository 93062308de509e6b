"""Strides of results, also those of sizes of 1: how operations lay out what they make of tensors in odd orders."""
import torch
import torch.nn.functional as F

numbers = torch.arange(1.0, 121.0) / 130
LAYOUTS = {
    "row turned": numbers[:5].view(1, 5).t(),
    "one and one": numbers[:5].view(5, 1, 1).permute(1, 2, 0),
    "reversed": numbers[:5].view(5, 1, 1).permute(2, 1, 0),
    "single inside": numbers[:12].view(2, 1, 6).transpose(0, 1),
    "channels last": numbers[:24].view(1, 2, 3, 4).permute(0, 3, 1, 2),
    "one row of channels": numbers[:12].view(1, 1, 3, 4).permute(0, 3, 1, 2),
    "one column": numbers[:12].view(2, 6)[:, :1],
    "odd": numbers[:5].as_strided((1, 5), (9, 1)),
    "odd column": numbers[:5].as_strided((5, 1), (1, 7)),
    "part reversed": numbers[:30].view(5, 2, 3)[:, :1].permute(2, 1, 0),
    "moved": numbers[:4].view(4, 1, 1, 1).permute(1, 2, 3, 0),
    "transposed": numbers[:10].view(2, 5).t(),
}


def ints(x):
    return (x * 100).long()


UNARY = """abs neg exp log sin sigmoid tanh sqrt rsqrt reciprocal floor ceil round trunc frac sign sgn signbit erf erfc erfinv lgamma
           digamma logical_not isnan isinf isfinite isposinf isneginf square nan_to_num expm1 log1p log2 log10 sinh cosh acos asin atan
           positive relu logit i0 zeros_like ones_like empty_like exp2 rand_like bernoulli clone detach"""
ACTIVATIONS = "relu gelu silu elu celu selu leaky_relu softplus hardtanh relu6 hardswish hardsigmoid mish logsigmoid softsign"
WITH_NUMBERS = "add sub mul div pow fmod remainder eq ne lt le gt ge floor_divide true_divide float_power"
WITH_TENSORS = """atan2 maximum minimum fmax fmin hypot logical_and logical_or logical_xor copysign nextafter heaviside logaddexp xlogy
                  ldexp"""
OTHERS = {
    "2 ** x": lambda x: 2**x, "1 - x": lambda x: 1 - x, "1 / x": lambda x: 1 / x, "5 // x": lambda x: 5 // x, "5 % x": lambda x: 5 % x,
    "clamp": lambda x: x.clamp(0, 1), "clamp by a tensor": lambda x: x.clamp(torch.tensor(0.0)), "clamp by itself": lambda x: x.clamp(x, x),
    "lerp": lambda x: torch.lerp(x, x, 0.5), "lerp by a tensor": lambda x: torch.lerp(x, x, torch.tensor(0.5)),
    "addcmul": lambda x: torch.addcmul(x, x, x), "addcdiv": lambda x: torch.addcdiv(x, x, torch.tensor(2.0)),
    "where": lambda x: torch.where(x > 0, x, 0.0), "where of tensors": lambda x: torch.where(x > 0, x, x),
    "where of numbers": lambda x: torch.where(x > 0, 1.0, 2.0), "masked_fill": lambda x: x.masked_fill(x > 0.1, 0.0),
    "double": lambda x: x.double(), "int": lambda x: x.int(), "bool": lambda x: x.bool(), "half": lambda x: x.half() + x,
    "ints and floats": lambda x: ints(x) + x, "ints / 2": lambda x: ints(x) / 2, "ints & ints": lambda x: ints(x) & ints(x),
    "~ints": lambda x: ~ints(x), "full_like": lambda x: torch.full_like(x, 3), "tril": lambda x: x.tril(), "flip": lambda x: x.flip(0),
    "roll": lambda x: x.roll(1, -1), "cumsum": lambda x: x.cumsum(0), "cumprod": lambda x: x.cumprod(-1), "softmax": lambda x: x.softmax(-1),
    "log_softmax": lambda x: x.log_softmax(0), "sort": lambda x: x.sort(-1)[0], "topk": lambda x: x.topk(1)[0],
    "gather": lambda x: x.gather(-1, torch.zeros_like(x, dtype=torch.int64)),
    "scatter": lambda x: x.scatter(-1, torch.zeros_like(x, dtype=torch.int64), 1.0),
    "index_fill": lambda x: x.index_fill(-1, torch.tensor([0]), 1.0), "index_select": lambda x: x.index_select(0, torch.arange(x.shape[0])),
    "cat": lambda x: torch.cat([x, x], -1), "cat of one": lambda x: torch.cat([x]), "stack": lambda x: torch.stack([x, x], 1),
    "sum": lambda x: x.sum(0, keepdim=True), "mean": lambda x: x.mean(-1, keepdim=True), "amax": lambda x: x.amax(0, keepdim=True),
    "max": lambda x: x.max(-1, keepdim=True)[0], "argmax": lambda x: x.argmax(0, keepdim=True), "norm": lambda x: x.norm(dim=0, keepdim=True),
    "repeat": lambda x: x.repeat(*([1] * x.dim())), "expand": lambda x: x.expand_as(x), "pad": lambda x: F.pad(x, (1, 1)),
    "reshape": lambda x: x.reshape(x.shape), "unsqueeze(0)": lambda x: x.unsqueeze(0), "unsqueeze(-1)": lambda x: x.unsqueeze(-1),
    "squeeze": lambda x: x.squeeze(), "narrow": lambda x: x.narrow(0, 0, 1), "chunk": lambda x: x.chunk(2, -1)[0],
    "movedim": lambda x: x.movedim(0, -1), "matmul": lambda x: x @ x.transpose(-1, -2), "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
    "mse_loss": lambda x: F.mse_loss(x, x, reduction="none"), "l1_loss": lambda x: F.l1_loss(x, x, reduction="none"),
    "contiguous": lambda x: x.contiguous(), "clone dense": lambda x: x.clone(memory_format=torch.contiguous_format),
    "to": lambda x: x.to(torch.float64, copy=True), "copy_": lambda x: torch.empty_like(x).copy_(x), "rot90": lambda x: x.rot90(1, (0, -1)),
    "dropout": lambda x: F.dropout(x), "threshold": lambda x: F.threshold(x, 0.1, 0.2), "alpha": lambda x: torch.add(x, x, alpha=2),
    "(x + 1) * x - x": lambda x: (x + 1) * x - x, "floored": lambda x: torch.div(x, 2, rounding_mode="floor"),
    "at an index": lambda x: x[..., torch.arange(x.shape[-1])],
    "at an index in front": lambda x: x[torch.tensor([0])], "roll all the way": lambda x: x.roll(x.shape[0], 0),
    "sinc": lambda x: torch.sinc(x), "put": lambda x: x.put(torch.tensor([0]), torch.tensor([2.0])),
    "index_put": lambda x: x.index_put((torch.tensor([0]),), torch.tensor(2.0)),
    "pixel_shuffle": lambda x: F.pixel_shuffle(x, 2) if x.dim() == 4 and x.shape[1] % 4 == 0 else x,
    "pixel_unshuffle": lambda x: F.pixel_unshuffle(x, 1) if x.dim() == 4 else x,
    "channel_shuffle": lambda x: F.channel_shuffle(x, 2) if x.dim() == 4 and x.shape[1] == 4 else x,
    "max_pool2d": lambda x: F.max_pool2d(x, 1) if x.dim() > 2 else x, "group_norm": lambda x: F.group_norm(x, 1) if x.dim() > 2 else x,
    "batch_norm": lambda x: F.batch_norm(x, None, None, training=True) if x.dim() == 4 else x,
    "conv2d": lambda x: F.conv2d(x, torch.ones(2, x.shape[1], 1, 1)) if x.dim() == 4 else x,
}
GRADIENTS = {
    "-x": lambda x: -x, "x * 2": lambda x: x * 2, "x * x": lambda x: x * x, "exp": lambda x: x.exp(), "softmax": lambda x: x.softmax(-1),
    "transposed": lambda x: x.transpose(0, -1) * 3, "contiguous": lambda x: x.contiguous() * 2, "where": lambda x: torch.where(x > 0.1, x, 0.0),
    "sum": lambda x: x, "mean": lambda x: x.mean(0), "reshape": lambda x: x.reshape(-1) * 2, "x + 1": lambda x: x + 1,
    "cat": lambda x: torch.cat([x, x]) * 2, "matmul": lambda x: x @ x.transpose(-1, -2), "select": lambda x: x[0] * 2,
    "pixel_shuffle": lambda x: F.pixel_shuffle(x, 2) * 2 if x.dim() == 4 and x.shape[1] % 4 == 0 else x,
    "channel_shuffle": lambda x: F.channel_shuffle(x, 2) * 2 if x.dim() == 4 and x.shape[1] == 4 else x,
    "logsigmoid": lambda x: F.logsigmoid(x), "2 ** x": lambda x: 2**x, "layer_norm": lambda x: F.layer_norm(x, x.shape[-1:]),
}


def show(name, function):
    for layout, x in LAYOUTS.items():
        try:
            result = function(x)
            print(name, "|", layout, tuple(result.shape), result.stride())
        except (RuntimeError, IndexError) as e:
            print(name, "|", layout, type(e).__name__)


def gradient_of(function):
    def gradient(x):
        leaf = x.detach().requires_grad_()
        function(leaf).sum().backward()
        return leaf.grad
    return gradient


for each in UNARY.split():
    show(each, getattr(torch, each))
for each in ACTIVATIONS.split():
    show(each, getattr(F, each))
for each in (WITH_NUMBERS + " " + WITH_TENSORS).split():
    function = getattr(torch, each)
    show(each + " with itself", lambda x: function(x, x))
    show(each + " with a dense one", lambda x: function(x, x.clone(memory_format=torch.contiguous_format)))
    show(each + " with one number in a tensor", lambda x: function(x, torch.tensor(2.0)))
    show(each + " of one number in a tensor", lambda x: function(torch.tensor(2.0), x))
    show(each + " with a vector", lambda x: function(x, torch.ones(1)))
    if each in WITH_NUMBERS.split():
        show(each + " with a number", lambda x: function(x, 2))
for each, function in OTHERS.items():
    show(each, function)
for each, function in GRADIENTS.items():
    show("gradient of " + each, gradient_of(function))

for rows, columns in ((1, 1), (2, 1), (1, 3), (2, 3)):
    for left in (True, False):
        a = torch.eye(rows if left else columns) * 3
        for b in (torch.ones(rows, columns), torch.ones(columns, rows).t(), torch.ones(rows, 4)[:, :columns],
                  torch.ones(columns, 5)[:, :rows].t(), torch.ones(2, columns, rows).mT):
            print(torch.linalg.solve_triangular(a, b, upper=True, left=left).stride(), torch.linalg.solve(a, b, left=left).stride(),
                  torch.linalg.inv(a).stride())
