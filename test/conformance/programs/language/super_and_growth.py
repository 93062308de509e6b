"""super() in every kind of function; strings that grow in place; swaps; slices."""
class A:

    def f(self):
        del self
        try:
            super()
        except RuntimeError as e:
            print(e)

    def g(self):
        self = 5
        try:
            super()
        except TypeError as e:
            print(e)

    def h(this):
        return super().__repr__()[:10]

    @classmethod
    def c(cls):
        return super().__init_subclass__()

    @staticmethod
    def s():
        try:
            super()
        except RuntimeError as e:
            print(e)

    def lam(self):
        return (lambda: super(A, self).__class__)()

    def nested(self):

        def inner():
            return super(A, self).__hash__() is not None
        return inner()

    def nested2(self):

        def inner(x):
            try:
                return super().__hash__()
            except TypeError as e:
                return str(e)
        return inner(3)

    def gen(self):
        yield super().__class__

    def cell(self):

        def k():
            return self
        return (super().__class__, k() is self)
A().f()
A().g()
print(A().h())
A.c()
A.s()
print(A().lam(), A().nested(), A().nested2(), next(A().gen()), A().cell())

def plain():
    try:
        super()
    except RuntimeError as e:
        print(e)
plain()

class Early(type):

    def __new__(m, n, b, ns):
        return super().__new__(m, n, b, ns)

class B(metaclass=Early):

    def __init__(self):
        super().__init__()
        print(__class__.__name__)
B()

class P:

    @property
    def v(self):
        return 1

    def __getattr__(self, n):
        return 'dyn ' + n

class Q(P):

    @property
    def v(self):
        return super().v + 1

    def t(self):
        try:
            return super().nothing
        except AttributeError as e:
            return str(e)
print(Q().v, Q().t())
try:
    super(int)
except Exception as e:
    print(e)
print(
    super(Q, Q()).v, super(Q).__self__ if hasattr(super(Q), '__self__') else '',
    repr(super(Q, Q()))[:22])

class M1:

    def __init__(self, **k):
        print('M1', k)
        super().__init__(**k)

class M2:

    def __init__(self, a=0, **k):
        print('M2', a, k)
        super().__init__(**k)

class D(M1, M2):
    pass
D(a=5)
try:
    D(a=1, zz=2)
except TypeError as e:
    print(e)
text = ''
for i in range(2000):
    text += str(i % 10)
print(len(text), text[:12], hash(text) == hash(''.join((str(i % 10) for i in range(2000)))))

def grow(n):
    s = ''
    alias = []
    for i in range(n):
        if i % 5 == 0:
            alias.append(s)
        s += chr(97 + i % 26)
        if i == 7:
            s = s + 'é'
        if i == 9:
            s = s + '日'
        if i == 11:
            s += s
    return (s, alias[1:4])
print(grow(14))

def grow2(s):
    t = s
    s += 'x'
    return (s, t)
print(grow2('ab'))

def grow3():
    d = {}
    k = 'key'
    k += '1'
    d[k] = 1
    k += '2'
    return (d, k)
print(grow3())

def grow4(n):
    l = [1]
    m = l
    l = l + [2]
    l += [3]
    return (l, m)
print(grow4(1))

def grow5():
    s = 'ab'
    try:
        s += 1
    except TypeError as e:
        print(e, s)
    s = s + s
    s += s
    return s
print(grow5())

class S(str):
    pass

def grow6():
    s = S('q')
    s += 'w'
    return (type(s).__name__, s)
print(grow6())

def grow7():
    s = 'x' * 3
    s += (s := 'new')
    return s
print(grow7())

def grow8():
    s = 'a'

    def f():
        nonlocal s
        s += 'b'
        return s
    s += f()
    s += f()
    return s
print(grow8())

def swap3(a, b, c):
    a, b, c = (c, a, b)
    [a, b] = (b, a)
    a, (b, c) = (c, (a, b))
    return (a, b, c)
print(swap3(1, 2, 3))

def swapl(l):
    l[0], l[1], l[2] = (l[2], l[0], l[1])
    l[l[0] % 3], l[0] = (7, 8)
    return l
print(swapl([1, 2, 3]))

def fibp(n):
    a, b = (0, 1)
    while n:
        a, b, n = (b, a + b, n - 1)
    return a
print(fibp(90), fibp(100))

def cellswap():
    a, b = (1, 2)

    def get():
        return (a, b)
    a, b = (b, a)
    return get()
print(cellswap())

def badswap():
    try:
        a, b = (1, 2, 3)
    except ValueError as e:
        print(e)
    try:
        a, b, c = (1, 2)
    except ValueError as e:
        print(e)
    try:
        a, b = (undefined, 1)
    except NameError as e:
        print(e)
    try:
        a
    except UnboundLocalError as e:
        print(e)
badswap()

def slices():
    l = list(range(10))
    s = 'abcdefghij'
    t = tuple(l)
    b = b'abcdef'
    return (
        l[2:5], l[:3], l[7:], l[:], l[-3:], l[:-7], l[5:2], l[100:], l[-100:2], s[2:5], s[:],
        s[-2:], t[1:3], t[:], t[9:20], b[1:3], l[True:3], s[None:2])
print(slices())
try:
    [1][1.5:2]
except TypeError as e:
    print(e)
try:
    'abc'['a':]
except TypeError as e:
    print(e)

class Sl:

    def __getitem__(self, k):
        return k
print(Sl()[1:2], Sl()[:], Sl()[1:2, 3], Sl()[::2])

class Ix:

    def __index__(self):
        return 2
print([1, 2, 3, 4][Ix():], 'abcd'[:Ix()], (1, 2, 3)[Ix():Ix()])
for x in {3, 1, 2}:
    print(x, end=' ')
print(
    [i for i in [3, 1, 2]], 2 in {1, 2}, 5 in [1, 5], 'a' in ('a', 'b'), [] in [[]], 1.0 in {1},
    None in {None, 1})
try:
    [] in {1, 2}
except TypeError as e:
    print(e)
print(*{10, 20, 5}, {1, 2} is {1, 2}, (1, 2) is (1, 2))
