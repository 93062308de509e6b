"""Big ints, decorators, comprehension scopes, unpacking, del, global names."""
import functools

def fact(n):
    return 1 if n < 2 else n * fact(n - 1)
print(
    fact(50), fact(100) % 10 ** 9, len(str(fact(300))), str(2 ** 1000)[:20], -2 ** 63, 2 ** 63,
    -2 ** 63 - 1, 2 ** 64 // 3, -2 ** 64 // 3, 2 ** 64 % -7, 2 ** 100 & 2 ** 65 - 1, ~2 ** 70,
    2 ** 70 ^ 1, -2 ** 70 >> 65, (-5) ** 3, 10 ** 18 * 10 ** 18,
    12345678901234567890 * 98765432109876543210, divmod(-10 ** 20, 3),
    int('-123456789012345678901234567890'), float(10 ** 20), 10 ** 20 == 1e+20,
    10 ** 20 + 1 == 1e+20, 2 ** 53 + 1 == float(2 ** 53 + 1), hash(10 ** 20) == hash(1e+20),
    round(10 ** 20 + 5, -1), abs(-10 ** 20), pow(7, 10 ** 5, 10 ** 9 + 7), (10 ** 20).bit_length(),
    bin(2 ** 65), hex(-2 ** 65), f'{10 ** 25:,}', f'{10 ** 25:x}', int(1e+25),
    3 * 10 ** 20 / 10 ** 20, 10 ** 400 // 10 ** 399, -10 ** 20 // 10 ** 19,
    isinstance(2 ** 70, int), (2 ** 70).__class__, 7 .__pow__(50), sum([10 ** 20] * 3),
    max(10 ** 20, 10 ** 19), sorted([10 ** 20, 1, -10 ** 20]), 10 ** 20 in [10 ** 20],
    {10 ** 20: 1}[10 ** 20], [1, 2][2 ** 70 - 2 ** 70])
try:
    10 ** 400 / 3.0
except OverflowError as e:
    print(e)
try:
    [1][2 ** 70]
except IndexError as e:
    print(e)
try:
    range(2 ** 70)[2 ** 69]
    print(len(range(2 ** 70)))
except OverflowError as e:
    print(e)
try:
    'a' * 2 ** 70
except OverflowError as e:
    print(e)
try:
    int('1' * 5000)
except ValueError as e:
    print(e)
try:
    str(10 ** 5000)
except ValueError as e:
    print(e)
i = 2 ** 62
for _ in range(4):
    i += i
    print(i)
i = -2 ** 62
for _ in range(4):
    i *= 2
    print(i)
n = 9223372036854775807
n += 1
print(n)
n -= 1
print(n, n - -1, -n - 2)

def trace(*tags):
    print('make', tags)

    def deco(f):
        print('apply', tags, f.__name__)

        @functools.wraps(f)
        def w(*a, **k):
            return (tags, f(*a, **k))
        return w
    return deco

@trace('a')
@trace('b', 'c')
def decorated(x: int) -> int:
    """doc"""
    return x + 1
print(
    decorated(1), decorated.__name__, decorated.__doc__, decorated.__wrapped__.__name__,
    decorated.__annotations__)

class Deco:

    def __init__(self, f):
        self.f = f
        functools.update_wrapper(self, f)

    def __call__(self, *a):
        return ('deco', self.f(*a))

    def __get__(self, o, t=None):
        return functools.partial(self, o) if o is not None else self

class UsesDeco:

    @Deco
    def m(self, x):
        return x * 2

    @staticmethod
    @trace('s')
    def s(x):
        return x

    @classmethod
    def c(cls):
        return cls.__name__

    @property
    @functools.lru_cache
    def p(self):
        print('once')
        return 5
u = UsesDeco()
print(u.m(4), u.s(3), u.c(), u.p, u.p)

@lambda c: (setattr(c, 'added', 1), c)[1]
class K:
    pass
print(K.added)
buttons = {}

def register(name):

    def d(f):
        buttons[name] = f
        return f
    return d

@register('x')
def fx():
    return 'fx'
print(buttons['x']())
print(
    [(x, y) for x in range(3) for y in range(x) if (x + y) % 2],
    {x: {y for y in range(x)} for x in range(3)}, [[j * i for j in range(3)] for i in range(2)],
    [a for a, *b in [(1, 2, 3), (4,)]], {k: v for k, v in [('a', 1), ('a', 2)]},
    {*'hello'} == set('hello'), [x for x in range(10) if x > 3 if x % 2],
    sum((x * y for x in range(3) for y in range(3))), [x if x else -1 for x in range(3)],
    [lambda: x for x in range(2)][0]())
