"""A view whose base got a history through another view is a leaf for torch until somebody asks for its own: a use that is
recorded, `grad_fn`, `is_leaf`, its text. Before that it may not be written. What only looks at elements or sizes does not ask."""
import torch

w = torch.ones(3, requires_grad=True)


def plain(c, h, i):
    h.add_(1)


def without_grad(c, h, i):
    with torch.no_grad():
        k = h * 2
    h.add_(1)


def size(c, h, i):
    h.add_(h.shape[0] + h.numel())


def detached(c, h, i):
    d = h.detach()
    h.add_(1)


def compared(c, h, i):
    k = (h > 0.5).sum()
    h.mul_(k)


def used(c, h, i):
    k = h * 2
    h.add_(1)


def leaf(c, h, i):
    h.add_(1.0 if h.is_leaf else 2.0)


def node(c, h, i):
    h.add_(1.0 if h.grad_fn is None else 2.0)


def shown(c, h, i):
    h.add_(len(f"{h}"))


def item(c, h, i):
    h.mul_(h[0, 0].item())


def part(c, h, i):
    h[0] = 5.0


def operand(c, h, i):
    z = torch.zeros(3, 1)
    z.add_(h)
    h.add_(z)


def seldom(c, h, i):
    if i > 20:
        k = h * 2
    h.add_(1)


def by_contents(c, h, i):
    if c.sum() + i > 30:
        k = h * 2
    h.add_(1)


def step(f, i):
    c = torch.ones(3) * i
    v = c[1:]
    h = c.view(3, 1)
    if i % 5 != 4:
        v.mul_(w[1:])
    f(c, h, i)
    return c.sum()


for f in (plain, without_grad, size, detached, compared, used, leaf, node, shown, item, part, operand, seldom, by_contents):
    for i in range(28):
        try:
            print(f.__name__, i, step(f, i))
        except RuntimeError as error:
            print(f.__name__, i, str(error)[:30])
