"""Arguments of every kind of parameter, and what calls say when they do not fit."""
def show(fn, /, *args, **kw):
    try:
        print(fn(*args, **kw))
    except TypeError as e:
        print('TypeError:', e)

def pos_only(a, b=2, /):
    return (a, b)

def mixed(a, /, b, *, c, d=4):
    return (a, b, c, d)

def kwonly(*, x, y=1):
    return (x, y)

def varargs(*args, **kwargs):
    return (args, sorted(kwargs.items()))

def all_kinds(a, b=1, /, c=2, *rest, d, e=5, **kw):
    return (a, b, c, rest, d, e, kw)

def one(a):
    return a

def none():
    return 'none'

def many(a, b, c, d):
    return a

def defaults(a=1, b=2, c=3):
    return (a, b, c)
show(pos_only)
show(pos_only, 1)
show(pos_only, 1, 2, 3)
show(pos_only, a=1)
show(pos_only, 1, b=3)
show(mixed, 1, 2, c=3)
show(mixed, 1, b=2, c=3, d=5)
show(mixed, a=1, b=2, c=3)
show(mixed, 1)
show(mixed, 1, 2)
show(mixed, 1, 2, 3)
show(mixed, 1, 2, c=1, b=2)
show(kwonly)
show(kwonly, 1)
show(kwonly, y=2)
show(kwonly, x=1, z=2)
show(kwonly, x=1, z=2, w=3)
show(varargs, 1, 2, a=3, b=4)
show(varargs, *[1, 2], **{'x': 1}, y=2)
show(all_kinds, 1, d=4)
show(all_kinds, 1, 2, 3, 4, 5, d=6, f=7)
show(all_kinds, 1, 2, a=3, b=4, d=5)
show(all_kinds, 1, c=5, d=1)
show(all_kinds)
show(all_kinds, d=1)
show(one)
show(one, 1, 2)
show(one, 1, a=2)
show(one, b=2)
show(none, 1)
show(none, x=1)
show(many)
show(many, 1)
show(many, 1, 2)
show(many, 1, 2, 3)
show(many, 1, 2, 3, 4, 5)
show(many, 1, 2, 3, 4, 5, 6)
show(defaults, 1, 2, 3, 4)
show(defaults, d=1)
show(defaults, 1, a=1)
show(lambda x, y: x, 1)
show(lambda *, k: k)

class C:

    def m(self, a):
        return a

    @classmethod
    def c(cls, a):
        return a

    @staticmethod
    def s(a):
        return a

    def __call__(self, x, y):
        return x

    def __init__(self, q=1):
        self.q = q
o = C()
show(o.m)
show(o.m, 1, 2)
show(C.m)
show(C.m, o)
show(o.c)
show(C.c, 1, 2)
show(C.s)
show(o.s, 1, 2)
show(o, 1)
show(C, 1, 2)
show(C, z=1)

class D:
    pass
show(D, 1)
show(D, x=1)

class E:

    def __new__(cls, a):
        return object.__new__(cls)
show(E)
show(E, 1, 2)

def dup(**kw):
    return kw
try:
    dup(**{'a': 1}, **{'a': 2})
except TypeError as e:
    print(e)
try:
    dup(a=1, **{'a': 2})
except TypeError as e:
    print(e)
try:
    dup(**{1: 2})
except TypeError as e:
    print(e)
try:
    dup(**[1])
except TypeError as e:
    print(e)
try:
    dup(*5)
except TypeError as e:
    print(e)
try:
    dup(*1, 2)
except TypeError as e:
    print(e)
try:
    print(*5)
except TypeError as e:
    print(e)
try:
    len()
except TypeError as e:
    print(e)
try:
    len(1, 2)
except TypeError as e:
    print(e)
try:
    len(x=1)
except TypeError as e:
    print(e)
try:
    int('3', bas=3)
except TypeError as e:
    print(e)
try:
    'a'.join(1, 2)
except TypeError as e:
    print(e)
try:
    [].append()
except TypeError as e:
    print(e)
try:
    {}.get()
except TypeError as e:
    print(e)
try:
    range()
except TypeError as e:
    print(e)
try:
    isinstance(1)
except TypeError as e:
    print(e)
try:
    sorted()
except TypeError as e:
    print(e)
try:
    sum()
except TypeError as e:
    print(e)
try:
    max()
except TypeError as e:
    print(e)
try:
    max([])
except ValueError as e:
    print(e)
print(
    all_kinds.__defaults__, all_kinds.__kwdefaults__,
    all_kinds.__code__.co_argcount if hasattr(all_kinds, '__code__') else '')

def annotated(a: int, b: 'str'='x', *c: float, d: list=None, **e: dict) -> None:
    pass
print(annotated.__annotations__)
