import _toolbox

V = _toolbox.Vector
a, b = V(1, 2, 3), V(10, 20, 30)
print(a + b, a + 1, 1 + a, a @ b, 100 - a, -a, a == V(1, 2, 3), a != b, a < b, a > b)
c = a
c += b
print(c is a, a, len(a), a[0], a[-1], a[1:], 22 in a, 5 in a, bool(V(0, 0)), not V())
a[0] = 7
del a[1]
print(a, list(a), tuple(a), [*a], sum(a), max(a), sorted(a, reverse=True))
print(a(2), a(2, shift=1), a(*[3], **{"shift": 2}), a.total, f"{a:.1f} {a!r} {a}", format(a, "d"), str(a))
print(float(a), round(V(1.26, 2.34), 1), [10, 20, 30, 40][V(1, 1)], hash(V(1)) == hash(V(1)), {V(1): "one"}[V(1)])
x, y = a
print(x, y)
for op in (lambda: a - "text", lambda: a + "text", lambda: a.nope, lambda: a[99], lambda: a < 3, lambda: V(1) * 2,
           lambda: 3 @ a, lambda: len(V), lambda: _toolbox.Base(1)()):
    try:
        print(op())
    except (TypeError, AttributeError, IndexError) as error:
        print(type(error).__name__, error)
print(callable(a), callable(V), callable(_toolbox), callable(_toolbox.Base(1)), type(a), type(V), type(_toolbox).__name__)
print(V.__name__, a.__class__ is V, isinstance(a, V), isinstance(3, V), isinstance(a, (int, V)), isinstance(a, int))
print(a is a, a is b, a is not b, id(a) == id(a), [a, b].index(b), [b, a].count(a), a in [b, a])
match a:
    case _toolbox.Vector():
        print("matched")
print("__len__" in dir(a), "items" in vars(a), a.items is a.items)
