"""Tensors that may be views come out of branches, are kept, and are written behind them or through the other one."""
import torch

weight = torch.nn.Parameter(torch.ones(12))


def on_both_sides(x, limit):
    if x.sum() > limit:
        flat = x.reshape(-1)
    else:
        flat = x.flatten()
    flat += 1
    return flat


def on_one_side(x, limit):
    if x.sum() > limit:
        flat = x.reshape(-1)
    else:
        flat = x.flatten().clone()
    x += 1
    return flat


def kept(x, limit, keep):
    if x.sum() > limit:
        keep.append(x.contiguous())
    else:
        keep.append(x.contiguous().view(x.shape))
    keep[-1][0] += 1
    return keep[-1].sum()


def with_gradients(x, limit):
    scaled = x * weight.view(x.shape)
    flat = scaled.reshape(-1) if x.sum() > limit else scaled.flatten()
    (flat * 2).sum().backward()
    return flat.detach(), scaled.detach()


class Holder:
    pass


holder = Holder()


def detached_behind_two(x, limit, is_asked):
    total = x.sum()
    x += 1
    shown = x
    if is_asked:
        if total > limit:
            holder.is_large = True
        else:
            shown = x.reshape(-1).view(3, 4)
        shown = shown.detach()
    holder.shown = shown
    return x


def beside_its_data(x):
    x += 1
    return x.data.detach(), x.data[:]


for entry in range(30):
    numbers = torch.arange(12.0) + entry
    x = numbers.view(3, 4) if entry % 2 else numbers.view(4, 3).t()
    flat = on_both_sides(x, 200)
    print(entry, x.sum().item(), flat.data_ptr() == x.data_ptr(), end=" ")
    print(on_one_side(x, 200).sum().item(), x.sum().item(), kept(x, 200, []).item(), x.sum().item(), end=" ")
    flat, scaled = with_gradients(x, 300)
    flat.add_(1)
    print(scaled.sum().item(), weight.grad.sum().item())
    weight.grad = None
    x = numbers.view(3, 4) if entry % 2 else numbers.view(4, 3).t()
    detached_behind_two(x, (120, 60, 200)[entry % 3], entry % 5 < 2)
    holder.shown.add_(1)
    detached, part = beside_its_data(x)
    detached.add_(1)
    part.add_(1)
    print(x.sum().item(), holder.shown.sum().item(), x._version, detached._version, part._version)

keep = []
x = torch.arange(12.0).view(3, 4)
for turn in range(60):
    if turn % 3 == 0:
        current = x.t()
    elif turn % 3 == 1:
        current = x
    else:
        current = x[:, ::2].repeat(1, 2)
    flat = current.reshape(-1)
    if turn % 4 == 3:
        keep.append(flat)
x.add_(1)
print([each.sum().item() for each in keep])
