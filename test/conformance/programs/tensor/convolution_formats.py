"""Strides of results and gradients of convolutions whose input or weight has its channels last, or is a view."""
# float-tolerance: 1e-3
import torch
import torch.nn.functional as F

LAST = {4: torch.channels_last, 5: torch.channels_last_3d}


def lying(t, how):
    """The elements of `t` in another order in memory."""
    if how == "last":
        return t.contiguous(memory_format=LAST[t.dim()]) if t.dim() in LAST else t.transpose(1, 2).contiguous().transpose(1, 2)
    if how == "transposed":
        return t.transpose(-1, -2).contiguous().transpose(-1, -2)
    if how == "last, transposed":
        return lying(t.transpose(-1, -2), "last").transpose(-1, -2)
    if how == "part":
        return lying(torch.cat([t, t], -1), "last")[..., :t.shape[-1]]
    if how == "some channels":
        return lying(torch.cat([t, t], 1), "last")[:, :t.shape[1]]
    return t


CASES = (
    (F.conv1d, (3, 4, 6), (6, 4, 3)), (F.conv2d, (3, 4, 5, 6), (6, 4, 3, 3)), (F.conv2d, (1, 4, 5, 6), (6, 4, 3, 3)),
    (F.conv3d, (3, 4, 5, 6, 4), (6, 4, 3, 3, 3)), (F.conv3d, (1, 4, 5, 6, 4), (6, 4, 3, 3, 3)),
    (F.conv_transpose1d, (3, 4, 6), (4, 6, 3)), (F.conv_transpose2d, (3, 4, 5, 6), (4, 6, 3, 3)),
    (F.conv_transpose3d, (3, 4, 5, 6, 4), (4, 6, 3, 3, 3)), (F.conv2d, (2, 1, 5, 6), (3, 1, 3, 3)),
)
WAYS = ("", "last", "transposed", "last, transposed", "part", "some channels")

torch.manual_seed(0)
for function, size, weight_size in CASES:
    for dtype in (torch.float32, torch.float64):
        plain, plain_weight = torch.randn(size, dtype=dtype), torch.randn(weight_size, dtype=dtype)
        for way in WAYS:
            for weight_way in WAYS:
                x = lying(plain, way).requires_grad_()
                w = lying(plain_weight, weight_way).requires_grad_()
                out = function(x, w, padding=1)
                grads = torch.autograd.grad((out * out).sum(), (x, w))
                print(function.__name__, dtype, size, way, "|", weight_way, out.stride(), [g.stride() for g in grads],
                      out.sum().item(), [float(g.sum()) for g in grads])

conv = torch.nn.Conv2d(3, 4, 3, padding=1, groups=1).to(memory_format=torch.channels_last)
print(conv(torch.randn(3, 3, 5, 6)).stride(), conv(torch.randn(3, 5, 6)).stride())
print(F.conv2d(torch.randn(2, 4, 5, 6), lying(torch.randn(4, 1, 3, 3), "last"), groups=4).stride())
print(F.conv2d(lying(torch.randn(2, 4, 5, 6), "last"), torch.randn(8, 2, 3, 3), groups=2, stride=2, dilation=2).stride())


# ---- in loops that are long enough to be specialised
def step(model, x, seen):
    model.zero_grad()
    h = model[0](x)
    h.register_hook(lambda g: seen.append(g.stride()))
    out = model[1](h)
    out.pow(2).mean().backward()
    return h.stride(), out.stride(), [p.grad.stride() for p in model.parameters()]


for weights_last in (False, True):
    for inputs_last in (False, True):
        model = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, padding=1), torch.nn.Conv2d(4, 2, 3))
        if weights_last:
            model = model.to(memory_format=torch.channels_last)
        seen = []
        for i in range(40):
            x = torch.randn(2, 3, 5, 6)
            result = step(model, lying(x, "last") if inputs_last else x, seen)
            if i % 13 == 0:
                print(weights_last, inputs_last, result, seen[-1])

model = torch.nn.Conv2d(3, 4, 3, padding=1)
for i in range(40):
    x = torch.randn(2, 3, 5, 6)
    if i == 20:
        model = model.to(memory_format=torch.channels_last)
    y = model(lying(x, "last") if i % 20 > 10 else x)
    if i % 5 == 2:
        print(i, y.stride(), (y * 2).relu().stride())
