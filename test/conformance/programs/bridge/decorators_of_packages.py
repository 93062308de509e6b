"""Functions and classes of the program that packages of Python wrap, inspect and call."""

import dataclasses
import enum
import functools
import inspect
import typing

import _decorate
import _toolbox


@_decorate.counted
def area(width, height=2, *rest, scale: float = 1.0, **more):
    """Width by height."""
    return width * height * scale + sum(rest) + len(more)


print(area(3), area(3, 4, 1, 1, scale=2.0, extra=None), area.calls, area.__name__, area.__doc__, area.__wrapped__(5))
print(_decorate.signature(area.__wrapped__), _decorate.parameters(lambda a, /, b, *, c=1: None))


class Shape:
    sides = 0

    def __init__(self, size):
        self.size = size

    @_decorate.counted
    def grow(self, by=1):
        self.size += by
        return self

    @property
    @_decorate.counted
    def double(self):
        return self.size * 2

    @staticmethod
    @_decorate.counted
    def unit():
        return 1

    @classmethod
    def make(cls):
        return cls(7)

    def __eq__(self, other):
        return isinstance(other, Shape) and self.size == other.size

    __hash__ = None


s = Shape(1)
print(s.grow().grow(by=3).size, Shape.grow.calls, s.double, Shape.unit(), Shape.make().grow(0).size)
print(_toolbox.call(lambda s: (s.size, s.double, s.sides, s.make().size, s == Shape(5), s.grow().size), s))
print(_decorate.describe(Shape), _decorate.describe(s), _decorate.is_hashable(s), _decorate.is_hashable(area))
register = _decorate.Registry()


@register("first", priority=2)
class First(Shape):
    sides = 3


@register("second")
def second(x):
    return -x


print(register.names(), register.get("first") is First, register.get("second")(4), register.make("first", 9).size)


@dataclasses.dataclass(order=True)
class Item:
    price: float
    name: str = "item"
    tags: list = dataclasses.field(default_factory=list, compare=False)


items = [Item(2.5, "b"), Item(1.5, "c", ["x"]), Item(1.5, "a")]
print(_toolbox.call(sorted, items), _toolbox.call(max, items).name, _toolbox.call(lambda i: i.tags, items[1]))
_toolbox.call(setattr, items[0], "price", 0.5)
print(items[0], _toolbox.call(repr, items[0]), _toolbox.call(lambda i: dataclasses.replace(i, name="z"), items[2]))


class Colour(enum.Enum):
    RED = 1
    BLUE = "b"

    def shout(self):
        return self.name + "!"


print(_toolbox.call(lambda c: (c.name, c.value, c.shout()), Colour.RED), _toolbox.call(lambda: Colour("b")) is Colour.BLUE)
partial = functools.partial(area.__wrapped__, 2, scale=10)
print(_toolbox.call(partial, 3), _decorate.retry(3, partial, 1))


def flaky(state=[0]):
    state[0] += 1
    if state[0] < 3:
        raise OSError(f"try {state[0]}")
    return state[0]


print(_decorate.retry(5, flaky))
try:
    _decorate.retry(1, lambda: [].pop())
except IndexError as error:
    print("gave up:", error)
try:
    _toolbox.call(area)
except TypeError as error:
    print(error)
memo = _decorate.memoize(lambda n: n if n < 2 else memo(n - 1) + memo(n - 2))
print(memo(30), len(memo.known))
print(_toolbox.call(callable, s), _toolbox.call(isinstance, s, Shape), _toolbox.call(hasattr, s, "nothing"), _toolbox.call(getattr, s, "nothing", 5))
