"""Loops whose items are unpacked into two: where they come from, what is wrong with them, what changes meanwhile."""
import collections
import traceback


def pairs(iterable):
    found = []
    for a, b in iterable:
        found.append((a, b))
    return found


def pairs_slowly(iterable):
    for a, b in iterable:
        yield b
        yield a


def swapped(iterable):
    return [(b, a) for a, b in iterable], {a: b for a, b in iterable}


class Own(enumerate):
    def __next__(self):
        number, item = super().__next__()
        return item, -number


class Steps:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration("over")
        return [self.n, str(self.n)]


class Pair(tuple):
    def __iter__(self):
        return iter(("first", "second"))


text = {"a": 1, "b": [2], 3: None}
for source in (lambda: enumerate("xyz"), lambda: enumerate([1, None, ()], 2 ** 63 - 2), lambda: zip("ab", [1, 2, 3]),
               lambda: zip([1, 2], (3, 4), strict=True), lambda: text.items(), lambda: reversed(text.items()),
               lambda: [(1, 2), [3, 4], "56", {7: 0, 8: 0}, range(2)], lambda: ((i, -i) for i in range(3)), lambda: Own("pq"),
               lambda: Steps(3), lambda: [Pair((1, 2)), Pair((3,))], lambda: map(lambda i: (i, i * i), range(3)),
               lambda: collections.OrderedDict(k=1, l=2).items(), lambda: collections.Counter("aab").items(),
               lambda: filter(None, [(0, 1), (2, 3)]), lambda: (("x", "y"),) * 2, lambda: iter([(5, 6)]),
               lambda: zip(enumerate("ab"), zip([1, 2], [3, 4]))):
    print(pairs(source()), list(pairs_slowly(source())))
    if not isinstance(source(), (enumerate, zip, Steps)) and not hasattr(source(), "__next__"):
        try:
            print(swapped(source()))
        except TypeError as error:
            print(error)

for wrong in ([1], [(1, 2), (3,)], [(1, 2), (3, 4, 5)], "a", ["ab", "c"], zip([1], [2], [3]), [None], enumerate(5) if 0 else [5],
              zip([1, 2], [3], strict=True), zip([1], [2, 3], strict=True), zip()):
    try:
        print(pairs(wrong))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
        frame = traceback.extract_tb(error.__traceback__)[-1]
        print(frame.name, frame.lineno, frame.line)

kept = []
for pair in enumerate("ab"):
    kept.append(pair)
for a, b in enumerate("ab"):
    kept.append((a, b))
print(kept)

d = {1: 2, 3: 4}
try:
    for k, v in d.items():
        d[k + 10] = v
except RuntimeError as error:
    print(error, d)
d = {i: i for i in range(5)}
for k, v in d.items():
    d[k] = [v]  # values may change
print(d)
rows = [(1, 2), (3, 4)]
for a, b in rows:
    if len(rows) < 6:
        rows.append((b, a))
print(rows)


def ways(n):
    out = []
    for i, (a, b) in enumerate(zip(range(n), "abcdefgh")):
        if i == 1:
            continue
        if i == 4:
            break
        out.append((i, a, b))
    else:
        out.append("else")
    for a, b in zip(range(n), out):
        out[a] = b, a
        if a == 2:
            return out, "returned"
    return out


print(ways(3), ways(8), ways(1))


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("end of", self.name)


def ends():
    for a, b in zip([Noisy("1"), Noisy("2")], (Noisy(c) for c in "xy")):
        print(a.name, b.name)
        del a
    print("loop over")


ends()


def failing():
    yield 1, 2
    raise KeyError("inside")


def fails_second(n):
    for i in range(n):
        yield i
    raise ValueError("second")


for source in (failing(), zip([1, 2, 3], fails_second(2)), zip(fails_second(1), "ab"), enumerate(fails_second(2))):
    found = []
    try:
        for a, b in source:
            found.append((a, b))
    except (KeyError, ValueError) as error:
        print(repr(error), found)

# Places that are not plain names.
box, items = {}, [0, 0]
for box["k"], items[1] in enumerate("uv"):
    print(box, items)
for a, a in [(1, 2), (3, 4)]:
    print(a)
for (a, b), c in zip([(1, 2)], [3]):
    print(a, b, c)
for a, *b in [(1, 2), (3, 4, 5)]:
    print(a, b)
