"""Operators of classes of the program: operands of subclasses, of one class, functions and values of classes that change."""
import operator
import torch


class A:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return A(self.v + getattr(o, "v", o))

    def __mul__(self, o):
        return ("A*", self.v)


class B(A):
    def __radd__(self, o):
        return B(o.v * 10 + self.v)

    def __rmul__(self, o):
        return ("rB", self.v)


def reflected():
    t = torch.ones(2)
    x, y = A(1.0), B(2.0)
    for i in range(16):
        t = t * 0.5 + 1
        z = x + y
        t = t + z.v * 0.01
        if i == 9:
            y = A(3.0)
        if i == 12:
            x, y = B(1.0), B(5.0)
        print(i, type(z).__name__, (x * y)[0], t.tolist())


class K:
    scale = 2.0
    table = [1.0, 2.0]

    def f(self, t):
        return t * self.scale + self.table[0]


def class_values():
    k, t = K(), torch.ones(2)
    for i in range(16):
        t = k.f(t) * 0.25
        if i == 7:
            K.scale = 3
        if i == 9:
            K.scale = torch.tensor(1.5)
        if i == 11:
            K.table = (5.0,)
        if i == 12:
            k.scale = 0.5
        if i == 13:
            K.f = lambda self, t: t - 1
        print(i, t.tolist())


def operators():
    t = torch.ones(2)
    ops = [operator.add, operator.mul]
    old = operator.mul
    for i in range(16):
        t = operator.mul(t, 0.5)
        for o in ops:
            t = o(t, 1.25)
        if i == 8:
            operator.mul = lambda a, b: a - b
        if i == 11:
            operator.mul = old
        if i == 12:
            ops = ops[::-1]
        print(i, t.tolist())


class M1:
    def go(self, t):
        return t + 1


class M2(M1):
    def go(self, t):
        return super().go(t) * 2


class M3(M2):
    def go(self, t):
        return super().go(t) - 0.5


def supers():
    m, t = M3(), torch.ones(2)
    for i in range(16):
        t = m.go(t) * 0.25
        if i == 6:
            M1.go = lambda self, t: t + 3
        if i == 9:
            del M2.go
        if i == 12:
            m = M2()
        print(i, t.tolist())


for f in (reflected, class_values, operators, supers):
    print(f.__name__)
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


class P:
    def __init__(self, v):
        self.v = v

    def __radd__(self, o):
        return P(1.0)

    def __lt__(self, o):
        return self.v < o.v

    def __gt__(self, o):
        return "P.gt"


class Q(P):
    pass


def one_class():
    t = torch.ones(2)
    p, q, r = P(1.0), P(2.0), Q(3.0)
    for i in range(12):
        t = t * 0.5 + 1
        try:
            z = p + q
        except TypeError as e:
            z = str(e)
        t = t + (p < q) * 0.25
        print(i, z, p < r, r < p, t.tolist())


one_class()
