# What format() shows of instances of subclasses of str, int and float, with and without a specification.
import enum
import types


class Word(str):
    def __str__(self):
        return "shown"


class Whole(int):
    def __str__(self):
        return "whole"


class Real(float):
    def __str__(self):
        return "real"


class Level(enum.StrEnum):
    def __str__(self):
        return self.name.title()
    LOW = enum.auto()


for value in (Word("x"), Whole(3), Real(2.5), Level.LOW):
    print(f"{value}", format(value), "{}".format(value), "%s" % value, f"{value:>6}", f"{value!s:>6}")


class Shown:
    def __init__(self):
        self._width = 3

    @types.DynamicClassAttribute
    def width(self):
        """How wide."""
        return self._width

    @width.setter
    def width(self, value):
        self._width = value


shown = Shown()
shown.width = 5
print(shown.width, Shown.__dict__["width"].__doc__)
try:
    Shown.width
except AttributeError as error:
    print(repr(error))
space = types.SimpleNamespace(a=1)
space.self = space
print(space, types.MappingProxyType({1: 2}) | {3: 4}, bytes.__bytes__(b"x"))
