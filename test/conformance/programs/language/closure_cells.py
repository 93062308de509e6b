"""What closures share: cells that are rebound, unbound, made anew; class and comprehension scopes."""
def counter():
    n = 0

    def inc(by=1):
        nonlocal n
        n += by
        return n

    def get():
        return n

    def reset():
        nonlocal n
        del n
    return (inc, get, reset)
inc, get, reset = counter()
print(inc(), inc(5), get())
reset()
try:
    get()
except NameError as e:
    print(type(e).__name__, e)
try:
    inc()
except NameError as e:
    print(type(e).__name__, e)
print(inc.__closure__[0].cell_contents if False else len(inc.__closure__), inc.__code__.co_freevars)
fs = [lambda x=i: (x, i) for i in range(3)]
print([f() for f in fs])

def outer():
    x = 'outer'

    def middle():

        def inner():
            nonlocal x
            x = x + '!'
            return x
        return inner
    m = middle()
    return (m(), m(), x)
print(outer())

def shadow(x):

    def f():
        x = 5
        return x
    return (f(), x)
print(shadow(1))

def late():

    def f():
        return g()

    def g():
        return 'late g'
    return f()
print(late())

def unbound():

    def f():
        return value
    try:
        f()
    except NameError as e:
        print(e)
    value = 3
    print(f())
    del value
    try:
        f()
    except NameError as e:
        print(e)
    try:
        value
    except UnboundLocalError as e:
        print(e)
unbound()

class Scope:
    x = 1
    y = [x for _ in range(2)] if False else None

    def f(self):
        return x if False else self.x
    z = x + 1
    g = lambda self: self.z
print(Scope.z, Scope().g())
x = 'global'

class Names:
    x = 'class'
    l = [x for _ in range(1)]
    first = [n for n in x]

    def m():
        return x
print(Names.l, Names.first[:2], Names.m())

def make():

    class K:
        v = x

        def f(self):
            return (__class__, x)
    return K
k = make()()
print(k.v, k.f()[0].__name__, k.f()[1])

def g1():
    global created
    created = 1

    def h():
        global created
        created += 1
    h()
g1()
print(created)

def rec(n):

    def fact(k):
        return 1 if k == 0 else k * fact(k - 1)
    return fact(n)
print(rec(20))

def loop():
    out = []
    for i in range(3):

        def f():
            return i
        out.append(f)
    i = 10
    return [f() for f in out]
print(loop())

def comp():
    y = 3
    return (
        [(lambda: (a, y))() for a in range(3)], {k: (lambda: k)() for k in 'ab'},
        list(((lambda: z)() for z in range(2))))
print(comp())

def wal():
    if (n := 10) > 5:
        pass
    r = [(m := i) for i in range(4)]
    return (n, m, r)
print(wal())
print([(y := 1), y ** 2], y)

def deco(f):

    def w(*a, **k):
        w.calls += 1
        return f(*a, **k)
    w.calls = 0
    return w

@deco
def hello(n):
    return n if n == 0 else hello(n - 1)
print(hello(3), hello.calls)

def gen_closure():
    fs = []
    for i in range(3):

        def g(j=i):
            yield (i, j)
        fs.append(g)
    return [next(f()) for f in fs]
print(gen_closure())

def cell_param(a, *args, k=1, **kw):

    def f():
        return (a, args, k, kw)
    a = 99
    kw = dict(kw, z=1)
    return f()
print(cell_param(1, 2, 3, k=4, m=5))

def except_cell():
    try:
        1 / 0
    except ZeroDivisionError as e:
        f = lambda: e
    try:
        f()
    except NameError as x:
        print(x)
except_cell()
print((lambda: (yield))().__class__.__name__)

def nested_defaults():
    a = []

    def f(b=a):
        b.append(1)
        return b
    f()
    f()
    return a
print(nested_defaults())

def star_cells():
    first, *rest = range(4)

    def f():
        return (first, rest)
    return f()
print(star_cells())


def in_order_of_names():
    n, t, a = 1, 2, 3

    def reads():
        return t + n * a

    def writes():
        nonlocal t
        t = t * 10 + n

    def passes_on():
        def inner():
            return t, a, n
        return inner

    for function in (reads, writes, passes_on, passes_on()):
        print(function.__code__.co_freevars, [cell.cell_contents for cell in function.__closure__])
    writes.__closure__[0].cell_contents = 7
    writes()
    print(reads(), passes_on()())


in_order_of_names()


class Holder:
    def method(self):
        last = 1
        return lambda: (last, self, super().__init__, __class__)


print(Holder().method().__code__.co_freevars)
