"""Objects of packages that are nothing but a text, bytes or a number: they cross by value (PackageClasses.def)."""
import sys

from . import numbers as n
from .codec import WRITERS, read, reads, write

places = {}  # of the classes that have been met, among PACKAGE_CLASSES
classes = [None] * len(n.PACKAGE_CLASSES)


def meet(cls):
    """Whether it is one of these."""
    names = cls.__module__, cls.__qualname__
    if cls in places or names not in n.PACKAGE_CLASSES or getattr(sys.modules.get(names[0]), names[1], None) is not cls:
        return cls in places
    place = n.PACKAGE_CLASSES.index(names)
    base = next(base for base in cls.__mro__ if base.__module__ == "builtins")
    head = n.PACKAGE + bytes([place])

    def write_value(out, value):
        out.extend(head)
        write(out, base(value))
    classes[place], places[cls] = cls, place
    WRITERS[cls] = write_value
    return True


@reads(n.PACKAGE)
def _read_value(source):
    place, plain = source.byte(), read(source)

    def make():
        module, name = n.PACKAGE_CLASSES[place]
        __import__(module)
        meet(getattr(sys.modules[module], name))
        return classes[place](plain)
    return source.attempt(make)
