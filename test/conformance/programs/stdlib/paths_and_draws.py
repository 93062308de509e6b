"""Random variables, paths, folders, fractions, sets and mappings, and dataclasses at the edges of their arguments."""
import collections.abc
import dataclasses
import os
import random
import secrets
import shutil
import tempfile
from fractions import Fraction
from pathlib import Path, PurePosixPath


def tried(make):
    try:
        return make()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


stream = random.Random(11)
for draw in (lambda: stream.triangular(), lambda: stream.triangular(2, 5, 4), lambda: stream.triangular(1, 1, 1),
             lambda: stream.triangular(5, 2), lambda: stream.gauss(1, 2), lambda: stream.normalvariate(),
             lambda: stream.vonmisesvariate(1, 0), lambda: stream.vonmisesvariate(1, 4),
             lambda: stream.gammavariate(0.4, 2), lambda: stream.gammavariate(1.0, 2), lambda: stream.gammavariate(7, 0.5),
             lambda: stream.betavariate(2, 0.5), lambda: stream.randrange(1000), lambda: stream.gammavariate(0, 1)):
    print([tried(draw) for turn in range(5)])
system = random.SystemRandom()
print([max(system.getrandbits(k) for turn in range(50)) < 2 ** k for k in (1, 3, 8, 10, 17, 64)], system.getrandbits(0),
      tried(lambda: system.getrandbits(-1)))
print(all(secrets.randbelow(5) in range(5) for turn in range(50)), tried(lambda: secrets.randbelow(0)))

path = PurePosixPath("/a/b/c")
print(list(path.parents), path.parents[-1], path.parents[0:2], path.parents[::-1], tried(lambda: path.parents[3]),
      tried(lambda: path.parents[-4]), list(PurePosixPath("x/y").parents))
print([path.is_relative_to(base) for base in ("/a", "/", "/a/b/c", "a", "/a/c", "/a/b/c/d")],
      path.is_relative_to("/a", "b"), tried(lambda: path.is_relative_to()), PurePosixPath("a").is_relative_to(""))
home, os.environ["HOME"] = os.environ.get("HOME", "/"), "/home/someone"
print([str(Path(text).expanduser()) for text in ("~", "~/x", "a/~", "/~", "")],
      tried(lambda: Path("~nobody-of-this-name/x").expanduser()))
os.environ["HOME"] = home
before = os.getcwd()
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    Path("a").mkdir()
    for make in (lambda: Path("a").mkdir(), lambda: Path("a").mkdir(exist_ok=True), lambda: Path("b/c").mkdir(),
                 lambda: Path("b/c/d").mkdir(parents=True), lambda: Path("b/c/d").mkdir(parents=True),
                 lambda: Path("b/c").mkdir(parents=True, exist_ok=True), lambda: Path("f").write_text("x"),
                 lambda: Path("f").mkdir(exist_ok=True), lambda: Path("f/g").mkdir(parents=True),
                 lambda: Path("no").unlink(),
                 lambda: Path("no").unlink(missing_ok=True), lambda: os.makedirs("m/n/o/"), lambda: os.makedirs("m/n"),
                 lambda: os.makedirs("m/n", exist_ok=True), lambda: os.makedirs("f", exist_ok=True),
                 lambda: os.makedirs("p/q/."), lambda: os.removedirs("m/n/o"), lambda: os.removedirs("m"),
                 lambda: shutil.copy("f", "b"), lambda: shutil.copy("f", "g"), lambda: os.makedirs("f/x")):
        print(tried(make), sorted(str(found) for found in Path(".").rglob("*")))
    os.chdir(before)

for value in ("3.141592653589793", "0.1", "-7/3", "22/7", "1e-9", "-0.6180339"):
    print([Fraction(value).limit_denominator(limit) for limit in (1, 2, 10, 113, 1000, 10 ** 6)])
print(tried(lambda: Fraction(1, 3).limit_denominator(0)))


class Bag(collections.abc.MutableSet):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        if item not in self.items:
            self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)

    def __repr__(self):
        return f"Bag({self.items})"


class Table(collections.abc.MutableMapping):
    def __init__(self, *args, **more):
        self.pairs = []
        self.update(*args, **more)

    def __getitem__(self, key):
        for k, v in self.pairs:
            if k == key:
                return v
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.pairs = [pair for pair in self.pairs if pair[0] != key] + [(key, value)]

    def __delitem__(self, key):
        self[key]
        self.pairs = [pair for pair in self.pairs if pair[0] != key]

    def __iter__(self):
        return iter([k for k, v in self.pairs])

    def __len__(self):
        return len(self.pairs)


class Keyed:
    def keys(self):
        return ["p", "q"]

    def __getitem__(self, key):
        return key * 2


bag = Bag("abc")
print(bag - {"a"}, ["a", "x"] - bag, bag ^ ["c", "d"], {"z"} ^ bag, tried(lambda: bag - 3), tried(lambda: bag ^ 3),
      tried(lambda: 3 - bag))
print(bag.pop(), bag, tried(lambda: Bag().pop()))
table = Table({"a": 1}, b=2)
table.update(Keyed(), p=0)
table.update([("x", float("nan"))])
nan = table["x"]
print(table.pairs, 2 in table.values(), 5 in table.values(), nan in table.values(), float("nan") in table.values(),
      table.popitem(), table.pairs)
print(tried(lambda: Table().popitem()), tried(lambda: table.update(3)), tried(lambda: table.update([1])),
      tried(lambda: table.update([(1, 2, 3)])))


@dataclasses.dataclass
class Point:
    x: int
    y: int = 2
    seed: dataclasses.InitVar[int] = 5
    z: int = dataclasses.field(default=3, init=False)


@dataclasses.dataclass
class Seeded:
    x: int
    seed: dataclasses.InitVar[int]


print(dataclasses.replace(Point(1), x=4), tried(lambda: dataclasses.replace(Point(1), z=4)),
      tried(lambda: dataclasses.replace(Seeded(1, 2), x=4)), dataclasses.replace(Seeded(1, 2), seed=4),
      tried(lambda: dataclasses.replace(3)), tried(lambda: dataclasses.replace(Point(1), no=4)))
