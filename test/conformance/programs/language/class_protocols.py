"""Metaclasses, descriptors, slots, properties, special methods, and what their misuse says."""
class Meta(type):

    def __new__(m, name, bases, ns, **kw):
        print(
            'new', name, [b.__name__ for b in bases],
            sorted((k for k in ns if not k.startswith('__'))), kw)
        return super().__new__(m, name, bases, ns)

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.registry = (bases[0].registry if bases else []) + [name]

    def __call__(cls, *a, **k):
        print('call', cls.__name__, a, k)
        return super().__call__(*a, **k)

    @classmethod
    def __prepare__(m, name, bases, **kw):
        print('prepare', name, kw)
        return {'injected': 1}

    def __getattr__(cls, name):
        return 'meta-' + name

    def __len__(cls):
        return 42

    def __contains__(cls, x):
        return x == 1

    def __iter__(cls):
        return iter([1, 2])

    def __instancecheck__(cls, o):
        return o == 'magic' or type.__instancecheck__(cls, o)

    def __repr__(cls):
        return f'<{cls.__name__}!>'

class A(metaclass=Meta, flag=True):
    x = 1

    def __init__(self, v=0):
        self.v = v

class B(A):
    pass
print(
    A.injected, B.registry, A.foo, len(A), 1 in A, list(B), isinstance('magic', A),
    isinstance(B(3), A), A, B(1).v)

class Base:

    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag
        print('sub', cls.__name__, tag)

class S1(Base, tag='t'):
    pass

class S2(S1):
    pass
print(S1.tag, S2.tag)

class Desc:

    def __set_name__(self, owner, name):
        self.name = name
        print('set_name', owner.__name__, name)

    def __get__(self, o, t=None):
        if o is None:
            return self
        return o.__dict__.get(self.name, 'default')

    def __set__(self, o, v):
        if v < 0:
            raise ValueError(f'{self.name} < 0')
        o.__dict__[self.name] = v

    def __delete__(self, o):
        print('delete')
        o.__dict__.pop(self.name, None)

class NonData:

    def __get__(self, o, t):
        return ('nondata', o is None, t.__name__)

class Has:
    d = Desc()
    n = NonData()
h = Has()
print(h.d, type(Has.d).__name__)
h.d = 5
print(h.d)
try:
    h.d = -1
except ValueError as e:
    print(e)
del h.d
print(h.d, h.n, Has.n)
h.n = 7
print(h.n)

class Slots:
    __slots__ = ('a', 'b')

    def __init__(self):
        self.a = 1
s = Slots()
print(s.a)
for what in ('b', 'c'):
    try:
        getattr(s, what)
    except AttributeError as e:
        print(e)
try:
    s.c = 1
except AttributeError as e:
    print(e)
try:
    s.__dict__
except AttributeError as e:
    print(e)
s.b = 2
del s.b
try:
    s.b
except AttributeError as e:
    print(e)

class SubSlots(Slots):
    __slots__ = ()

class WithDict(Slots):
    pass
w = WithDict()
w.z = 1
print(w.z, w.__dict__)
try:
    SubSlots().q = 1
except AttributeError as e:
    print(e)
print(Slots.a, type(Slots.a).__name__)

class P:

    def __init__(self):
        self._x = 0

    @property
    def x(self):
        """doc of x"""
        return self._x

    @x.setter
    def x(self, v):
        self._x = v * 2

    @x.deleter
    def x(self):
        print('del x')

    @property
    def ro(self):
        return 1

    @property
    def bad(self):
        return self.missing
p = P()
p.x = 4
print(p.x, P.x.__doc__)
del p.x
for act in ('p.ro = 1', 'del p.ro'):
    try:
        if act[0] == 'p':
            p.ro = 1
        else:
            del p.ro
    except AttributeError as e:
        print(e)
try:
    p.bad
except AttributeError as e:
    print(e)

class Dyn:

    def __getattr__(self, n):
        if n.startswith('dyn_'):
            return n[4:]
        raise AttributeError(n)

    def __setattr__(self, n, v):
        print('set', n, v)
        object.__setattr__(self, n, v)

    def __delattr__(self, n):
        print('del', n)
        object.__delattr__(self, n)

    def __getattribute__(self, n):
        if n == 'secret':
            return 'found'
        return object.__getattribute__(self, n)

    def __dir__(self):
        return ['one', 'two']
q = Dyn()
q.a = 1
print(q.a, q.dyn_foo, q.secret, dir(q))
del q.a
print(hasattr(q, 'nope'), getattr(q, 'nope', 3))
try:
    q.a
