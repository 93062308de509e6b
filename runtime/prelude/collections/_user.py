"""Lists and strings to derive from, in `data`."""
from _sequence_abc import MutableSequence, Sequence


class UserList(MutableSequence):
    def __init__(self, initlist=None):
        self.data = []
        if initlist is not None:
            self.data = list(initlist.data if isinstance(initlist, UserList) else initlist)

    def __repr__(self):
        return repr(self.data)

    def _plain(self, other):
        return other.data if isinstance(other, UserList) else other

    def __lt__(self, other):
        return self.data < self._plain(other)

    def __le__(self, other):
        return self.data <= self._plain(other)

    def __eq__(self, other):
        return self.data == self._plain(other)

    def __gt__(self, other):
        return self.data > self._plain(other)

    def __ge__(self, other):
        return self.data >= self._plain(other)

    def __contains__(self, item):
        return item in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __add__(self, other):
        return self.__class__(self.data + list(self._plain(other)))

    def __radd__(self, other):
        return self.__class__(list(self._plain(other)) + self.data)

    def __iadd__(self, other):
        self.data += list(self._plain(other))
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self.data *= n
        return self

    def copy(self):
        return self.__class__(self)

    __copy__ = copy

    def append(self, item):
        self.data.append(item)

    def insert(self, i, item):
        self.data.insert(i, item)

    def pop(self, i=-1):
        return self.data.pop(i)

    def remove(self, item):
        self.data.remove(item)

    def clear(self):
        self.data.clear()

    def count(self, item):
        return self.data.count(item)

    def index(self, item, *args):
        return self.data.index(item, *args)

    def reverse(self):
        self.data.reverse()

    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)

    def extend(self, other):
        self.data.extend(self._plain(other))


class UserString(Sequence):
    def __init__(self, seq):
        self.data = seq.data[:] if isinstance(seq, UserString) else seq if isinstance(seq, str) else str(seq)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __hash__(self):
        return hash(self.data)

    def __eq__(self, other):
        return self.data == (other.data if isinstance(other, UserString) else other)

    def __lt__(self, other):
        return self.data < (other.data if isinstance(other, UserString) else other)

    def __le__(self, other):
        return self.data <= (other.data if isinstance(other, UserString) else other)

    def __gt__(self, other):
        return self.data > (other.data if isinstance(other, UserString) else other)

    def __ge__(self, other):
        return self.data >= (other.data if isinstance(other, UserString) else other)

    def __contains__(self, char):
        return (char.data if isinstance(char, UserString) else char) in self.data

    def __len__(self):
        return len(self.data)

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __add__(self, other):
        return self.__class__(self.data + str(other))

    def __radd__(self, other):
        return self.__class__(str(other) + self.data)

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    def encode(self, encoding="utf-8", errors="strict"):
        return self.data.encode("utf-8" if encoding is None else encoding, "strict" if errors is None else errors)


def _plain(value):
    return value.data if isinstance(value, UserString) else value


def _delegate(name, wraps):
    def method(self, *args, **kwargs):
        result = getattr(self.data, name)(*[_plain(arg) for arg in args], **kwargs)
        return self.__class__(result) if wraps else result
    method.__name__ = name
    method.__qualname__ = "UserString." + name
    setattr(UserString, name, method)


for _name in ("capitalize", "casefold", "center", "expandtabs", "ljust", "lower", "lstrip", "removeprefix",
              "removesuffix", "replace", "rjust", "rstrip", "strip", "swapcase", "title", "translate", "upper", "zfill"):
    _delegate(_name, True)
for _name in ("count", "endswith", "find", "format", "format_map", "index", "isalnum", "isalpha", "isascii",
              "isdecimal", "isdigit", "isidentifier", "islower", "isnumeric", "isprintable", "isspace", "istitle",
              "isupper", "join", "partition", "rfind", "rindex", "rpartition", "rsplit", "split", "splitlines",
              "startswith"):
    _delegate(_name, False)
