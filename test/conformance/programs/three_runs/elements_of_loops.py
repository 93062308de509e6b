# Elementwise operations that loops have: roundings, predicates, masks as numbers, bounds that are tensors,
# gradients of activations; with infinities and NaN, in two floating types, beside operands of other types.
import math

import torch
import torch.nn.functional as F

torch.manual_seed(3)
SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 0.5, 1.5, -0.5, -2.5, 1e-40]


def values(dtype):
    x = torch.randn(4, 10, dtype=dtype) * 3
    x[0] = torch.tensor(SPECIAL, dtype=dtype)
    return x


def show(name, t):
    print(name, t.dtype, [f"{v:.5g}" if isinstance(v, float) else v for v in t.flatten().tolist()])


def roundings(x, y):
    whole = x.floor() + x.ceil() * 2 - x.trunc() / 4 + x.round()
    return whole + x.frac() * y, torch.div(x, y, rounding_mode="trunc") + 1, x.sgn() - y.sign()


def predicates(x, y):
    odd = torch.isnan(x) | torch.isinf(x)
    inside = torch.logical_and(x > -1, y < 1).float() + torch.logical_xor(x, y).to(x.dtype)
    signs = torch.where(torch.signbit(x), -1.0, 1.0)
    return odd, inside * signs, torch.isfinite(x * y).double() - torch.logical_not(x).double()


def bounds(x, y):
    low, high = torch.fmin(x, y), torch.fmax(x, y)
    return torch.clamp(x, min=y) + low, torch.clamp(x, low, high) * 2, torch.clamp_max(x, y.abs()) - high


def signs(x, y):
    return torch.copysign(x, y) + torch.copysign(y, -1.0), torch.heaviside(x, y) * 2, torch.rsub(x, y, alpha=0.5)


def masks(x, y):
    mask = x > y
    return mask * 2.5, mask + 0.5, mask.float().mean(), (mask.to(x.dtype) * x).nansum()


def gradients(x):
    w = torch.linspace(-2, 2, 10, dtype=x.dtype, requires_grad=True)
    z = torch.nan_to_num(x.detach()) * 0.1 * w
    loss = F.elu(z).sum() + F.softplus(z, beta=2).sum() + F.logsigmoid(z).sum() + torch.logit(torch.sigmoid(z)).sum()
    loss = loss + (F.celu(z, 0.7) * z.round()).sum() + torch.logit(z.abs().clamp(max=1.0), eps=0.2).sum()
    loss.backward()
    return w.grad


for dtype in (torch.float32, torch.float64):
    for step in range(6):
        x, y = values(dtype), torch.randn(4, 10, dtype=dtype)
        if step == 4:
            y = y[:, :1]  # broadcast
        if step == 5:
            x, y = x.t(), y.t()
        results = [*roundings(x, y), *predicates(x, y), *bounds(x, y), *signs(x, y), *masks(x, y)]
        if step > 2:
            for i, each in enumerate(results):
                show(f"{step} {i}", each)
        if step < 5:
            show(f"{step} gradient", gradients(x))

ints = torch.arange(-3, 7)
for step in range(4):
    print(step, ints.floor().tolist(), torch.logical_and(ints, ints - step).tolist(), torch.isnan(ints).any().item())
    try:
        torch.heaviside(ints, torch.ones(10))
    except RuntimeError as error:
        print(error)
