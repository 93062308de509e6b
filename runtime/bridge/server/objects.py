"""Objects of one side that the other holds: by number."""
import weakref

from . import numbers as n
from .codec import READERS, SIZED

is_source = None  # of source.py

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


def flags_of(value):
    return callable(value) + 2 * hasattr(type(value), "__get__") + 4 * is_source(value)


def write_handle(out, value):
    out.extend(SIZED.pack(n.MINE, export(value)[0]))
    out.append(flags_of(value))


READERS[n.YOURS[0]] = lambda source: _exports[source.number()]


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


def _forget(link):
    if _live.get(link.number) is link:
        _dead.append(link.number)


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


MOST_DEAD = 64  # how many may wait until compiled code is told of them


def unchanged():
    return len(_dead) < MOST_DEAD and not _passing


def write_passing(out, number):
    """An object of compiled code that is known here in another way than by what stands for it."""
    if number not in _live:
        _passing.append(number)
    write_yours(out, number)


def write_changes(out):
    # What was made again may have died again.
    dropped = [number for number in dict.fromkeys(_dead) if number in _live and _live[number]() is None]
    for number in dropped:
        del _live[number], _makers[number]
    dropped += [number for number in dict.fromkeys(_passing) if number not in _live]
    _dead.clear()
    _passing.clear()
    out.number(len(dropped))
    for number in dropped:
        out.number(number)


def read_changes(source):
    for _ in range(source.number()):
        value = _exports.pop(source.number(), None)
        _numbers.pop(id(value), None)
