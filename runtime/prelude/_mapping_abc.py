"""Abstract sets, mappings and their views."""
import sys
from _collection_abc import Collection, Sized, absent, drain, found
from abc import abstractmethod


def _as_set(one, other):
    """Another iterable as a set of the kind of `one`; None for anything else."""
    if isinstance(other, Set):
        return other
    return one._from_iterable(other) if hasattr(other, "__iter__") else None


class Set(Collection):
    __module__ = "collections.abc"
    __slots__ = ()

    def __le__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) <= len(other) and all([item in other for item in self])

    def __lt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) < len(other) and self.__le__(other)

    def __gt__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) > len(other) and self.__ge__(other)

    def __ge__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) >= len(other) and all([item in self for item in other])

    def __eq__(self, other):
        if not isinstance(other, Set):
            return NotImplemented
        return len(self) == len(other) and self.__le__(other)

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def __and__(self, other):
        if not hasattr(other, "__iter__"):
            return NotImplemented
        return self._from_iterable([value for value in other if value in self])

    __rand__ = __and__

    def isdisjoint(self, other):
        for value in other:
            if value in self:
                return False
        return True

    def __or__(self, other):
        if not hasattr(other, "__iter__"):
            return NotImplemented
        return self._from_iterable([value for values in (self, other) for value in values])

    __ror__ = __or__

    def __sub__(self, other):
        removed = _as_set(self, other)
        if removed is None:
            return NotImplemented
        return self._from_iterable([value for value in self if value not in removed])

    def __rsub__(self, other):
        kept = _as_set(self, other)
        if kept is None:
            return NotImplemented
        return self._from_iterable([value for value in kept if value not in self])

    def __xor__(self, other):
        second = _as_set(self, other)
        return NotImplemented if second is None else (self - second) | (second - self)

    __rxor__ = __xor__

    def _hash(self):
        """A hash that does not depend on the order: that of a frozenset."""
        bits = 2 * sys.maxsize + 2
        mixed = 1927868237 * (len(self) + 1)
        for item in self:
            each = hash(item)
            mixed ^= (each ^ each << 16 ^ 89869747) * 3644798167
        mixed %= bits
        mixed = ((mixed ^ mixed >> 11 ^ mixed >> 25) * 69069 + 907133923) % bits
        signed = mixed - bits * (mixed > sys.maxsize)
        return signed if signed != -1 else 590923713


Set.register(frozenset)


class MutableSet(Set):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def add(self, value):
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        raise NotImplementedError

    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        drain(self.pop, KeyError)

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            return self.__isub__(it)
        for value in it if isinstance(it, Set) else self._from_iterable(it):
            (self.discard if value in self else self.add)(value)
        return self

    def __isub__(self, it):
        return self.__without(it) if it is not self else self.clear() or self

    def __without(self, it):
        for value in it:
            self.discard(value)
        return self


MutableSet.register(set)


class Mapping(Collection):
    __module__ = "collections.abc"
    __slots__ = ()
    __abc_tpflags__ = 1 << 6  # instances match mapping patterns

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        return found(self, key) is not absent

    def keys(self):
        return KeysView(self)

    def items(self):
        return ItemsView(self)

    def values(self):
        return ValuesView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __reversed__ = None


class MappingView(Sized):
    __module__ = "collections.abc"
    __slots__ = ("_mapping",)
    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f"{self.__class__.__name__}({self._mapping!r})"


class KeysView(MappingView, Set):
    __module__ = "collections.abc"
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        yield from self._mapping


class ItemsView(MappingView, Set):
    __module__ = "collections.abc"
    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        there = found(self._mapping, key)
        return there is not absent and (there is value or there == value)

    def __iter__(self):
        for key in self._mapping:
            yield key, self._mapping[key]


class ValuesView(MappingView, Collection):
    __module__ = "collections.abc"
    __slots__ = ()

    def __contains__(self, value):
        values = (self._mapping[key] for key in self._mapping)
        return any(found is value or found == value for found in values)

    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]


KeysView.register(type({}.keys()))
ItemsView.register(type({}.items()))
ValuesView.register(type({}.values()))


def _pairs(other):
    """Keys and values of a mapping, of an object that has keys(), or the pairs of an iterable."""
    if not isinstance(other, Mapping) and not hasattr(other, "keys"):
        return other
    keys = other if isinstance(other, Mapping) else other.keys()
    return ((key, other[key]) for key in keys)


class MutableMapping(Mapping):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=absent):
        value = self[key] if default is absent else found(self, key)
        if value is absent:
            return default
        del self[key]
        return value

    def popitem(self):
        key = next(iter(self), absent)
        if key is absent:
            raise KeyError
        item = key, self[key]
        del self[key]
        return item

    def clear(self):
        drain(self.popitem, KeyError)

    def update(self, other=(), /, **kwds):
        for pairs in (_pairs(other), kwds.items()):
            for key, value in pairs:
                self[key] = value

    def setdefault(self, key, default=None):
        value = found(self, key)
        if value is absent:
            self[key] = value = default
        return value


MutableMapping.register(dict)
Mapping.register(type(type.__dict__))
