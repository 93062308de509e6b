"""Abstract classes of containers: a class belongs when it has the methods."""


class _ByMethods(type):
    """isinstance() asks for the methods that the class lists."""

    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance))

    def __subclasscheck__(cls, subclass):
        if cls in subclass.__mro__:
            return True
        required = cls.__dict__.get("_required")
        if required is None:
            return False
        if any([issubclass(subclass, excluded) for excluded in cls._excluded]):
            return False
        return all([getattr(subclass, name, None) is not None for name in required])


class Hashable(metaclass=_ByMethods):
    _required = ("__hash__",)
    _excluded = ()


class Sized(metaclass=_ByMethods):
    _required = ("__len__",)
    _excluded = ()


class Container(metaclass=_ByMethods):
    _required = ("__contains__",)
    _excluded = ()


class Callable(metaclass=_ByMethods):
    _required = ("__call__",)
    _excluded = ()


class Iterable(metaclass=_ByMethods):
    _required = ("__iter__",)
    _excluded = ()


class Iterator(Iterable):
    _required = ("__iter__", "__next__")

    def __iter__(self):
        return self


class Generator(Iterator):
    _required = ("__iter__", "__next__", "send", "throw", "close")


class Reversible(Iterable):
    _required = ("__reversed__", "__iter__")


class Collection(Sized, Iterable, Container):
    _required = ("__len__", "__iter__", "__contains__")


class Sequence(Reversible, Collection):
    _required = ("__len__", "__getitem__", "index", "count")
    _excluded = (dict, set)

    def __iter__(self):
        i = 0
        while True:
            try:
                value = self[i]
            except IndexError:
                return
            yield value
            i += 1

    def __contains__(self, value):
        return any([item is value or item == value for item in self])

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i in range(start, len(self) if stop is None else stop):
            if self[i] is value or self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum([1 for item in self if item is value or item == value])


class MutableSequence(Sequence):
    _required = ("__len__", "__getitem__", "__setitem__", "__delitem__", "insert")
    _excluded = (dict, set)

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for value in list(values):
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value


class Set(Collection):
    _required = ("__len__", "__iter__", "__contains__", "__and__", "isdisjoint")
    _excluded = ()


class MutableSet(Set):
    _required = ("__len__", "__iter__", "__contains__", "add", "discard")


class Mapping(Collection):
    _required = ("__len__", "__iter__", "__getitem__", "keys", "items", "values", "get")
    _excluded = ()

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(self)

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]


class MutableMapping(Mapping):
    _required = ("__len__", "__iter__", "__getitem__", "__setitem__", "__delitem__", "keys", "pop")

    def update(self, other=(), /, **kwds):
        pairs = other.items() if hasattr(other, "items") else other
        for key, value in pairs:
            self[key] = value
        for key in kwds:
            self[key] = kwds[key]

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]
