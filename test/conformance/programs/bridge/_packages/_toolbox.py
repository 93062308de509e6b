"""A package that nobody has compiled."""


class Base:
    """Subclasses say what an item is."""
    registry = []

    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        Base.registry.append(cls.__name__)

    def __init__(self, count):
        self.count = count

    def run(self):
        return [self.item(i) for i in range(self.count)]

    def item(self, i):
        raise NotImplementedError(f"item {i}")

    def __len__(self):
        return self.count

    @property
    def twice(self):
        return self.count * 2

    def describe(self):
        return f"{type(self).__name__} of {self.count}"


class ToolError(ValueError):
    def __init__(self, message, code=0):
        super().__init__(message)
        self.code = code

    def __str__(self):
        return f"{self.args[0]} [{self.code}]"


class Resource:
    def __init__(self, name, swallow=None):
        self.name = name
        self.swallow = swallow

    def __enter__(self):
        print("open", self.name)
        return self

    def __exit__(self, kind, value, traceback):
        print("close", self.name, kind and kind.__name__, value)
        return kind is self.swallow and kind is not None


class Vector:
    """Operators both ways, containers, conversions."""

    def __init__(self, *items):
        self.items = list(items)

    def __repr__(self):
        return f"Vector{tuple(self.items)}"

    def __eq__(self, other):
        return isinstance(other, Vector) and self.items == other.items

    def __hash__(self):
        return hash(tuple(self.items))

    def __add__(self, other):
        if not isinstance(other, (Vector, int)):
            return NotImplemented
        more = other.items if isinstance(other, Vector) else [other] * len(self.items)
        return Vector(*(a + b for a, b in zip(self.items, more)))

    __radd__ = __add__

    def __iadd__(self, other):
        self.items = (self + other).items
        return self

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self.items, other.items))

    def __rsub__(self, other):
        return Vector(*(other - a for a in self.items))

    def __neg__(self):
        return Vector(*(-a for a in self.items))

    def __lt__(self, other):
        return self.items < other.items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, at):
        return self.items[at]

    def __setitem__(self, at, value):
        self.items[at] = value

    def __delitem__(self, at):
        del self.items[at]

    def __contains__(self, value):
        return value in self.items

    def __bool__(self):
        return any(self.items)

    def __call__(self, scale, *, shift=0):
        return Vector(*(a * scale + shift for a in self.items))

    def __format__(self, spec):
        return "<" + ", ".join(format(a, spec) for a in self.items) + ">"

    def __float__(self):
        return float(sum(self.items))

    def __index__(self):
        return len(self.items)

    def __round__(self, digits=None):
        return Vector(*(round(a, digits) for a in self.items))

    def __getattr__(self, name):
        if name == "total":
            return sum(self.items)
        raise AttributeError(f"no {name} here")


def call(function, *args, **keywords):
    return function(*args, **keywords)


def call_catching(function):
    try:
        return function()
    except ToolError as error:
        return f"caught {type(error).__name__}: {error}"
    except KeyError as error:
        raise ToolError("wrapped", 3) from error


def fail(code):
    raise ToolError("failed", code)


def consume(iterable, limit):
    taken = []
    for item in iterable:
        taken.append(item)
        if len(taken) == limit:
            break
    return taken


def counter(count):
    received = 0
    for i in range(count):
        received = (yield i + (received or 0))
    return "finished"


def change(items, table, names):
    items.append("tool")
    table["tool"] = items
    names.add("tool")
    return items, table


class Keeper:
    """Keeps what it is given."""

    def __init__(self):
        self.kept = []

    def keep(self, thing):
        self.kept.append(thing)
        return thing

    def last(self):
        return self.kept[-1]

    def push(self, value):
        for thing in self.kept:
            thing.append(value)

    def drop(self):
        self.kept.clear()


class Registry:
    def __init__(self):
        self.handlers = {}

    def on(self, name):
        def register(function):
            self.handlers[name] = function
            return function
        return register

    def fire(self, name, *args, **keywords):
        return self.handlers[name](*args, **keywords)


def look_at(thing):
    """What Python sees of an object of compiled code."""
    seen = [type(thing).__name__, repr(thing), str(thing)]
    for name in ("__len__", "__iter__", "__call__", "__enter__", "__hash__", "__lt__", "__index__"):
        if getattr(type(thing), name, None) is not None:
            seen.append(name)
    return seen


def use_everything(thing, other):
    return [len(thing), list(thing), thing[0], 1 in thing, thing + other, other + thing, thing == other, thing < other,
            -thing, bool(thing), thing(3, by=2), f"{thing:>5}", hash(thing) == hash(thing), {thing: 1}[thing], abs(thing),
            int(thing), float(thing), divmod(thing, 4), round(thing), list(reversed(thing))]


def set_attributes(thing, **values):
    for name, value in values.items():
        setattr(thing, name, value)
    return [getattr(thing, name) for name in values], sorted(name for name in dir(thing) if not name.startswith("_"))


def with_it(manager, error=None):
    with manager as value:
        if error is not None:
            raise error
        return value


class Meta(type):
    def __new__(mcs, name, bases, namespace, tag="none"):
        cls = super().__new__(mcs, name, bases, dict(namespace))
        cls.tag = tag
        return cls

    def __init__(cls, name, bases, namespace, tag="none"):
        super().__init__(name, bases, namespace)

    def __len__(cls):
        return len(cls.tag)


import abc
import collections
import dataclasses
import enum


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        ...

    def double(self):
        return 2 * self.area()


class Color(enum.Enum):
    RED = 1
    GREEN = 2


Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Item:
    name: str
    price: float = 1.5
    tags: list = dataclasses.field(default_factory=list)
