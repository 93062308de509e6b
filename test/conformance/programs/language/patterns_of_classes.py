# match: classes that derive from collections.abc or are registered with it match as sequences and mappings.
import collections
import collections.abc


class Row(collections.abc.Sequence):
    def __init__(self, *items):
        self.items = items

    def __getitem__(self, i):
        if i < 0:
            raise IndexError("no negative places")
        return self.items[i]

    def __len__(self):
        return len(self.items)


class Unmeasured(collections.abc.Sequence):
    __getitem__ = None

    def __len__(self):
        raise RuntimeError("not asked for")


class Late:
    def __len__(self):
        return 1

    def __getitem__(self, key):
        if key != 0:
            raise IndexError
        return 5

    def keys(self):
        return ["k"]


class Both(dict, collections.abc.Sequence):
    pass


class First(collections.abc.Sequence, collections.UserDict):
    __getitem__ = collections.UserDict.__getitem__
    __len__ = collections.UserDict.__len__


def kind(value):
    match value:
        case []:
            return "empty"
        case [first, *_, last]:
            return "ends", first, last
        case [only]:
            return "one", only
        case [*_]:
            return "sequence"
        case {"k": found, **rest}:
            return "mapping", found, rest
        case {}:
            return "other mapping"
    return "nothing"


print(kind(Row(1, 2, 3)), kind(Row()), kind(Row(4)), kind(collections.UserDict(k=1, j=2)), kind(collections.deque([1, 2])))
print(kind(Late()))
collections.abc.Sequence.register(Late)
print(kind(Late()), kind(type("Derived", (Late,), {})()), kind(Both(k=3)), kind(collections.ChainMap({})), kind(collections.UserList([1, 2])))


def any_sequence(value):
    match value:
        case [*items]:
            return True
    return False


def starred(value):
    match value:
        case [*_]:
            return "sequence"
    return "nothing"


print(starred(Unmeasured()), starred("text"), any_sequence(range(2)), any_sequence({1}))
