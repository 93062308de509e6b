"""Containers beyond the built-in ones."""
import heapq
from keyword import iskeyword


class OrderedDict(dict):
    """A dict that can be reordered, and whose equality among its kind looks at the order."""

    def move_to_end(self, key, last=True):
        value = self[key]
        if last:
            del self[key]
            self[key] = value
            return
        rest = list(self.items())
        self.clear()
        self[key] = value
        for other, item in rest:
            if other != key:
                self[other] = item

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        return f"{type(self).__name__}({list(self.items())!r})"

    def copy(self):
        return type(self)(self)

    def __reduce__(self):
        return type(self), (list(self.items()),)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        result = cls()
        for key in iterable:
            result[key] = value
        return result

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = type(self)(self)
        result.update(other)
        return result

    __copy__ = copy


class defaultdict(dict):
    """Makes the value of a missing key by calling default_factory."""

    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError("first argument must be callable or None")
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def __repr__(self):
        return f"{type(self).__name__}({self.default_factory!r}, {dict.__repr__(self)})"

    def copy(self):
        return type(self)(self.default_factory, self)

    __copy__ = copy

    def __reduce__(self):
        return type(self), (self.default_factory, dict(self))

    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        result = self.copy()
        result.update(other)
        return result


class Counter(dict):
    """Counts hashable things."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) + count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) + 1
        if kwds:
            self.update(kwds)

    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for key, count in iterable.items():
                    self[key] = self.get(key, 0) - count
            else:
                for key in iterable:
                    self[key] = self.get(key, 0) - 1
        if kwds:
            self.subtract(kwds)

    def most_common(self, n=None):
        if n is None:
            return sorted(self.items(), key=lambda item: item[1], reverse=True)
        return heapq.nlargest(n, self.items(), key=lambda item: item[1])

    def elements(self):
        for key, count in self.items():
            for _ in range(count):
                yield key

    def total(self):
        return sum(self.values())

    def copy(self):
        return type(self)(self)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        return f"{type(self).__name__}({{{', '.join([f'{key!r}: {n!r}' for key, n in self.most_common()])}}})"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] == other[key] for key in list(self) + list(other)])

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def _combine(self, other, count):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key in list(self) + [key for key in other if key not in self]:
            n = count(self[key], other[key])
            if n > 0:
                result[key] = n
        return result

    def __add__(self, other):
        return self._combine(other, lambda a, b: a + b)

    def __sub__(self, other):
        return self._combine(other, lambda a, b: a - b)

    def __or__(self, other):
        return self._combine(other, max)

    def __and__(self, other):
        return self._combine(other, min)

    def __pos__(self):
        return self + Counter()

    def __neg__(self):
        return Counter() - self

    def __iadd__(self, other):
        for key, count in other.items():
            self[key] += count
        return self._keep_positive()

    def __isub__(self, other):
        for key, count in other.items():
            self[key] -= count
        return self._keep_positive()

    def _keep_positive(self):
        for key in [key for key, count in self.items() if not count > 0]:
            del self[key]
        return self


class deque:
    """A double-ended queue, bounded when maxlen is given."""

    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError("maxlen must be non-negative")
        self._front = []  # reversed
        self._back = []
        self._maxlen = maxlen
        self.extend(iterable)

    maxlen = property(lambda self: self._maxlen)

    def __len__(self):
        return len(self._front) + len(self._back)

    def __bool__(self):
        return len(self) > 0

    def append(self, x):
        self._back.append(x)
        if self._maxlen is not None and len(self) > self._maxlen:
            self.popleft()

    def appendleft(self, x):
        self._front.append(x)
        if self._maxlen is not None and len(self) > self._maxlen:
            self.pop()

    def extend(self, iterable):
        for item in (list(iterable) if iterable is self else iterable):
            self.append(item)

    def extendleft(self, iterable):
        for item in (list(iterable) if iterable is self else iterable):
            self.appendleft(item)

    # An empty side takes half of the other, so that both ends stay cheap.
    def pop(self):
        if not self._back:
            if not self._front:
                raise IndexError("pop from an empty deque")
            half = (len(self._front) + 1) // 2
            self._back = self._front[:half][::-1]
            del self._front[:half]
        return self._back.pop()

    def popleft(self):
        if not self._front:
            if not self._back:
                raise IndexError("pop from an empty deque")
            half = (len(self._back) + 1) // 2
            self._front = self._back[:half][::-1]
            del self._back[:half]
        return self._front.pop()

    def clear(self):
        self._front = []
        self._back = []

    def _items(self):
        return self._front[::-1] + self._back

    def _replace(self, items):
        self._front = []
        self._back = items

    def __iter__(self):
        return iter(self._items())

    def __reversed__(self):
        return iter(self._items()[::-1])

    def __contains__(self, x):
        return x in self._items()

    def _place(self, index):
        size = len(self)
        if index < 0:
            index += size
        if not 0 <= index < size:
            raise IndexError("deque index out of range")
        return index

    def __getitem__(self, index):
        index = self._place(index)
        front = len(self._front)
        return self._front[front - 1 - index] if index < front else self._back[index - front]

    def __setitem__(self, index, value):
        index = self._place(index)
        front = len(self._front)
        if index < front:
            self._front[front - 1 - index] = value
        else:
            self._back[index - front] = value

    def __delitem__(self, index):
        items = self._items()
        del items[self._place(index)]
        self._replace(items)

    def insert(self, i, x):
        if self._maxlen is not None and len(self) >= self._maxlen:
            raise IndexError("deque already at its maximum size")
        items = self._items()
        items.insert(i, x)
        self._replace(items)

    def remove(self, value):
        items = self._items()
        if value not in items:
            raise ValueError("deque.remove(x): x not in deque")
        items.remove(value)
        self._replace(items)

    def index(self, x, *bounds):
        items = self._items()
        try:
            return items.index(x, *bounds)
        except ValueError:
            raise ValueError(f"{x!r} is not in deque") from None

    def count(self, x):
        return self._items().count(x)

    def reverse(self):
        self._front, self._back = self._back, self._front

    def rotate(self, n=1):
        items = self._items()
        if items:
            n %= len(items)
            self._replace(items[-n:] + items[:-n] if n else items)

    def copy(self):
        return type(self)(self, self._maxlen)

    __copy__ = copy

    def __add__(self, other):
        if not isinstance(other, deque):
            raise TypeError(f'can only concatenate deque (not "{type(other).__name__}") to deque')
        result = self.copy()
        result.extend(other)
        return result

    def __iadd__(self, other):
        self.extend(other)
        return self

    def __mul__(self, n):
        return type(self)(self._items() * n, self._maxlen)

    __rmul__ = __mul__

    def __eq__(self, other):
        return self._items() == other._items() if isinstance(other, deque) else NotImplemented

    def __lt__(self, other):
        return self._items() < other._items() if isinstance(other, deque) else NotImplemented

    def __le__(self, other):
        return self._items() <= other._items() if isinstance(other, deque) else NotImplemented

    __hash__ = None

    def __repr__(self):
        bound = "" if self._maxlen is None else f", maxlen={self._maxlen}"
        return f"{type(self).__name__}({self._items()!r}{bound})"

    def __reduce__(self):
        return type(self), (self._items(), self._maxlen)

    def __class_getitem__(cls, parameters):
        return cls


def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    """A class of tuples whose items have names."""
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    names = [str(name) for name in field_names]
    if rename:
        seen = set()
        for i, name in enumerate(names):
            if not name.isidentifier() or iskeyword(name) or name.startswith("_") or name in seen:
                names[i] = f"_{i}"
            seen.add(name)
    for name in [typename] + names:
        if not name.isidentifier():
            raise ValueError(f"Type names and field names must be valid identifiers: {name!r}")
        if iskeyword(name):
            raise ValueError(f"Type names and field names cannot be a keyword: {name!r}")
    for i, name in enumerate(names):
        if name.startswith("_") and not rename:
            raise ValueError(f"Field names cannot start with an underscore: {name!r}")
        if name in names[:i]:
            raise ValueError(f"Encountered duplicate field name: {name!r}")
    defaults = () if defaults is None else tuple(defaults)
    if len(defaults) > len(names):
        raise TypeError("Got more default values than field names")
    fields = tuple(names)
    values = dict(zip(fields[len(fields) - len(defaults):], defaults))
    count = len(fields)

    def bind(args, kwargs):
        """The items in order, or the TypeError of a function with these parameters."""
        if len(args) > count:
            required = count - len(values)
            takes = f"from {required + 1} to {count + 1}" if values else f"{count + 1}"
            raise TypeError(f"{typename}.__new__() takes {takes} positional argument{'s' if count else ''} but "
                            f"{len(args) + 1} were given")
        items = list(args)
        missing = []
        for i, name in enumerate(fields):
            if i < len(args):
                if name in kwargs:
                    raise TypeError(f"{typename}.__new__() got multiple values for argument {name!r}")
            elif name in kwargs:
                items.append(kwargs[name])
            elif name in values:
                items.append(values[name])
            else:
                missing.append(repr(name))
        for name in kwargs:
            if name not in fields:
                raise TypeError(f"{typename}.__new__() got an unexpected keyword argument {name!r}")
        if missing:
            if len(missing) > 1:
                listed = ", ".join(missing[:-1]) + ("," if len(missing) > 2 else "") + " and " + missing[-1]
            else:
                listed = missing[0]
            raise TypeError(f"{typename}.__new__() missing {len(missing)} required positional "
                            f"argument{'s' if len(missing) > 1 else ''}: {listed}")
        return items

    class Record(tuple):
        __slots__ = ()
        _fields = fields
        _field_defaults = values
        __match_args__ = fields

        def __new__(cls, /, *args, **kwargs):
            return tuple.__new__(cls, args if len(args) == count and not kwargs else bind(args, kwargs))

        @classmethod
        def _make(cls, iterable):
            result = tuple.__new__(cls, iterable)
            if len(result) != count:
                raise TypeError(f"Expected {count} arguments, got {len(result)}")
            return result

        def _replace(self, /, **kwds):
            result = self._make([kwds.pop(name, old) for name, old in zip(fields, self)])
            if kwds:
                raise ValueError(f"Got unexpected field names: {list(kwds)!r}")
            return result

        def _asdict(self):
            return dict(zip(self._fields, self))

        def __repr__(self):
            return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in zip(fields, self)])})"

        def __getnewargs__(self):
            return tuple(self)

    def getter(i):
        return property(lambda self: tuple.__getitem__(self, i), doc=f"Alias for field number {i}")

    for i, name in enumerate(fields):
        setattr(Record, name, getter(i))
    Record.__name__ = typename
    Record.__qualname__ = typename
    Record.__doc__ = f"{typename}({', '.join(fields)})"
    if module is not None:
        Record.__module__ = module
    else:
        Record.__module__ = "__main__"
    return Record


class ChainMap:
    """Several mappings seen as one; changes go to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            if key in mapping:
                return mapping[key]
        return self.__missing__(key)

    def get(self, key, default=None):
        return self[key] if key in self else default

    def __contains__(self, key):
        return any([key in mapping for mapping in self.maps])

    def __len__(self):
        return len(set().union(*self.maps))

    def __iter__(self):
        merged = {}
        for mapping in reversed(self.maps):
            merged.update(dict.fromkeys(mapping))
        return iter(merged)

    def __bool__(self):
        return any(self.maps)

    def keys(self):
        return list(self)

    def values(self):
        return [self[key] for key in self]

    def items(self):
        return [(key, self[key]) for key in self]

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f"Key not found in the first mapping: {key!r}")
        del self.maps[0][key]

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def new_child(self, m=None, **kwargs):
        m = kwargs if m is None else m
        return type(self)(m, *self.maps)

    parents = property(lambda self: type(self)(*self.maps[1:]))

    def __eq__(self, other):
        return dict(self.items()) == (dict(other.items()) if isinstance(other, ChainMap) else other)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join([repr(mapping) for mapping in self.maps])})"


class UserDict:
    """A dict to derive from, in `data`."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def update(self, other=(), /, **kwargs):
        pairs = other.items() if hasattr(other, "items") else other
        for key, value in pairs:
            self[key] = value
        for key in kwargs:
            self[key] = kwargs[key]

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return type(self).__missing__(self, key)
        raise KeyError(key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()

    def pop(self, key, *args):
        return self.data.pop(key, *args)

    def __repr__(self):
        return repr(self.data)
