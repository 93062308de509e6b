"""Lists, dicts, sets, bytearrays and cells that exist on both sides (Mirrors.h)."""
import array
import sys
from collections import OrderedDict
from operator import is_
from types import CellType

from . import numbers as n
from .codec import READERS, SIZED, WRITERS, has_postponed, hashes_alone, read, read_values, settled, write

KINDS = {list: n.LIST, dict: n.DICT, OrderedDict: n.ORDERED_DICT, set: n.SET, bytearray: n.BYTEARRAY,
         CellType: n.CELL}
TABLES = (n.DICT, n.ORDERED_DICT)
TYPES = {kind: type_ for type_, kind in KINDS.items()}


class Pair:
    """One container: its number, and the content that both sides know. `held` counts the
    contents known of other pairs that hold the container, which are no use of it. `waiting` is content
    that has been read and is not in the object yet, or not all of it: nothing is told of it till then."""
    __slots__ = ("object", "number", "kind", "known", "held", "waiting")

    def __init__(self, container, number, kind):
        self.object = container
        self.number = number
        self.kind = kind
        self.known = None
        self.held = 0
        self.waiting = None


# Namespaces of modules, by address: `__builtins__` as compiled code has it, and as source sees it that
# runs here.
_spaces = {}
_ABSENT = object()
_pairs = {}
_numbers = {}
_dropped = []
_last = -1


def _count_alone():
    pair = Pair([], 0, 0)
    return sys.getrefcount(pair.object)


_alone = _count_alone()


def _content(pair):
    """As a list, keys before their values, or bytes."""
    if pair.kind in TABLES:
        space = _spaces.get(id(pair.object))
        if space is not None:
            items = {**pair.object, "__builtins__": space[0]}.items()
            return [part for item in items if item[1] is not _ABSENT for part in item]
        # An OrderedDict hashes its keys as it goes over them, which must not ask: then the order is that of the dict in it.
        asks = pair.kind == n.ORDERED_DICT and not all(map(hashes_alone, dict.keys(pair.object)))
        return [part for item in (dict.items(pair.object) if asks else pair.object.items()) for part in item]
    if pair.kind == n.CELL:
        try:
            return [pair.object.cell_contents]
        except ValueError:
            return []
    return bytes(pair.object) if pair.kind == n.BYTEARRAY else list(pair.object)


def _count_held(known, step):
    if known.__class__ is list:
        for item in known:
            if item.__class__ in KINDS:
                number = _numbers.get(id(item))
                if number is not None:
                    _pairs[number].held += step


def _remember(pair):
    known = _content(pair)
    _count_held(known, 1)
    _count_held(pair.known, -1)
    pair.known = known


def _has_changed(pair):
    if pair.waiting is not None:
        return False
    if pair.kind == n.BYTEARRAY:
        return pair.object != pair.known
    now = pair.object if pair.kind == n.LIST else _content(pair)
    return len(now) != len(pair.known) or not all(map(is_, now, pair.known))


def _write_content(out, pair):
    if pair.kind == n.BYTEARRAY:
        out.number(len(pair.object))
        out.extend(pair.object)
        return
    items = _content(pair)
    if pair.kind == n.LIST and len(items) > 1:
        types = set(map(type, items))
        if types == {float}:
            out.extend(SIZED.pack(n.FLOATS, len(items)))
            out.extend(array.array("d", items).tobytes())
            return
        if types == {int}:
            try:
                data = array.array("q", items).tobytes()
            except OverflowError:
                pass
            else:
                out.extend(SIZED.pack(n.INTS, len(items)))
                out.extend(data)
                return
    out.extend(SIZED.pack(n.ITEMS, len(items)))
    for item in items:
        write(out, item)


def _read_content(source, pair):
    if pair.kind == n.BYTEARRAY:
        items = source.take(source.number())
    else:
        shape = source.take(1)
        if shape == n.ITEMS:
            items = read_values(source)
        else:
            items = array.array("d" if shape == n.FLOATS else "q")
            items.frombytes(source.take(8 * source.number()))
            items = items.tolist()
    pair.waiting = items
    if _must_wait(source, pair.kind, items):
        source.later.append(lambda: _settle(pair, items))
    else:
        _fill(pair, items)


