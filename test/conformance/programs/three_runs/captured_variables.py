"""Functions made in a function write its variables and parameters, which end with it, in graphs that are entered from generic code."""
import torch
hold = []
def f(x, k):
    y = x
    def inner():
        nonlocal y
        y = y + 1
    inner()
    y = y * 2
    return y
def g(x, k):
    def inner():
        nonlocal x, k
        x = x + 1
        k = 5
    for j in range(3):
        inner()
    return x * k
def h(x, k):
    class K:
        def m(self):
            nonlocal k
            k += 1
            return k
    return x + K().m() + k
def p(x, k):
    def inner(d):
        nonlocal x
        x = x * d
        return inner(d - 1) if d else x
    return inner(2) + x
def q(x, k):
    def inner():
        nonlocal x
        x = x + 1
    hold.append(inner)
    inner()
    return x
def r(x, k):
    def gen():
        nonlocal k
        for j in range(2):
            k += j
            yield x * k
    return sum(gen()) + k
def s(x, k):
    acc = [lambda: x + k]
    x = x * 2
    k = k + 1
    return acc[0]()
def t(x, k):
    def inner():
        nonlocal x
        del x
    inner()
    try:
        return x
    except NameError as e:
        return torch.zeros(1)
for i in range(30):
    out = []
    for fn in (f, g, h, p, q, r, s, t):
        out.append(fn(torch.ones(3 if i in (15, 17) else 2) * i, i % 3).tolist())
        repr(object())
        if i > 20 and hold: hold[-1]()
    print(i, out)