except AttributeError as e:
    print('AE', e)

class L:

    def who(self):
        return 'L'

class M1(L):

    def who(self):
        return 'M1' + super().who()

class M2(L):

    def who(self):
        return 'M2' + super().who()

class D(M1, M2):

    def who(self):
        return 'D' + super().who()
print(D().who(), [c.__name__ for c in D.__mro__])
try:

    class Bad(L, M1):
        pass
except TypeError as e:
    print(e)
try:

    class Bad2(1):
        pass
except TypeError as e:
    print(e)
try:

    class Bad3(bool):
        pass
except TypeError as e:
    print(e)
try:

    class Bad4(A, metaclass=type):
        pass
    print(type(Bad4))
except TypeError as e:
    print(e)
try:

    class M3(type):
        pass

    class Bad5(A, metaclass=M3):
        pass
except TypeError as e:
    print(e)
T = type('T', (L,), {'v': 3, 'f': lambda self: self.v})
print(T().f(), T.__name__, T.__module__, T.__qualname__, T().who())

class Cmp:

    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v if isinstance(o, Cmp) else NotImplemented

    def __lt__(self, o):
        return self.v < o.v

    def __le__(self, o):
        return self.v <= o.v

    def __hash__(self):
        return hash(self.v)

    def __repr__(self):
        return f'Cmp({self.v})'

    def __bool__(self):
        return self.v != 0

    def __index__(self):
        return self.v

    def __call__(self, *a):
        return a

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return True

    def __getitem__(self, k):
        return k

    def __contains__(self, k):
        return k == self.v

    def __neg__(self):
        return Cmp(-self.v)

    def __radd__(self, o):
        return Cmp(self.v + o)

    def __iadd__(self, o):
        self.v += o
        return self

    def __matmul__(self, o):
        return 'mm'

    def __format__(self, spec):
        return f'<{spec}>'
c1, c2 = (Cmp(1), Cmp(2))
print(
    c1 == Cmp(1), c1 != c2, c1 < c2, c1 > c2, c1 >= c2, sorted([c2, c1]), {c1: 1}[Cmp(1)],
    bool(Cmp(0)), [10, 20, 30][c1], c1(1, 2), c1[1:2, ...], 1 in c1, -c1, 5 + c1, c1 @ 2,
    f'{c1:abc}', c1 == 1, hex(c2), 'abc'[c1:])
c1 += 10
print(c1)
try:
    c1 + 1
except TypeError as e:
    print(e)
try:
    c1 < 1
except AttributeError as e:
    print(e)

class NoHash:

    def __eq__(self, o):
        return True
try:
    hash(NoHash())
except TypeError as e:
    print(e)
print(L.__dict__.get('__hash__'), NoHash.__hash__)

class Counted:
    n = 0

    def __new__(cls, *a):
        cls.n += 1
        return super().__new__(cls)

    def __init__(self, *a):
        pass
Counted(1)
Counted(2)
print(Counted.n)

class Str(str):

    def __new__(cls, v):
        return super().__new__(cls, v.upper())

    def extra(self):
        return self + '!'
print(Str('abc'), Str('x').extra(), type(Str('a') + 'b').__name__, isinstance(Str('a'), str))

class Lst(list):

    def __getitem__(self, i):
        return ('got', super().__getitem__(i))
l = Lst([1, 2, 3])
print(l[0], l[1:], list(l), len(l), l)

class Dct(dict):

    def __missing__(self, k):
        return k * 2
print(Dct(a=1)['b'], Dct(a=1).get('b'), Dct(a=1))

class It:

    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n
print(list(It(3)), sum(It(4)), 2 in It(3), max(It(5)), [*It(2)], dict(zip(It(2), 'ab')))

class Seq:

    def __getitem__(self, i):
        if i > 3:
            raise IndexError
        return i * i
print(list(Seq()), 4 in Seq(), list(reversed([1, 2])), tuple(Seq()))

class Len:

    def __len__(self):
        return -1
try:
    len(Len())
except ValueError as e:
    print(e)

class Len2:

    def __len__(self):
        return 'a'
try:
    len(Len2())
except TypeError as e:
    print(e)

class BadBool:

    def __bool__(self):
        return 1
try:
    bool(BadBool())
except TypeError as e:
    print(e)

class BadIter:

    def __iter__(self):
        return 1
try:
    iter(BadIter())
except TypeError as e:
    print(e)

class BadStr:

    def __str__(self):
        return 1

    def __repr__(self):
        return None
for f in (str, repr):
    try:
        f(BadStr())
    except TypeError as e:
        print(e)
print(object().__repr__()[:18], type(object()))
