# Operators, containers and calls through special methods, with reflection and NotImplemented.
import functools


@functools.total_ordering
class Vector:
    def __init__(self, *items):
        self.items = list(items)

    def __add__(self, other):
        if not isinstance(other, Vector):
            return NotImplemented
        return Vector(*[a + b for a, b in zip(self.items, other.items)])

    def __mul__(self, factor):
        return Vector(*[a * factor for a in self.items])

    __rmul__ = __mul__

    def __iadd__(self, other):
        self.items.extend(other.items)
        return self

    def __neg__(self):
        return self * -1

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __len__(self):
        return len(self.items)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __call__(self, function):
        return Vector(*map(function, self.items))

    def __eq__(self, other):
        return self.items == other.items

    def __lt__(self, other):
        return self.items < other.items

    def __hash__(self):
        return hash(tuple(self.items))

    def __bool__(self):
        return any(self.items)

    def __repr__(self):
        return f"Vector{tuple(self.items)}"

    def __format__(self, spec):
        return "|".join(format(item, spec) for item in self.items)


v, w = Vector(1, 2), Vector(3, 4)
print(v + w, v * 2, 3 * v, -v)
v += w
print(v, v[1], v[1:3], len(v), 4 in v, 9 in v)
v[0] = 10
del v[1]
print(list(v), v(lambda x: x + 1), bool(Vector(0, 0)), not w)
print(v == Vector(10, 3, 4), v != w, v < w, v >= w, len({w, Vector(3, 4)}))
print(f"{w:03d}", "%s %r" % (w, w))
try:
    v + 1
except TypeError as error:
    print(error)
try:
    v @ w
except TypeError as error:
    print(error)


class Missing:
    def __getattr__(self, name):
        if name.startswith("x"):
            return name * 2
        raise AttributeError(f"no {name}")

    def __setattr__(self, name, value):
        super().__setattr__("set_" + name, value)


m = Missing()
m.a = 1
print(m.xy, m.set_a, hasattr(m, "y"))
