"""Strides of gradients: those of products lie as their operands do, those of some losses are contiguous."""
import torch
import torch.nn.functional as F


def matrix(rows, columns, kind):
    flat = (torch.arange(rows * columns) % 7 - 3.0) / 4
    if kind == "rows":
        return flat.reshape(rows, columns).clone().requires_grad_()
    if kind == "columns":
        return flat.reshape(columns, rows).t().requires_grad_()
    return torch.stack([flat, flat], 1).reshape(rows, 2 * columns)[:, ::2].detach().requires_grad_()


def strides(y, *leaves):
    seed = torch.arange(float(y.numel())).reshape(y.shape)
    return [(g.stride(), round(g.sum().item(), 4)) for g in torch.autograd.grad(y, leaves, seed.to(y.dtype))]


def products(a, b, bias):
    return (strides(a @ b, a, b), strides(torch.mm(a, b), a, b), strides(torch.addmm(bias, a, b, alpha=2), a, b),
            strides(F.linear(a, b.t()), a, b), strides((a * 1) @ (b * 1), a, b))


for left in ("rows", "columns", "parts"):
    for right in ("rows", "columns", "parts"):
        a, b, bias = matrix(3, 4, left), matrix(4, 5, right), torch.ones(5)
        for step in range(4):
            found = products(a, b, bias)
        print(left, right, found)

for kind in ("rows", "columns", "parts"):
    x, w, target = matrix(3, 4, kind), matrix(5, 4, kind), matrix(3, 4, kind).detach() + 1
    for step in range(4):
        linear = strides(F.linear(x, w), x, w)
        losses = [strides(loss(x, target), x) for loss in (F.mse_loss, F.smooth_l1_loss, F.huber_loss)]
    print(kind, linear, losses)

# ---- what a model keeps lies as its parameters do
w = matrix(4, 3, "columns")
for step in range(4):
    w.grad = None
    (torch.ones(2, 4) @ w).sum().backward()
print(w.grad.stride(), w.grad.tolist())
