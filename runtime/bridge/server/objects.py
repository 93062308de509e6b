"""Objects of one side that the other holds: by number."""
import sys
import weakref
from types import BuiltinFunctionType, FunctionType, ModuleType

from . import numbers as n
from .codec import SIZED

is_source = None  # of source.py

NOTHING = bytes(4)  # a list without items

# ---- of Python
_exports = {}
_numbers = {}
_last = 0


def export(value):
    """The number of an object, and whether it is new."""
    global _last
    number = _numbers.get(id(value))
    if number is not None:
        return number, False
    _last += 1
    _exports[_last] = value
    _numbers[id(value)] = _last
    return _last, True


IMMUTABLE = 1 << 8  # of type.__flags__
SOURCE_TYPES = set()  # of source.py: is_source() tells their objects apart
_flags = {}  # of classes that nobody can change: what they say of all their objects, and what tells whether one is quiet


def flags_of(value):
    known = _flags.get(type(value)) or _look_at_class(type(value), value)
    return known[0] if known[1] is None else known[0] + 32 * known[1](value)


def _look_at_class(cls, value):
    is_data = hasattr(cls, "__set__") or hasattr(cls, "__delete__")
    flags = callable(value) + 2 * hasattr(cls, "__get__") + 4 * is_source(value) + 8 * is_data
    flags += 16 * hasattr(cls, "__index__") + 64 * _is_array_class(cls) + 128 * (cls is ModuleType)
    known = (flags, is_quiet)
    if cls.__flags__ & IMMUTABLE and cls not in SOURCE_TYPES:
        is_quiet(value)
        quiet = _quiet[cls]
        known = _flags[cls] = (flags + 32 * quiet, None) if quiet.__class__ is bool else (flags, quiet)
    return known


# ---- whose end does nothing that anybody could notice: compiled code may be late in telling it
HAVE_GC = 1 << 14  # of type.__flags__: objects hold others


def _is_named(value):
    """Its module has it, too."""
    found = sys.modules.get(value.__module__) if type(value.__module__) is str else None
    for part in value.__qualname__.split("."):
        found = getattr(found, "__dict__", {}).get(part)
    return found is value


def _is_imported(module):
    return sys.modules.get(module.__name__) is module


def _is_of_module(function):
    return function.__self__ is None or isinstance(function.__self__, ModuleType)


def _is_array_class(cls):
    return cls.__module__ == "numpy" and cls.__qualname__ in ("ndarray", "memmap")


def _is_plain_array(array):
    if weakref.getweakrefcount(array) or array.dtype.hasobject:
        return False
    return array.base is None or type(array.base) is type(array) and _is_plain_array(array.base)


_quiet = {FunctionType: _is_named, BuiltinFunctionType: _is_of_module, ModuleType: _is_imported}


def _quietness(cls):
    """Of all objects of a class, or what tells it of one."""
    if issubclass(cls, type):
        return _is_named
    if _is_array_class(cls):
        return _is_plain_array
    # Numbers and the like.
    return not (cls.__flags__ & HAVE_GC or cls.__weakrefoffset__ or cls.__hash__ is None or hasattr(cls, "__del__"))


def is_quiet(value):
    quiet = _quiet.get(type(value))
    if quiet is None:
        quiet = _quiet[type(value)] = _quietness(type(value))
    return quiet if quiet.__class__ is bool else quiet(value)


def write_handle(out, value):
    out.extend(SIZED.pack(n.MINE, export(value)[0]))
    out.append(flags_of(value))


def exported(number):
    return _exports[number]


def replace(number, value):
    _numbers.pop(id(_exports[number]), None)
    _exports[number] = value
    _numbers[id(value)] = number


# ---- of compiled code: what stands for them here, held weakly, and how to make it again. Dropping
# is told with the next frame; until then the number is good, and what it stands for can come back.
_live = {}
_makers = {}
_dead = []
_passing = []  # numbers that were written and stand for nothing here


class _Link(weakref.ref):
    __slots__ = ("number",)


def adopt(number, value, make):
    link = _live[number] = _Link(value, _forget)
    link.number = number
    _makers[number] = make
    return value


_noticed = set()  # numbers of what does something when it ends, that somebody could notice
may_ask = tell_released = None  # of serve.py


def _forget(link):
    if _live.get(link.number) is not link:
        return
    _dead.append(link.number)
    if link.number in _noticed and may_ask():
        tell_released()


def notice_end(number):
    _noticed.add(number)


def known(number):
    """What stands for a number that compiled code thinks we have."""
    value = _live[number]()
    return adopt(number, _makers[number](), _makers[number]) if value is None else value


def is_live(number, value):
    link = _live.get(number)
    return link is not None and link() is value


def live(number):
    link = _live.get(number)
    return link and link()


def is_known(number):
    return number in _live


def write_yours(out, number):
    out.extend(SIZED.pack(n.YOURS, number))


def unchanged():
    return not _dead and not _passing


def write_passing(out, number):
    """An object of compiled code that is known here in another way than by what stands for it."""
    if number not in _live:
        _passing.append(number)
    write_yours(out, number)


def write_released(out):
    if unchanged():
        out.extend(NOTHING)
        return
    # What was made again may have died again.
    dropped = [number for number in dict.fromkeys(_dead) if number in _live and _live[number]() is None]
    for number in dropped:
        del _live[number], _makers[number]
        _noticed.discard(number)
    dropped += [number for number in dict.fromkeys(_passing) if number not in _live]
    _dead.clear()
    _passing.clear()
    out.number(len(dropped))
    for number in dropped:
        out.number(number)


_ending = []  # what compiled code does not hold any more


def read_released(source):
    end(source.number() for _ in range(source.number()))


def end(numbers):
    for number in numbers:
        value = _exports.pop(number, None)
        _numbers.pop(id(value), None)
        _ending.append(value)


write_changes, read_changes = write_released, read_released


def let_go():
    """Whatever the end of an object does is done here, where both sides know the same of one another: it may ask."""
    while _ending:
        del _ending[0]


def release(*numbers):
    for number in numbers:
        value = _exports.pop(number, None)
        _numbers.pop(id(value), None)
        del value
