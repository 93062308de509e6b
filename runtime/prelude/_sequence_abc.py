"""Abstract sequences."""
from _collection_abc import Collection, Reversible, absent, drain
from abc import abstractmethod


def _at(sequence, i):
    try:
        return sequence[i]
    except IndexError:
        return absent


class Sequence(Reversible, Collection):
    __module__ = "collections.abc"
    __slots__ = ()
    __abc_tpflags__ = 1 << 5  # instances match sequence patterns

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        i = 0
        while (value := _at(self, i)) is not absent:
            yield value
            i += 1

    def __contains__(self, value):
        for item in self:
            if item is value or item == value:
                return True
        return False

    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]

    def index(self, value, start=0, stop=None):
        first, end = [i + len(self) if i is not None and i < 0 else i for i in (start, stop)]
        i = max(first, 0)
        while (end is None or i < end) and (item := _at(self, i)) is not absent:
            if item is value or item == value:
                return i
            i += 1
        raise ValueError

    def count(self, value):
        return sum([1 for item in self if item is value or item == value])


Sequence.register(tuple)
Sequence.register(str)
Sequence.register(range)
Sequence.register(memoryview)


class ByteString(Sequence):
    __module__ = "collections.abc"
    __slots__ = ()


ByteString.register(bytes)
ByteString.register(bytearray)


class MutableSequence(Sequence):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        raise IndexError

    def append(self, value):
        self.insert(len(self), value)

    def clear(self):
        drain(self.pop, IndexError)

    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]

    def extend(self, values):
        if values is self:
            values = list(values)
        for value in values:
            self.append(value)

    def pop(self, index=-1):
        value = self[index]
        del self[index]
        return value

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


MutableSequence.register(list)
MutableSequence.register(bytearray)
