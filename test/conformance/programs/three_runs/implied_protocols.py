"""What Python derives from another special method: `!=` from `__eq__`, truth from `__len__`, iteration and `in` from `__getitem__`,
texts from `__repr__`, updates from the plain operator. The objects' state changes after the profile."""
import torch


class Number:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return self.v == other.v if isinstance(other, Number) else NotImplemented

    def __lt__(self, other):
        return self.v < other.v

    def __repr__(self):
        return f"N{self.v}"

    def __sub__(self, other):
        return Number(self.v - other.v)

    def __index__(self):
        return self.v

    def __neg__(self):
        return Number(-self.v)


class Keyed(Number):
    def __hash__(self):
        return 7


class Row:
    def __init__(self, items):
        self.kept = items

    def __len__(self):
        return len(self.kept)

    def __getitem__(self, i):
        return self.kept[i]


class Table(dict):
    def __missing__(self, key):
        return self.get("default", -1)


class Both(Number):
    def __ne__(self, other):
        return NotImplemented


a, b, c = Number(1), Number(2), Number(1)
k = Keyed(3)
row = Row([1, 2, 3])
table = Table(x=1)
held = {Keyed(1): 10, Keyed(2): 20}
both, alike = Both(1), Both(1)


def equality(x):
    return x + 100 * (a != b) + 10 * (a != c) + (b != 3) + 1000 * (not a == b) + 2000 * (k != a) + 4000 * (both != alike)


def places(x):
    found = [b, k].index(c) if c in [b, k] else -1
    return x + found + 10 * [a, b, c].count(a) + 100 * (c in (b, k)) + 1000 * ((a, 1) != (c, 1))


def sequences(x):
    total = sum(row) if row else -5
    return x + total + 10 * (3 in row) + 100 * [*reversed(row)][0] if len(row) else x - total


def orders(x):
    least = min(a, b, c)
    return x + 1 * (least is a) + 2 * (least is c) + 4 * (a > b) + 8 * (sorted([a, b, k])[0] is a)


def updates(x):
    n = a
    n -= b
    return x + n.v + (-n).v * 10 + [5, 6, 7, 8, 9][k]


def texts(x):
    return x + len(f"{a}{b!r:>4}") + len(str([a, b])) * 10


def keys(x):
    return x + table["x"] + table["y"] * 10 + 100 * held.get(Keyed(1), 5) + (Keyed(2) in held)


for i in range(36):
    x = torch.zeros(1)
    if i == 20:
        b.v, c.v, k.v = 1, 7, 1
    if i == 24:
        a.v = 7
        row.kept = []
        table["default"] = 4
    if i == 28:
        row.kept = [5, 3]
        table["y"] = 2
        both.v = 9
    if i == 32:
        Number.__ne__ = lambda self, other: False
        held[Keyed(4)] = 1
    try:
        print(i, [f(x).item() for f in (equality, places, sequences, orders, updates, texts, keys)])
    except Exception as error:
        print(i, type(error).__name__, error)
