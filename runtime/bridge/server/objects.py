"""Objects of one side that the other holds: by number."""
import weakref

from . import numbers as n
from .codec import READERS, SIZED

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


def exported(number):
    return _exports[number]


def write_handle(out, value):
    out.extend(SIZED.pack(n.MINE, export(value)[0]))
    out.append(callable(value) + 2 * hasattr(type(value), "__get__"))


READERS[n.YOURS[0]] = lambda source: _exports[source.number()]


# ---- of compiled code: what stands for them here, held weakly, and how to make it again. Dropping
# is told with the next frame; until then the number is good, and what it stands for can come back.
_live = {}
_makers = {}
_dead = []


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


def write_changes(out):
    dropped = [number for number in _dead if number in _live and _live[number]() is None]
    _dead.clear()
    out.number(len(dropped))
    for number in dropped:
        del _live[number], _makers[number]
        out.number(number)


def read_changes(source):
    for _ in range(source.number()):
        value = _exports.pop(source.number(), None)
        _numbers.pop(id(value), None)
