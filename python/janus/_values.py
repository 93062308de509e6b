"""Immutable values, and what is copied as they are, of classes that both sides have: what makes each on the other side.
Of exactly these classes: an instance of a subclass stays where it is."""
import collections
import datetime
import decimal
import fractions
import pathlib
import sys

from janus import _native

_REDUCED = {datetime.timedelta, datetime.timezone, decimal.Decimal, fractions.Fraction, pathlib.PosixPath, pathlib.PurePosixPath}
_DAY, _TIME = ("year", "month", "day"), ("hour", "minute", "second", "microsecond", "tzinfo")
_ATTRIBUTES = {complex: ("real", "imag"), slice: ("start", "stop", "step"), range: ("start", "stop", "step"),
               datetime.date: _DAY, datetime.time: _TIME, datetime.datetime: _DAY + _TIME}
_FOLDED = {datetime.time, datetime.datetime}
_PARTS = {
    **{cls: lambda value: value.__reduce_ex__(2)[1] for cls in _REDUCED},
    **{cls: lambda value, names=names: [getattr(value, name) for name in names] for cls, names in _ATTRIBUTES.items()},
    bytearray: lambda value: [bytes(value)],
    collections.OrderedDict: lambda value: [list(value.items())],
}
_PLACES = {cls: (cls.__module__, cls.__qualname__) for cls in _PARTS}
_CLASSES = {place: cls for cls, place in _PLACES.items()}
_TORCH = {"Size": lambda value: [list(value)], "device": lambda value: [str(value)]}
_OF_TORCH = {"Size": lambda torch, items: torch.Size(items), "device": lambda torch, value: torch.device(str(value)),
             "dtype": lambda torch, value: getattr(torch, str(value)[6:])}


def parts_of(value):
    """Module and name of the class, arguments and keywords that make the value; None when it is none of these."""
    cls = type(value)
    if cls in _PARTS:
        return (*_PLACES[cls], _PARTS[cls](value), {"fold": value.fold} if cls in _FOLDED else None)
    if cls.__module__ == "torch" and cls.__name__ in _TORCH and cls is getattr(sys.modules.get("torch"), cls.__name__, None):
        return "torch", cls.__name__, _TORCH[cls.__name__](value), None
    return None


def maker(module, name, attribute):
    """What makes such a value of a compiled one, of a dict or tuple of its content; None for other classes."""
    cls = _CLASSES.get((module, name))
    if cls is not None and issubclass(cls, dict):
        return cls
    if cls is bytearray:
        return lambda value: cls(_native.call(_native.attribute(_native.import_module("builtins"), "bytes"), (value,), None))
    if cls in _ATTRIBUTES:
        named = ("fold",) if cls in _FOLDED else ()
        return lambda value: cls(*[attribute(value, part) for part in _ATTRIBUTES[cls]], **{part: attribute(value, part) for part in named})
    if cls is not None:
        return lambda value: cls(*attribute(value, "__reduce_ex__")(2)[1])
    if module == "torch.return_types":
        return lambda items: getattr(sys.modules["torch"].return_types, name)(items) if "torch" in sys.modules else items
    if module == "torch" and name in _OF_TORCH:
        return lambda value: _OF_TORCH[name](sys.modules["torch"], value) if "torch" in sys.modules else value
    return None
