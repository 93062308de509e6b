# Attributes that are made when they are asked for: properties, descriptors, own lookups, on both sides.

import numpy as np

import _frames

made = []


def make(name):
    made.append(name)
    if name == "bad":
        raise AttributeError("bad is not made")
    return {"name": name, "index": len(made)}


lazy = _frames.Lazy(make)
print(lazy.one, lazy.two, lazy.one is lazy.one, made)
print(hasattr(lazy, "bad"), hasattr(lazy, "_hidden"), getattr(lazy, "bad", "default"), getattr(lazy, "three")["name"], made)
table = _frames.Table(a=[1, 2])
table.b = [3, 4]
print(table.b, table["b"], hasattr(table, "c"), getattr(table, "c", None), table.shape, _frames.Table.shape.fget(table))
try:
    table.c
except AttributeError as error:
    print(error)
try:
    table.a.mean = 3
except AttributeError as error:
    print(type(error).__name__)


class Record:
    x = _frames.Field()
    y = _frames.Field()

    def __init__(self, x):
        self.x = x

    @property
    def both(self):
        return self.x, self.y

    def __getattr__(self, name):
        if name.startswith("get_"):
            return lambda: (name[4:], getattr(self, name[4:]))
        raise AttributeError(f"Record has no {name}")

    def __setattr__(self, name, value):
        made.append(name)
        object.__setattr__(self, name, value)


r = Record(3)
print(r.x, r.y, r.both, Record.x.name, r.get_x(), made[-1], vars(r))
r.y = "ab"
print(r.both, hasattr(r, "z"), _frames.Lazy(lambda name: getattr(r, name)).get_y())
try:
    r.z
except AttributeError as error:
    print(error)


class View:
    """A view of a column that is asked for its items by the package."""

    def __init__(self, column):
        self._column = column

    def __getattr__(self, name):
        return getattr(self._column, name)

    def __len__(self):
        return len(self._column)

    def __getitem__(self, i):
        return self._column[i] * 10


view = View(table.a)
print(view.name, len(view), view[1], view.mean, view.values.tolist(), list(_frames.drain(view)))
print(_frames.Table.named("n", q=[1]).q, sorted(_frames.Table.registry), _frames.Table.empty().shape, table.named("m", w=[2]).w)
for name in ("a", "b"):
    setattr(table, name, getattr(table, name).apply(lambda v: v + 1))
print(table.a, table.b, [getattr(np.float64(2.5), name) for name in ("real", "imag", "is_integer")][:2])
method = table.a.apply
print(method(str), method.__name__, method.__self__ is table.a, callable(table.pipe), callable(table))
print(type(table).__name__, table.__class__ is _frames.Table, type(table.a).__mro__[0] is _frames.Column, table.__doc__)
del lazy.one
print(lazy.one["index"] != 1)
