# What operations allocate is given back: the number of live blocks does not grow with the number of rounds.
import collections
import contextlib
import copy
import dataclasses
import datetime
import enum
import fractions
import functools
import gc
import io
import itertools
import json
import pickle
import re
import sys
import weakref


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Point:
    x: int
    y: list = dataclasses.field(default_factory=list)


class Node:
    def __init__(self, value, parent=None):
        self.value = value
        self.parent = parent
        self.children = []


def containers():
    d = {str(i): [i, (i, {i})] for i in range(50)}
    d.update({k: v for k, v in list(d.items())[:5]})
    d.pop("3")
    return sorted(d, key=len)[-1], len(set(d) & set(map(str, range(9))))


def text():
    parts = "a,b;c".replace(";", ",").split(",")
    return f"{'-'.join(parts):>10}|{3.14159:.2f}|%s" % (parts,), "x".encode().hex(), 10 ** 50 // 7


def exceptions():
    try:
        try:
            raise KeyError("k")
        except KeyError as error:
            raise ValueError("v") from error
    except ValueError as error:
        error.add_note("n")
        return str(error.__cause__)


def generators():
    def count(n):
        try:
            for i in range(n):
                yield i
        finally:
            pass
    g = count(5)
    next(g)
    g.close()
    return sum(count(10)), list(itertools.islice(zip(count(9), itertools.cycle("ab")), 3))


def closures():
    @functools.lru_cache(maxsize=4)
    def f(n):
        return n if n < 2 else f(n - 1) + f(n - 2)
    return f(20), functools.reduce(lambda a, b: a + b, map(functools.partial(pow, 2), range(5)))


def objects():
    root = Node(0)
    for i in range(5):
        root.children.append(Node(i, root))
    seen = weakref.ref(root)
    p = Point(1, [2])
    return seen() is root, dataclasses.replace(p, x=3), copy.deepcopy(p) == p, Colour(2).name


def modules():
    value = json.loads(json.dumps({"a": [1, 2.5, None], "b": {"c": "é"}}))
    again = pickle.loads(pickle.dumps((value, Point(1))))
    words = re.sub(r"(\w)(\d?)", lambda m: m[1].upper(), "a1 b2 c")
    moment = datetime.datetime(2024, 1, 31) + datetime.timedelta(days=1)
    return again[1], words, str(moment), fractions.Fraction(1, 3) + 1, collections.Counter("aab").most_common(1)


def contexts():
    with contextlib.ExitStack() as stack, contextlib.suppress(ZeroDivisionError):
        out = stack.enter_context(io.StringIO())
        print("x", file=out)
        1 / 0
    with contextlib.redirect_stdout(io.StringIO()) as caught:
        print("hidden")
    return caught.getvalue()


def matching():
    found = []
    for value in (1, "a", [1, 2, 3], {"k": 5, "z": 1}, Point(1, [])):
        match value:
            case [first, *rest]:
                found.append((first, rest))
            case {"k": k, **others}:
                found.append((k, others))
            case Point(x=x):
                found.append(x)
            case _:
                found.append(value)
    return found


for operation in (containers, text, exceptions, generators, closures, objects, modules, contexts, matching):
    first = operation()
    for _ in range(100):
        operation()
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(200):
        assert operation() is not None
    gc.collect()
    grown = sys.getallocatedblocks() - before
    print(operation.__name__, "flat" if grown < 190 else f"grew by {grown}", first)
