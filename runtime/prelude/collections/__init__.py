"""Containers beyond the built-in ones."""
import heapq
import sys
from _collections import OrderedDict, _count_elements, defaultdict, deque
from keyword import iskeyword
from _collection_abc import absent as _absent, found as _found
from _mapping_abc import Mapping, MutableMapping
from _sequence_abc import MutableSequence


def _counted(iterable, more):
    """Elements with their counts, of a dict of counts or of things to count, and of a dict of more counts."""
    if isinstance(iterable, dict):
        yield from iterable.items()
    elif iterable is not None:
        for key in iterable:
            yield key, 1
    yield from more.items()


class Counter(dict):
    """Counts hashable things."""

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwds):
        if iterable is not None and not isinstance(iterable, dict) and type(self) is Counter:
            _count_elements(self, iterable)
            iterable = None
        for counts in (iterable, kwds or None):
            if counts is None:
                continue
            if isinstance(counts, dict) and not self:
                dict.update(self, counts)  # as they are, whatever they are
                continue
            for key, count in _counted(counts, {}):
                self[key] = count + self.get(key, 0)

    def subtract(self, iterable=None, /, **kwds):
        for key, count in _counted(iterable, kwds):
            self[key] = self.get(key, 0) - count

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

    def __reduce__(self):
        return self.__class__, (dict(self),)

    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError("Counter.fromkeys() is undefined.  Use Counter(iterable) instead.")

    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)

    def __repr__(self):
        if not self:
            return f"{type(self).__name__}()"
        try:
            shown = self.most_common()
        except TypeError:  # counts that have no order
            shown = self.items()
        return f"{type(self).__name__}({{{', '.join([f'{key!r}: {n!r}' for key, n in shown])}}})"

    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] == other[key] for key in list(self) + list(other)])

    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other

    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] <= other[key] for key in list(self) + list(other)])

    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other

    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all([self[key] >= other[key] for key in list(self) + list(other)])

    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other

    def _combine(self, other, count):
        if not isinstance(other, Counter):
            return NotImplemented
        result = Counter()
        for key in list(self) + [key for key in other if key not in self]:
            n = count(self[key], other[key])
            if n > 0:
                result[key] = n
        return result

    def __iand__(self, other):
        for key, count in self.items():
            if other[key] < count:
                self[key] = other[key]
        return self._keep_positive()

    def __ior__(self, other):
        for key, count in other.items():
            if count > self[key]:
                self[key] = count
        return self._keep_positive()

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


def _refuse_set(self, value):
    raise AttributeError("can't set attribute")


def _refuse_delete(self):
    raise AttributeError("can't delete attribute")


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
        last = Record.__new__.__defaults__ or ()  # a program may have given others
        values = dict(zip(fields[max(0, count - len(last)):], last[max(0, len(last) - count):]))
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
        return property(lambda self: tuple.__getitem__(self, i), _refuse_set, _refuse_delete,
                        f"Alias for field number {i}")

    Record.__new__.__defaults__ = defaults or None
    for i, name in enumerate(fields):
        setattr(Record, name, getter(i))
    Record.__name__ = typename
    Record.__qualname__ = typename
    Record.__doc__ = f"{typename}({', '.join(fields)})"
    if module is not None:
        Record.__module__ = module
    else:
        Record.__module__ = sys._getframe(1).f_globals.get("__name__", "__main__")
    return Record


class ChainMap(MutableMapping):
    """Several mappings seen as one; changes go to the first."""

    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __missing__(self, key):
        raise KeyError(key)

    def __getitem__(self, key):
        for mapping in self.maps:
            value = _found(mapping, key)
            if value is not _absent:
                return value
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

    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join([repr(mapping) for mapping in self.maps])})"

    @classmethod
    def fromkeys(cls, iterable, *args):
        return cls(dict.fromkeys(iterable, *args))

    def copy(self):
        return self.__class__(self.maps[0].copy(), *self.maps[1:])

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        child = kwargs if m is None else m
        if kwargs:
            child.update(kwargs)
        return self.__class__(child, *self.maps)

    parents = property(lambda self: self.__class__(*self.maps[1:]))

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def popitem(self):
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError("No keys found in the first mapping.") from None

    def pop(self, key, *args):
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise KeyError(f"Key not found in the first mapping: {key!r}") from None

    def clear(self):
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        return self.copy().__ior__(other) if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        under = [other, *reversed(self.maps)]
        return self.__class__({key: mapping[key] for mapping in under for key in mapping})


class UserDict(MutableMapping):
    """A dict to derive from, in `data`."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        for given in (dict, kwargs or None):
            if given is not None:
                self.update(given)

    def __len__(self):
        return len(self.data)

    def __getitem__(self, key):
        if key in self.data or not hasattr(self.__class__, "__missing__"):
            return self.data[key]
        return self.__class__.__missing__(self, key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(self.data | other.data)
        return self.__class__(self.data | other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        if isinstance(other, UserDict):
            return self.__class__(other.data | self.data)
        return self.__class__(other | self.data) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        self.data |= other.data if isinstance(other, UserDict) else other
        return self

    def copy(self):
        made = self.__class__.__new__(self.__class__)
        made.__dict__.update(self.__dict__)
        made.data = self.data.copy()
        return made

    __copy__ = copy

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made


from collections._user import UserList, UserString


def __getattr__(name):
    if name == "abc":
        import collections.abc
        return collections.abc
    raise AttributeError(f"module 'collections' has no attribute {name!r}")


MutableSequence.register(deque)
