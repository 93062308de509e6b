# sort and sorted: keys, stability, errors in the middle.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Word:
    def __init__(self, text):
        self.text = text

    def __lt__(self, other):
        if "!" in self.text + other.text:
            raise ValueError("no order")
        return self.text < other.text

    def __repr__(self):
        return self.text

show(
    lambda: (sorted([3, 1, 2]), sorted([3, 1, 2], reverse=True), sorted("hello"), sorted(["b", "A", "c"]), sorted(["b", "A", "c"], key=str.lower), sorted([]), sorted({3: 1, 1: 2}), sorted((2, 1))),
    lambda: (sorted(range(20), key=lambda x: x % 3), sorted(range(20), key=lambda x: x % 3, reverse=True), sorted([(1, "b"), (0, "z"), (1, "a")]), sorted([[2], [1, 5], [1]]), sorted([1.5, 1, True, 0.5])),
    lambda: (sorted([(x * 7919) % 1009 for x in range(300)])[:10], sorted([(x * 7919) % 1009 for x in range(300)], reverse=True)[:10], sorted([-x for x in range(100)])[::25], sorted([x // 10 for x in range(100, 0, -1)])[:12]),
    lambda: (sorted(["x" * (i * 31 % 17) for i in range(40)], key=len)[::6], sorted([2 ** 70, 5, -2 ** 65, 2 ** 70 - 1]), sorted([float(i * 37 % 11) for i in range(20)])),
    lambda: (sorted([Word("b"), Word("a"), Word("c")]), sorted([Word("b"), Word("a")], reverse=True)),
    lambda: sorted([Word("b"), Word("a!"), Word("c")]),
    lambda: sorted([1, "a"]),
    lambda: sorted([1, None, 2]),
    lambda: sorted([1j, 2]),
    lambda: sorted(5),
    lambda: sorted([1], 2),
    lambda: sorted(),
    lambda: sorted([1], key=5),
    lambda: sorted([1, 2], foo=1),
    lambda: sorted([3, 1], key=lambda x: 1 / 0),
    lambda: (max(["aa", "b"], key=len), min(["aa", "b"], key=len), max([1, 5, 5.0]), min([1, True]), max(3, 1, 2), max([], default=7), min(default=1, *[[2]]), max("b", "a", key=ord)),
    lambda: max([]),
    lambda: max(),
    lambda: max(5),
    lambda: max(1, 2, default=3),
    lambda: max(1, "a"),
    lambda: min([], key=len),
    lambda: max([1], foo=2),
)
a = [Word(x) for x in "d!cba"]
try:
    a.sort()
except ValueError as error:
    print(error, sorted(w.text for w in a))
b = [3, 1, 2]
try:
    b.sort(key=lambda x: b.append(x) or x)
except ValueError as error:
    print(error, b)
c = [5, 3, 9, 1]
seen = []
c.sort(key=lambda x: seen.append((x, list(c))) or -x)
print(c, seen)
pairs = [(i % 4, i) for i in range(50)]
pairs.sort(key=lambda p: p[0])
print(pairs)
pairs.sort(key=lambda p: p[0], reverse=True)
print(pairs)
print(c.sort(), c)