def _must_wait(source, kind, items):
    if kind == n.SET or kind in TABLES:
        if not all(map(hashes_alone, items[::2] if kind in TABLES else items)):
            return True
    return has_postponed(source, items)


def _settle(pair, items):
    if pair.waiting is items:  # no frame has brought other content since
        pair.waiting = items = [settled(item) for item in items]
        try:
            _fill(pair, items)
        finally:
            if pair.waiting is items:  # a hash could not be had: compiled code keeps its content
                _filled(pair)


def _fill(pair, items):
    """Makes `items` the content, unless asking for a hash brings other content meanwhile."""
    if pair.kind == n.LIST or pair.kind == n.BYTEARRAY:
        pair.object[:] = items
    elif pair.kind == n.CELL:
        if items:
            pair.object.cell_contents = items[0]
        else:
            del pair.object.cell_contents
    else:
        step = 2 if pair.kind in TABLES else 1
        pair.object.clear()
        for i in range(0, len(items), step):
            if pair.waiting is not items:
                return
            if step == 2:
                pair.object[items[i]] = items[i + 1]
            else:
                pair.object.add(items[i])
        space = _spaces.pop(id(pair.object), None)
        if space is not None:
            become_space(pair.object, space[1])
    _filled(pair)


def _filled(pair):
    pair.waiting = None
    if _pairs.get(pair.number) is pair:  # perhaps compiled code has dropped it
        _remember(pair)


def _write(out, container):
    global _last
    number = _numbers.get(id(container))
    if number is not None:
        out.extend(SIZED.pack(n.KNOWN_MIRROR, number))
        return
    _last += 2
    pair = _add(container, _last, KINDS[type(container)])
    out.extend(SIZED.pack(n.MIRROR, _last))
    out.append(pair.kind)
    _write_content(out, pair)
    _remember(pair)


def _add(container, number, kind):
    pair = _pairs[number] = Pair(container, number, kind)
    _numbers[id(container)] = number
    return pair


def _read(source):
    number, kind = source.number(), source.byte()
    pair = _add(TYPES[kind](), number, kind)
    _read_content(source, pair)
    return pair.object


def _drop(number):
    pair = _pairs.pop(number, None)
    if pair is not None:
        _spaces.pop(id(pair.object), None)
        del _numbers[id(pair.object)]
        _count_held(pair.known, -1)


for _type in KINDS:
    WRITERS[_type] = _write
READERS[n.MIRROR[0]] = _read
READERS[n.KNOWN_MIRROR[0]] = lambda source: _pairs[source.number()].object


def become_space(namespace, names):
    """Makes the dict one that functions can have as globals, with these builtins."""
    if id(namespace) not in _spaces:
        _spaces[id(namespace)] = namespace.get("__builtins__", _ABSENT), names
        namespace["__builtins__"] = names


def write_changes(out):
    changed = [pair for pair in _pairs.values() if _has_changed(pair)] if _pairs else ()
    out.number(len(changed))
    for pair in changed:
        out.number(pair.number)
        _write_content(out, pair)
        _remember(pair)
    changed = pair = None
    write_dropped(out)


def write_dropped(out):
    """The pairs that nothing here uses end."""
    if _pairs:
        for number in list(_pairs):
            if sys.getrefcount(_pairs[number].object) == _alone + _pairs[number].held:
                _dropped.append(number)
                _drop(number)
    out.number(len(_dropped))
    for number in _dropped:
        out.number(number)
    _dropped.clear()


def read_changes(source):
    for _ in range(source.number()):
        _read_content(source, _pairs[source.number()])
    read_dropped(source)


def read_dropped(source):
    for _ in range(source.number()):
        _drop(source.number())


def unchanged():
    return not _pairs
