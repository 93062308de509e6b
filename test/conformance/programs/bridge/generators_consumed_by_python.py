"""Generators, iterators and context managers of the program in the hands of Python's libraries."""

import collections
import contextlib
import io
import itertools

import csv as _csv
import numpy as np

import _toolbox


def rows(n):
    try:
        for i in range(n):
            yield {"i": i, "square": i * i}
    finally:
        print("rows closed", n)


print(_toolbox.consume(rows(3), 2))
g = rows(5)
print(_toolbox.consume(g, 1), _toolbox.consume(g, 1), next(g))
del g
print(np.fromiter((x * x for x in range(5)), dtype=np.int64).tolist())
print(np.fromiter(map(float, range(3)), float, count=2).tolist())
print(_toolbox.call(lambda a, b: list(zip(a, b)), rows(2), "xyz"))
print(_toolbox.call(dict, ((k, v) for k, v in [("a", 1), ("b", [2])])))


def accumulate():
    total = 0
    while True:
        got = yield total
        if got is None:
            return total
        total += got


a = accumulate()
_toolbox.call(next, a)
print([_toolbox.call(a.send, n) for n in (1, 10, 100)])
try:
    _toolbox.call(a.send, None)
except StopIteration as end:
    print("returned", end.value)


@contextlib.contextmanager
def managed(name):
    print("enter", name)
    try:
        yield name * 2
    except ValueError as error:
        print("manager caught", error)
    finally:
        print("leave", name)


with managed("m") as got:
    print(got, _toolbox.call(lambda: got))
with managed("n"):
    _toolbox.call(int, "no number")


class Tree:
    def __init__(self, value, *children):
        self.value, self.children = value, children

    def __iter__(self):
        yield self.value
        for child in self.children:
            yield from child

    def __reversed__(self):
        return reversed(list(self))

    def __len__(self):
        return 1 + sum(map(len, self.children))

    def __contains__(self, x):
        return any(x == y for y in self)


t = Tree(1, Tree(2, Tree(3)), Tree(4))
print(_toolbox.call(list, t), _toolbox.call(len, t), _toolbox.call(lambda t: (3 in t, 9 in t, [*t][1:], max(t)), t))
print(_toolbox.call(list, _toolbox.call(reversed, t)), _toolbox.call(sorted, t, reverse=True))
print(np.array(list(t)).sum(), _toolbox.call(collections.Counter, t) == {1: 1, 2: 1, 3: 1, 4: 1})


def countdown(n):
    while n:
        n -= 1
        if n == 1:
            raise OSError("stuck")
        yield n


try:
    _toolbox.call(list, countdown(4))
except OSError as error:
    print("error", error)
