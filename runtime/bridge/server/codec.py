"""Values as bytes, as Tags.def says."""
import struct
import sys
from importlib import import_module

from . import numbers as n

PAIR = struct.Struct("<cq")
FLOAT = struct.Struct("<cd")
COMPLEX = struct.Struct("<cdd")
SIZED = struct.Struct("<cI")
NUMBER = struct.Struct("<I")
LONG = struct.Struct("<q")
DOUBLE = struct.Struct("<d")
ULONG = struct.Struct("<Q")
SHORT = struct.Struct("<H")

class _End:
    """Stands for the end of an iterator."""


END = _End()


class Out(bytearray):
    """What a frame will hold: bytes, descriptors that travel along, and those of them to close
    once they have gone."""
    __slots__ = ("descriptors", "close")

    def __init__(self):
        self.descriptors = []
        self.close = []

    def number(self, value):
        self.extend(NUMBER.pack(value))

    def text(self, value):
        data = value.encode("utf-8", "surrogatepass")
        self.extend(NUMBER.pack(len(data)))
        self.extend(data)


class In:
    """Bytes that are read from the front. What cannot be made of them is None, and `failure` says
    why: the values behind it are read all the same. What may ask compiled code as it is made waits in
    `later` until all is read, and both sides know the same of one another again."""
    __slots__ = ("data", "at", "descriptors", "failure", "later", "postpones", "arrays")

    def __init__(self, data, descriptors):
        self.data = data
        self.at = 0
        self.descriptors = descriptors
        self.failure = None
        self.later = []
        self.postpones = False  # a Postponed has been read
        self.arrays = False  # tensors are asked for as numpy's arrays

    def byte(self):
        self.at += 1
        return self.data[self.at - 1]

    def take(self, count):
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self):
        self.at += 4
        return NUMBER.unpack_from(self.data, self.at - 4)[0]

    def long(self):
        self.at += 8
        return LONG.unpack_from(self.data, self.at - 8)[0]

    def short(self):
        self.at += 2
        return SHORT.unpack_from(self.data, self.at - 2)[0]

    def text(self):
        return self.take(self.number()).decode("utf-8", "surrogatepass")

    def attempt(self, function, *args):
        try:
            return function(*args)
        except Exception as error:  # whatever a package raises when it is imported
            if self.failure is None:
                self.failure = error
            return None

    def settle(self):
        """Does what had to wait."""
        for do in self.later:
            self.attempt(do)


# Types of values whose hash asks nobody.
HASHED_ALONE = frozenset((type(None), bool, int, float, complex, str, bytes, frozenset, range, type(...)))


def hashes_alone(value):
    return type(value) in HASHED_ALONE or type(value) is tuple and all(map(hashes_alone, value))


class Postponed:
    """Stands in a frame that is being read for what will be made of `parts`: whatever holds it is made later, too."""
    __slots__ = ("make", "parts")

    def __init__(self, source, make, parts):
        source.postpones = True
        self.make, self.parts = make, parts


def settled(value):
    return value.make([settled(part) for part in value.parts]) if type(value) is Postponed else value


def has_postponed(source, values):
    return source.postpones and any(type(value) is Postponed for value in values)


# ---- writing: by exact type; everything else by `write_other`, which serve.py sets
WRITERS = {}
write_other = None


def write(out, value):
    writer = WRITERS.get(type(value))
    if writer is None:
        write_other(out, value)
    else:
        writer(out, value)


def write_all(out, tag, values):
    out.extend(SIZED.pack(tag, len(values)))
    for value in values:
        write(out, value)


def write_global(out, module, name):
    out.extend(n.GLOBAL)
    write(out, module)
    write(out, name)


def _write_int(out, value):
    if -0x8000000000000000 <= value <= 0x7fffffffffffffff:
        out.extend(PAIR.pack(n.INT, value))
        return
    size = value.bit_length() // 8 + 1
    out.extend(SIZED.pack(n.BIG_INT, size))
    out.extend(value.to_bytes(size, "little", signed=True))


