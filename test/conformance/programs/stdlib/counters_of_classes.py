"""Counter: what is counted, by which classes, with which counts and errors."""
from collections import Counter


class Loud(Counter):
    def __setitem__(self, key, value):
        print("set", key, value)
        super().__setitem__(key, value)


class Own(Counter):
    def get(self, key, default=None):
        return super().get(key, default) + 10


class Plain(Counter):
    pass


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 3

    def __eq__(self, other):
        return isinstance(other, Key) and self.n == other.n

    def __repr__(self):
        return f"K{self.n}"


for cls in (Counter, Plain, Loud, Own):
    c = cls("abca")
    c.update("ab")
    c.update({"a": 5, "z": -1})
    c.update(x=2, a=1)
    c.update([(1, 2), (1, 2), 1, 1.0, True, None])
    c.update(None)
    c.update()
    print(c, c.most_common(2), c.total())
c = Counter(Key(i % 5) for i in range(12))
print(c, c[Key(1)], c["absent"], list(c.elements())[:4])
c = Counter({"big": 2 ** 63 - 1, "f": 1.5, "s": True})
c.update(["big", "f", "s", "big"])
print(c, type(c["s"]))
for wrong in ([[]], 5, [1, {}]):
    c = Counter()
    try:
        c.update(wrong)
    except TypeError as error:
        print(error, c)


class Text:
    def __add__(self, other):
        c.clear()
        return "added"


c = Counter({"u": 1})
c["t"] = Text()
c.update(["t"])
print(c["t"], len(c))
grid = {(x, y): x - y for x in range(5) for y in range(5)}
grid[1, (2, 3)] = grid[1.0, True] = grid[(), ("a", (1, 2, (3,)))] = "other"
print(grid[True, 1], grid[1, (2.0, 3)], grid[(), ("a", (1, 2, (3,)))], (1, 2) in grid, (1, "2") in grid, len(grid), len({(1, float("nan")), (1, float("nan"))}))
print(sorted({(1, "a"), (1, "b"), (1.0, "a"), (True, "c"), ("x",) * 3 == ("x",) * 3}, key=str))
