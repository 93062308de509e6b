"""Objects that a branch gives out stay one where they are one: lists, dicts, tensors, views, attributes."""
import torch


def tensors():
    t, kept = torch.ones(2), None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if t.sum() > 4:
            p = t * 2
            q = p
        else:
            p = t * 2
            q = t * 3
        p.add_(1.0)
        kept = (p, q, p is q)
        t = t + q * 0.1
        print(i, t.tolist())
    print(kept, kept[0] is kept[1])


def lists():
    t, kept = torch.ones(2), None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if t.sum() > 4:
            a = [t, 1]
            b = a
        else:
            a = [t, 1]
            b = [t * 2, 2]
        a.append(3)
        kept = (a, b)
        t = t + len(b) * 0.1 + b[0] * 0.1
        print(i, t.tolist(), a is b)
    print(kept, kept[0] is kept[1])


def dicts():
    t, kept = torch.ones(2), None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        a = {"x": t}
        if t.sum() > 4:
            b = a
        else:
            b = {"x": t * 2}
        a["x"] = t * 3
        kept = (a, b)
        t = t + b["x"] * 0.1
        print(i, t.tolist())
    print(kept, kept[0] is kept[1])


def views():
    t, kept = torch.ones(4), None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        base = t * 2
        if t.sum() > 8:
            v = base[:2]
        else:
            v = (base * 1)[:2]
        base[0] = 10.0
        kept = (base, v)
        t = t + v.sum() * 0.01
        print(i, t.tolist())
    print(kept)


def attributes():
    class Node:
        def __init__(self, v):
            self.v = v
            self.next = None
    n = Node(torch.ones(2))
    m = Node(torch.zeros(2))
    t = torch.ones(2)
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if t.sum() > 4:
            n.next = m
            cur = n
        else:
            n.next = None
            cur = m
        cur.v = cur.v + t
        if n.next is not None:
            n.next.v = n.next.v * 0.5
        t = t + m.v * 0.01
        print(i, t.tolist(), n.v.tolist(), m.v.tolist(), n.next is m)


def same_before():
    x = torch.ones(2)
    y = x
    t = torch.ones(2)
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if i == 12:
            y = x.clone()
        if t.sum() > 4:
            x.add_(0.125)
        else:
            y.mul_(0.5)
        t = t + x * 0.1 + y * 0.2
        print(i, t.tolist(), x is y)


def exceptions():
    t, seen = torch.ones(2), []
    for i in range(24):
        t = t * 0.5 + (i % 5)
        out = [t]
        try:
            if t.sum() > 6:
                raise ValueError(i)
            out.append(t + 1)
        except ValueError as e:
            out.insert(0, e.args[0])
            seen = seen + [i]
        finally:
            out.append("end")
        print(i, len(out), out[0])
    print(seen)


def tensors_that_live_on():
    t, kept = torch.ones(2), None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if t.sum() > 4:
            p = t * 2
            q = p
        else:
            p = t * 2
            q = t * 3
        kept = (p, q)
        t = t + q * 0.1
    print(kept, kept[0] is kept[1])
    kept[0].add_(1.0)
    print(kept)


class State:
    pass


def one_is_kept():
    s, t = State(), torch.ones(2)
    s.last = None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if i % 2:
            h = t * 2
            s.last = h
        else:
            h = t * 3
            s.last = None
        t = t + h * 0.1
        s.h = h
    print(s.last is s.h, s.h)
    s.h.zero_()
    print(s.last)


def in_a_longer_list():
    t, out = torch.ones(2), []
    for i in range(25):
        t = t * 0.5 + (i % 5)
        out = []
        if i % 3 == 0:
            row = [t]
            out.append(row)
        else:
            row = [t * 2]
        row.append(i)
        t = t + row[0] * 0.01
    print(out, row, out and out[0] is row)


def in_an_object():
    s, t = State(), torch.ones(2)
    s.cells = None
    for i in range(24):
        t = t * 0.5 + (i % 5)
        if i % 2 == 1:
            d = {"t": t}
            s.cells = [d]
        else:
            d = {"t": t * 2}
            s.cells = (1, 2)
        d["more"] = i
        s.d = d
    print(s.cells, s.d, s.cells[0] is s.d)


tensors()
lists()
dicts()
views()
attributes()
same_before()
exceptions()
tensors_that_live_on()
one_is_kept()
in_a_longer_list()
in_an_object()