def _write_str(out, value):
    data = value.encode("utf-8", "surrogatepass")
    out.extend(SIZED.pack(n.STR, len(data)))
    out.extend(data)


def _write_bytes(out, value):
    out.extend(SIZED.pack(n.BYTES, len(value)))
    out.extend(value)


def _write_three(tag):
    def write_three(out, value):
        out.extend(tag)
        write(out, value.start)
        write(out, value.stop)
        write(out, value.step)
    return write_three


WRITERS.update({
    type(None): lambda out, value: out.extend(n.NONE),
    bool: lambda out, value: out.extend(n.TRUE if value else n.FALSE),
    type(...): lambda out, value: out.extend(n.ELLIPSIS),
    type(NotImplemented): lambda out, value: out.extend(n.NOT_IMPLEMENTED),
    _End: lambda out, value: out.extend(n.END),
    int: _write_int,
    float: lambda out, value: out.extend(FLOAT.pack(n.FLOAT, value)),
    complex: lambda out, value: out.extend(COMPLEX.pack(n.COMPLEX, value.real, value.imag)),
    str: _write_str,
    bytes: _write_bytes,
    tuple: lambda out, value: write_all(out, n.TUPLE, value),
    frozenset: lambda out, value: write_all(out, n.FROZEN_SET, value),
    slice: _write_three(n.SLICE),
    range: _write_three(n.RANGE),
})


# ---- reading: by tag
READERS = [None] * 256


def read(source):
    reader = READERS[source.byte()]
    return reader(source)


def read_values(source):
    return [read(source) for _ in range(source.number())]


def reads(tag):
    def register(function):
        READERS[tag[0]] = function
        return function
    return register


@reads(n.COMPLEX)
def _read_complex(source):
    data = source.take(16)
    return complex(*struct.unpack("<dd", data))


@reads(n.FLOAT)
def _read_float(source):
    source.at += 8
    return DOUBLE.unpack_from(source.data, source.at - 8)[0]


@reads(n.GLOBAL)
def _read_global(source):
    module, name = read(source), read(source)

    def find():
        found = sys.modules.get(module) or import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        return found
    return source.attempt(find)


@reads(n.MADE)
def _read_made(source):
    function, args = read(source), read(source)
    if source.failure:
        return None
    if type(args) is Postponed:
        return Postponed(source, lambda parts: function(*parts[0]), [args])
    return source.attempt(function, *args)


@reads(n.TUPLE)
def _read_tuple(source):
    items = read_values(source)
    return Postponed(source, tuple, items) if has_postponed(source, items) else tuple(items)


@reads(n.FROZEN_SET)
def _read_frozenset(source):
    items = read_values(source)
    return frozenset(items) if all(map(hashes_alone, items)) else Postponed(source, frozenset, items)


@reads(n.SLICE)
def _read_slice(source):
    ends = [read(source), read(source), read(source)]
    return Postponed(source, lambda ends: slice(*ends), ends) if has_postponed(source, ends) else slice(*ends)


def _constant(value):
    return lambda source: value


for _tag, _value in ((n.NONE, None), (n.TRUE, True), (n.FALSE, False), (n.ELLIPSIS, ...),
                     (n.NOT_IMPLEMENTED, NotImplemented), (n.END, END)):
    READERS[_tag[0]] = _constant(_value)
READERS[n.INT[0]] = In.long
READERS[n.BIG_INT[0]] = lambda source: int.from_bytes(source.take(source.number()), "little", signed=True)
READERS[n.STR[0]] = In.text
READERS[n.BYTES[0]] = lambda source: source.take(source.number())
READERS[n.RANGE[0]] = lambda source: range(read(source), read(source), read(source))
READERS[n.MODULE[0]] = lambda source: source.attempt(import_module, source.text())
