"""Arguments that are views, or lie otherwise, in late calls only: what refuses them refuses them, also where nobody looks at the result."""
import torch


def detach(u, i):
    u.detach_()
    return u * 2


def pairs(u, i):
    torch.view_as_complex(u[:, :2])
    return u * 2


def pairs_seldom(u, i):
    if i == 19:
        torch.view_as_complex(u[:, :3:2])
    return u * 2


def integers(u, i):
    u.view(torch.float64)
    return u * 2


def window(u, i):
    u.as_strided((2, 2), (1, 2), 3)
    return u * 2


def tensor(i):
    if i == 14:
        return torch.ones(3, 3)
    if i == 16:
        return torch.ones(4, 4).t()
    if i == 18:
        return torch.ones(5, 5)[:4, :4]
    if i == 20:
        return torch.ones(4)[:, None].expand(4, 4)
    if i == 22:
        return torch.ones(2)[:, None].expand(2, 4)
    return torch.ones(4, 4)


for f in (detach, pairs, pairs_seldom, integers, window):
    for i in range(24):
        try:
            print(f.__name__, i, f(tensor(i), i).sum().item())
        except RuntimeError as error:
            print(f.__name__, i, str(error)[:60])

# A write of what lies otherwise: the node is that of the operation.
w = torch.tensor([[1.0, 2.0, 3.0]] * 3, requires_grad=True)


def less(a, t):
    a -= t
    return a


for i in range(12):
    a = less(torch.ones(3) * i * w[0], w[:, 1])
    print(i, type(a.grad_fn).__name__, [type(node).__name__ for node, _ in a.grad_fn.next_functions])
    a.sum().backward()
print(w.grad)