x = 'outer'
print([x for x in range(3)], x)

def scope():
    l = [i for i in range(3)]
    try:
        return i
    except NameError as e:
        return str(e)
print(scope())

class CB:
    n = 3
    sq = [i * i for i in range(n)]
    d = {k: 1 for k in 'ab'}
print(CB.sq, CB.d, hasattr(CB, 'i'), hasattr(CB, '_'))

def comp_nonlocal():
    total = 0

    def add(v):
        nonlocal total
        total += v
        return total
    return ([add(i) for i in range(4)], total)
print(comp_nonlocal())

def comp_walrus():
    out = [(y := f(x)) for x in range(3) if (z := x) is not None]
    return (out, y, z)

def f(x):
    return x * 10
print(comp_walrus())
a = [1, 2, 3]
del a[0], a[-1]
print(a)
del a
try:
    a
except NameError as e:
    print(e)
d = {'a': 1, 'b': 2}
del d['a']
print(d)

def dele():
    v = 1
    del v
    try:
        print(v)
    except UnboundLocalError as e:
        print(e)
    v = 2
    print(v)
dele()
first, *middle, last = 'abcdef'
print(first, middle, last)
(a, b), [c, *d], e = ((1, 2), 'xyz', {5})
print(a, b, c, d, e)
*a, b = {1: 2, 3: 4}
print(a, b)
a, b, c = (i for i in range(3))
print(a, b, c)
for a, (b, c) in [(1, (2, 3)), (4, '56')]:
    print(a, b, c)
a = b = c = []
a += [1]
print(b, c is a)
x = 5
x += x
x -= 1
x *= 2
x //= 4
x **= 2
x %= 7
x <<= 3
x >>= 1
x |= 1
x &= 15
x ^= 2
print(x)
s = 'ab'
s += 'cd'
s *= 2
print(s)
l = [1]
l += (2,)
l += 'ab'
l *= 2
print(l)
t = (1,)
t += (2,)
print(t)
st = {1}
st |= {2}
st &= {2, 3}
st -= {9}
st ^= {5}
print(st)
dd = {'a': 1}
dd |= {'b': 2}
print(dd, dd | {'a': 3}, {'z': 0} | dd)
glob = 1

def use_global():
    global glob, newglob
    glob += 1
    newglob = 'created'
    del glob
use_global()
print(newglob)
try:
    glob
except NameError as e:
    print(e)

def shadow_builtin():
    len = lambda x: 42
    return len([])
print(shadow_builtin(), len([]))
import builtins

def patched():
    return abs(-3)
old = builtins.abs
builtins.abs = lambda x: 'patched'
print(patched())
builtins.abs = old
print(patched())
abs = lambda x: 'module'
print(patched())
del abs
print(patched())
print(
    globals()['newglob'], 'use_global' in globals(),
    vars()['newglob'] if 'newglob' in vars() else '',
    sorted((k for k in dir() if k.startswith('use'))), locals() is globals())
globals()['dyn'] = 7
print(dyn)
print(__name__, __doc__, type(__builtins__).__name__)
if (m := 5) > 3 and (k := (m * 2)):
    print(m, k)
while (m := (m - 1)) > 2:
    print(m)
print((lambda: (q := 3) + q)())
print([(w := 1), w + 1], ((v := 1), 2), v)
try:
    for i in range(3):
        if i == 1:
            raise StopIteration
except StopIteration:
    print('i is', i)
for i in []:
    pass
else:
    print('else', i)
for i in range(3):
    for j in range(3):
        if j == 1:
            break
    else:
        continue
    break
print(i, j)
print(*[1, *[2, 3]], *(), **{}, sep=' ')
print({**{}, 'a': 1}, [*[], *()], (*'ab',), {*()})

def defaults(a, b=[], *, c={}):
    b.append(a)
    c[a] = len(b)
    return (b, c)
print(defaults(1), defaults(2), defaults(3, []))

def attrs():
    attrs.count = getattr(attrs, 'count', 0) + 1
    return attrs.count
attrs()
print(attrs(), attrs.__dict__)
print(
    attrs.__qualname__, UsesDeco.c.__qualname__, (lambda: 0).__qualname__, fact.__module__,
    UsesDeco.__qualname__)

def outer_():

    class In:

        def m(self):
            pass
    return In
print(outer_().__qualname__, outer_().m.__qualname__)
print(
    isinstance(print, type(len)), callable(fact), callable(1), type(fact).__name__,
    type(u.m).__name__, type(UsesDeco.c).__name__, type(u.c).__name__)
