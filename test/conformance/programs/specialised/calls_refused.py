"""Recursions that are no loops over their calls: effects, random numbers, answers that decide, other types; identity, gradients in some calls alone, exceptions."""
# float-tolerance: 1e-6
import torch

torch.set_default_dtype(torch.float64)
torch.manual_seed(0)
log = []
w = torch.tensor(0.5, requires_grad=True)


def effect(x, d):
    if d == 0:
        return x
    log.append(d)
    return effect(x + 1, d - 1)


def random(x, d):
    if d == 0:
        return x
    return random(x + torch.rand(2), d - 1) * 0.5


def printing(x, d):
    if d == 0:
        return x
    print("d", d)
    return printing(x * 2, d - 1)


def in_place(x, d):
    if d == 0:
        return x
    x += 1
    return in_place(x, d - 1)


def own_in_place(x, d):
    if d == 0:
        return x
    y = x * 2
    y[0] = 5
    return own_in_place(y, d - 1)


def raising(x, d):
    if d == 3:
        raise ValueError(d)
    return x if d == 0 else raising(x + 1, d - 1)


def deciding(x, d):
    if d == 0:
        return x
    y = deciding(x * 0.5, d - 1)
    if y.sum() > 0.6:
        return deciding(y, d - 1)
    return y


def same(x, d):
    return x if d == 0 else same(x, d - 1)


def view(x, d):
    return x[:1] if d == 0 else view(x, d - 1)


def shapes(x, d):
    return x.sum() if d == 0 else shapes(torch.cat([x, x]), d - 1)


def kinds(x, d):
    return d if d == 0 else kinds(x, d - 0.5)


def mixed(x, d):
    """Without a gradient where the outermost call makes no other."""
    return x * 2 if d == 0 else mixed(torch.tanh(x * w), d - 1) + x


for k in range(24):
    d = k % 4
    print(effect(torch.ones(2), d), len(log), random(torch.ones(2), d))
    print(printing(torch.ones(2), d))
    x = torch.ones(2)
    y = in_place(x, d)
    print(x, y is x)
    print(own_in_place(torch.ones(2), d), deciding(torch.ones(2), d), shapes(torch.ones(2), d), kinds(x, d))
    z = same(x, d)
    v = view(x, d)
    print(z is x)
    z += 1
    print(x, v)
    try:
        print(raising(torch.ones(2), d))
    except ValueError as error:
        print("raised", error)
    m = mixed(x, d).sum()
    print(m.requires_grad, m.item())
    if m.requires_grad:
        m.backward()
        print(w.grad)
