"""`is` and `isinstance` of what a branch gives out, and of names that pass an object on from entry to entry."""
import torch

P = torch.nn.Parameter


class Holder:
    pass


def in_place_or_new():
    t = torch.zeros(3)
    alias, n = t, 0
    for i in range(20):
        if i == 10:
            t = t + 1
        else:
            t += 1
        n += t is alias
    print(t, n)


def contents_decide():
    a = torch.zeros(2)
    b = a.clone()
    t = a
    for i in range(20):
        if t.sum() > 8:
            t = b
        else:
            t += 1
        print(i, t is a, t is b)


def attributes():
    a, x = Holder(), torch.ones(2)
    a.t = torch.zeros(2)
    a.alias = a.t
    seen = []
    for i in range(20):
        if i % 8 == 7:
            a.t = a.t + x
        else:
            a.t += x
        if a.t is not a.alias:
            seen = seen + [i]
            a.alias = a.t
        x = x * 0.5 + 0.5
    print(seen, a.t, a.alias)


def history():
    t, kept = torch.zeros(2), []
    for i in range(20):
        if i % 5 == 3:
            t = t * 2
        else:
            t += 0.25
        if not kept or t is not kept[-1]:
            kept = kept + [t]
    print(len(kept), kept)


def passed_on():
    x = torch.zeros(2)
    previous, runs = None, 0
    for i in range(20):
        new = x.clamp(max=5) if i % 3 == 0 else x.add_(1) if i % 7 != 3 else x
        runs += new is x
        if new is previous:
            runs += 100
        previous, x = x, new
        if i % 4 == 0:
            print(runs)
            print(x.tolist())
    print(runs)


def lists_passed_on():
    a, b, t, n = [1], [2], torch.ones(2), 0
    for i in range(20):
        t = t * 0.5 + 1
        n += a is b
        if i % 6 == 2:
            b = a
        elif i % 6 == 4:
            a, b = [i], a
        t = t + n
    print(t.tolist(), n, a, b)


def parameters():
    p = P(torch.ones(2))
    for i in range(20):
        if i == 6:
            p = p.detach()
        if i == 12:
            p = P(p, requires_grad=False)
        print((p * 2).requires_grad, isinstance(p, P))


in_place_or_new()
contents_decide()
attributes()
history()
passed_on()
lists_passed_on()
parameters()
