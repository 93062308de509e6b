"""Dicts, sets and frozensets whose keys have a hash of their own, on either side: asking for it crosses back."""

import collections
import dataclasses
import enum

import _keys
import torch
import torch.nn as nn


class Kind(enum.Enum):
    A = 1
    B = 2


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


@dataclasses.dataclass(frozen=True)
class Key:
    n: int


class Item:
    asked = 0

    def __init__(self, value):
        self.value = value

    def __hash__(self):
        Item.asked += 1
        return hash(self.value) % 2

    def __eq__(self, other):
        return isinstance(other, Item) and self.value == other.value


t = torch.ones(1)
layer = nn.Linear(1, 1)
keys = [Kind.A, Level.HIGH, Key(1), Item(3), t, layer, int, len, (1, Key(2)), ((Kind.B,), 2), frozenset({Key(1), Key(3)})]

# To Python
for key in keys:
    print(_keys.count({key: 1}), _keys.count({key}), _keys.count(frozenset({key})), _keys.count([{key}, {key: {key: 2}}]),
          _keys.count((frozenset({key}), 1)), _keys.ask({key: 7}, key), _keys.ask({key, "other"}, key),
          _keys.ask(frozenset({key, "other"}), key), _keys.count(collections.OrderedDict([(key, 1), ("k", 2)])))
many = {Item(i): i for i in range(20)}
print(_keys.count(many), _keys.ask(many, Item(19)), _keys.count(set(many)), _keys.count(frozenset(many)), Item.asked > 0)
print(_keys.ask({frozenset({Kind.A, Item(2)}): 5}, frozenset({Item(2), Kind.A})))

# There and back
for made in ({Kind.A: 1, Level.LOW: 2}, {Key(1), Key(2)}, [{Item(1): {Item(2): [Kind.A]}}], {(1, Item(4)): {Item(5)}}):
    print(_keys.same(made) is made, _keys.call(lambda: made) is made)
back = _keys.same((frozenset({Key(1), Item(2)}), frozenset({frozenset({Kind.B})}), slice(frozenset({Key(3)}), 1)))
print(Key(1) in back[0], Item(2) in back[0], frozenset({Kind.B}) in back[1], Key(3) in back[2].start)
print(_keys.inner([{Item(1): 2}], 0, 0).value, _keys.inner(({Kind.B},), 0, 0) is Kind.B)

# From Python
table, members, frozen, nested, listed, deep = _keys.tables()
print(table[_keys.Color.RED], table[_keys.Color.GREEN], _keys.Place(1, 3) in members, _keys.Place(9, 9) in members)
print(_keys.Color.RED in frozen, _keys.Place(0, 0) in frozen, nested[1, _keys.Color.RED][_keys.Place(4, 4)])
print(listed[0][_keys.Same(2)], _keys.Same(3) in listed[1], _keys.Same(4) in listed[1])
print(deep[frozenset({_keys.Same(2), _keys.Same(1)})].stop, len(frozen), len(members), hash(frozen) == hash(_keys.same(frozen)))


def given(table, members, frozen):
    return table[_keys.Same(1)], _keys.Place(1, 1) in members, _keys.Color.RED in frozen, len(table)


print(_keys.call(given, {_keys.Same(1): "x", _keys.Same(2): "y"}, {_keys.Place(1, 1)}, frozenset({_keys.Color.RED})))

# Changed on both sides
store = _keys.Store()
table, members = store.table, store.members
for i in range(3):
    table[Item(i)] = i
    members.add(Item(i))
    print(_keys.add(table, _keys.Same(i)), _keys.add(members, _keys.Place(i, i)), len(table), len(members))
print(table[Item(1)], table[_keys.Same(2)], Item(2) in members, _keys.Place(2, 2) in members, store.table is table)
del table[Item(1)]
table[_keys.Same(0)] = "new"
print(_keys.count(table), _keys.ask(table, _keys.Same(0)), Item(1) in store.table)


def grow():
    table[Kind.A] = "grown"
    return {Item(7): table}


print(_keys.call(grow)[Item(7)] is table, _keys.ask(table, Kind.A))


# Hashes that ask Python in turn, or change what they are put into
class Asking:
    def __hash__(self):
        return _keys.count([self, self])


class Growing:
    held = []
    grows = False

    def __hash__(self):
        if Growing.grows:
            Growing.held.append(len(Growing.held))
        return 3


asking, growing = Asking(), Growing()
print(_keys.ask({asking: 1}, asking), _keys.ask({asking}, asking), _keys.count([{asking: {asking}}, frozenset({asking})]))
shared = {growing: Growing.held}
Growing.grows = True
print(_keys.ask(shared, growing)[0], len(Growing.held) > 0, _keys.same(Growing.held) is Growing.held)

# In exceptions
try:
    _keys.fail_with({frozenset({_keys.Place(1, 1)}): {Item(1)}})
except ValueError as error:
    print(error.args[0], Item(1) in error.args[1][frozenset({_keys.Place(1, 1)})])


def fail():
    raise ValueError(frozenset({Item(1)}), {Kind.A: 1})


caught = _keys.catch(fail)
print(Item(1) in caught[0], caught[1][Kind.A])


# Hashes that fail
class Refusing:
    refuses = False

    def __hash__(self):
        if self.refuses:
            raise KeyError("refused")
        return 1


refusing = Refusing()
refused = {refusing: 1}
Refusing.refuses = True
try:
    print(_keys.count(frozenset([1])), _keys.ask(refused, 1))
except KeyError as error:
    print(type(error).__name__)  # here at the crossing, in one process by the lookup
print(_keys.count([1, 2]), len(refused))
other = _keys.Refusing()
theirs = _keys.same({other: 1})
other.refuses = True
try:
    theirs[other]
except LookupError as error:
    print(type(error).__name__, error)
print(_keys.count({Kind.A: 1}))
