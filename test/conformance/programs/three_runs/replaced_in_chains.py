"""Tensors that one of several branches replaces: where none does, what comes out is the tensor that went in, with its later
writes, gradient and attributes."""
import torch


class Box:
    def __init__(self, t):
        self.t, self.seen = t, torch.zeros(())


def show(title, *values):
    print(title, *[value.tolist() if isinstance(value, torch.Tensor) else value for value in values])


def by_name(turns):
    t = torch.tensor([0.5, -1.0, 2.0])
    first = t
    for i in range(turns):
        t.add_(1)
        if i == 20:
            t = t * 2
        elif i > 42:
            t = t * 0.5
    show("name", first, t, t is first)


def by_three(turns):
    t = torch.tensor([0.5, -1.0])
    first, same = t, 0
    for i in range(turns):
        t.mul_(0.75)
        if t[0] > 100:
            t = t - 100
        elif t[1] > 2:
            t = t * 0.125
        elif i % 11 == 7:
            t = t + 2
        t.add_(0.5)
        same += t is first
    show("three", first, t, same)


def by_attribute(turns):
    b = Box(torch.ones(2))
    first = b.t
    for i in range(turns):
        if i == 30:
            b.t = b.t * 2
        elif b.t[0] > 50:
            b.t = b.t - 50
        b.t.add_(1)
    show("attribute", first, b.t, b.t is first)


def by_item(turns):
    items = [torch.ones(2), torch.zeros(2)]
    first = list(items)
    for i in range(turns):
        if items[0].sum() > 1000:
            items[0] = items[0] / 2
        elif items[1].sum() > 100:
            items[0] = items[1]
        elif i % 9 == 4:
            items[1] = items[0]
        items[0].add_(1)
        items[1] += 0.5
    show("item", *first, *items, items[0] is items[1], items[0] is first[0], items[1] is first[1])


def nested(turns):
    t, u = torch.zeros(2), torch.ones(2)
    first = t
    for i in range(turns):
        if u[0] > 0:
            if u[1] > 20:
                t = t * 0.5
            else:
                if i % 5 == 3:
                    t = t + 1 if t[0] > 4 else t
        else:
            t = u
        t.add_(0.25)
        u = u + 0.75
        if u[0] > 30:
            u = -u
    show("nested", first, t, u, t is first, t is u)


def leaves(turns):
    w, v = torch.ones(2, requires_grad=True), torch.full((2,), 3.0, requires_grad=True)
    chosen = w
    for i in range(turns):
        if chosen.sum() > 40:
            chosen = w
        elif i % 7 == 5:
            chosen = v
        (chosen * chosen).sum().backward()
        with torch.no_grad():
            chosen += 0.5
            if i % 3 == 0:
                chosen.grad.zero_()
    show("leaves", w, v, w.grad, v.grad, chosen is w, chosen is v)


def leave_early(turns):
    b, t = Box(torch.ones(2)), torch.tensor([0.5, 1.0])

    def step(i, t):
        if i % 3 == 1:
            return t
        b.seen += 1
        kept = b.seen
        b.seen = torch.ones(()) if i % 2 else kept * 2
        return t * 0.5 + kept
    for i in range(turns):
        t = step(i, t)
    show("early", b.seen, t)


def detached(turns):
    t, u = torch.tensor([0.5, -1.0, 2.0]), torch.zeros(3)
    first = t
    for i in range(turns):
        for j in range(i % 3):
            t, u = u, t
            if t[2] <= 3.0:
                u = t.detach()
            else:
                u = t * 2
        t[1] = i
    show("detached", t, u, first)


def pieces(turns):
    t, u = torch.tensor([0.5, -1.0, 2.0]), torch.zeros(3)
    v = u
    for i in range(turns):
        if t[2] <= 3.0:
            u = t[1:]
        else:
            u = t[:2] * 2
        if t[0] <= 3.0:
            b = t * 1
            w, v = b.view(3), b
        else:
            w = v = t + 2
        if i % 3 == 0:
            t.add_(0.1)
        if i % 4 == 3:
            w.mul_(2)
        if i % 5 == 3:
            v.add_(1)
        if i % 7 == 6:
            t = (t + 0.7) % 5
    u.zero_()
    show("pieces", t, u, v, w, w is v, w.data_ptr() == v.data_ptr())


for run in (by_name, by_three, by_attribute, by_item, nested, leaves, leave_early, detached, pieces):
    run(48)
