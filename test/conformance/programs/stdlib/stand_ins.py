# weakref: proxies have all operators; weak dictionaries and sets; partial objects and methods.
import functools
import pickle
import weakref


class Number:
    def __init__(self, value):
        self.value = value

    def __add__(self, other):
        return ("add", self.value, other)

    def __radd__(self, other):
        return ("radd", self.value, other)

    def __matmul__(self, other):
        return ("matmul", other)

    def __neg__(self):
        return -self.value

    def __index__(self):
        return self.value

    def __bytes__(self):
        return b"bytes"

    def __len__(self):
        return 3

    def __call__(self, x):
        return self.value * x

    def __eq__(self, other):
        return isinstance(other, Number) and other.value == self.value

    def __hash__(self):
        return hash(self.value)


n = Number(5)
p = weakref.proxy(n)
print(p + 1, 1 + p, p @ 2, -p, [0, 1, 2, 3, 4, 5, 6][p], len(p), p(3), p == n, type(p), p is weakref.proxy(n))
p.value = 6
print(n.value, isinstance(p, Number), p.__class__)
known = weakref.WeakValueDictionary(a=n)
keyed = weakref.WeakKeyDictionary({n: 1})
members = weakref.WeakSet([n])
print(known.get("a") is n, keyed[n], n in members, len(members), members | {n} == members, known | {"b": n} == {"a": n, "b": n}, len(known.valuerefs()))
del n
print(len(known), len(keyed), len(members))
try:
    p + 1
except ReferenceError as error:
    print(error)


def shown(*args, **keywords):
    return args, keywords


part = functools.partial(shown, 1, b=2)
part.note = "kept"
again = pickle.loads(pickle.dumps(part))
print(again(3, c=4), again.note, again.args, again.keywords, part.__reduce__()[2][1:])
part.__setstate__((shown, (9,), None, None))
print(part(), hasattr(part, "note"))
for state in (None, (shown, (), {}), (1, (), {}, {}), (shown, None, {}, {})):
    try:
        part.__setstate__(state)
    except TypeError as error:
        print(error)


class Holder:
    both = functools.partialmethod(shown, 1, k=2)
    nested = functools.partialmethod(functools.partialmethod(shown, 1), 2)
    static = functools.partialmethod(staticmethod(shown), 8)
    of_class = functools.partialmethod(classmethod(shown), d=9)


h = Holder()
print(h.both(3)[0][1:], h.both(3)[1], Holder.both(h, 4)[0][1:], h.nested()[0][1:], h.static(), Holder.static(), h.of_class(1)[0][1:], h.both.__name__)
print(repr(Holder.__dict__["both"]).split(" at ")[0])
