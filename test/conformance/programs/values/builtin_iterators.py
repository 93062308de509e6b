# enumerate, zip, map, filter, reversed, iter, next and their errors.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Steps:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i * 10

    def __len__(self):
        return 3


class Own:
    def __iter__(self):
        return iter([1, 2])

    def __reversed__(self):
        return iter("rev")


class Broken:
    def __iter__(self):
        return 5


counter = iter([1, 2, 3, 4]).__next__

show(
    lambda: (list(enumerate("ab")), list(enumerate("ab", 5)), list(enumerate("ab", start=2 ** 63 - 1)), list(enumerate([])), next(enumerate("a"))),
    lambda: (list(zip()), list(zip([1, 2])), list(zip([1, 2], "abc")), list(zip([1], [2], [3])), list(zip([1, 2], [3, 4], strict=True)), list(zip(*[[1, 2], [3, 4]])), list(zip(strict=True))),
    lambda: list(zip([1], [1, 2], strict=True)),
    lambda: list(zip([1, 2], [1], strict=True)),
    lambda: list(zip([1, 2], [1, 2], [1], strict=True)),
    lambda: list(zip([1], [1], [1, 2], strict=True)),
    lambda: zip([1], 5),
    lambda: zip([1], foo=1),
    lambda: (list(map(str, [1, 2])), list(map(lambda a, b: a + b, [1, 2, 3], [10, 20])), list(map(pow, [2, 3], [3, 2])), list(map(int, "12")), next(map(len, ["abc"])), list(map(None.__class__, []))),
    lambda: map(str),
    lambda: map(),
    lambda: list(map(5, [1])),
    lambda: list(map(lambda x: 1 / x, [1, 0])),
    lambda: (list(filter(None, [0, 1, "", "a", []])), list(filter(lambda x: x % 2, range(5))), list(filter(str.isdigit, "a1b2")), list(filter(bool, [0, 2]))),
    lambda: filter(None),
    lambda: filter(None, 5),
    lambda: list(filter(5, [1])),
    lambda: (list(reversed([1, 2])), list(reversed((1, 2))), list(reversed("ab")), list(reversed(range(3))), list(reversed(Steps())), list(reversed(Own())), list(reversed(b"ab")), list(reversed({1: 2}))),
    lambda: reversed(5),
    lambda: reversed({1}),
    lambda: reversed(x for x in []),
    lambda: iter(5),
    lambda: iter(Broken()),
    lambda: (list(Steps()), list(Own()), list(iter(counter, 3)), 20 in Steps(), 5 in Steps(), Steps()[1], tuple(Steps()), max(Steps()), [*Steps()], dict(zip(Own(), Steps()))),
    lambda: (next(iter([])), 1),
    lambda: (next(iter([]), "default"), next(iter([7])), next(iter("ab"))),
    lambda: next([]),
    lambda: next(5),
    lambda: enumerate(5),
    lambda: enumerate(),
    lambda: enumerate([], "a"),
    lambda: list(5),
    lambda: (all([1, "a", []]), all([]), any([0, "", None]), any([]), any(x > 2 for x in [1, 2, 3]), all(x > 2 for x in [3, 4]), sum(x for x in [1, 2]), sum([], 5), sum([[1], [2]], [0]), sum([1.5, 2]), sum((True, True)), sum([1], start=10)),
    lambda: any(5),
    lambda: sum(["a"]),
    lambda: sum([], ""),
    lambda: sum(["a"], ""),
    lambda: sum([b"a"], b""),
    lambda: sum(5),
    lambda: sum([1], 2, 3),
    lambda: len(5),
    lambda: len(iter([])),
    lambda: len(x for x in []),
    lambda: (iter([1, 2]).__length_hint__(), iter((1, 2)).__length_hint__(), iter("ab").__length_hint__(), reversed([1]).__length_hint__(), iter({1: 2}).__length_hint__(), iter({1}).__length_hint__()),
    lambda: (type(iter([])).__name__, type(iter(())).__name__, type(iter("a")).__name__, type(iter("é")).__name__, type(iter(b"")).__name__, type(iter(set())).__name__, type(enumerate([])).__name__, type(zip()).__name__, type(reversed([])).__name__, type(reversed("")).__name__, type(iter(Steps())).__name__),
)
a = [1, 2, 3, 4]
for x in a:
    if x < 3:
        a.append(x + 10)
print(a)
r = reversed(a)
print(next(r))
a.clear()
print(list(r), list(r))
z = zip(iter("abc"), iter([1]))
print(list(z), next(z, None))
m = map(lambda x: x * 2, iter([1, 2, 3]))
print(next(m), list(m), list(m))


class MyMap(map):
    pass


class MyZip(zip):
    def __next__(self):
        return "z", super().__next__()


print(list(MyMap(str, [1])), list(MyZip([1, 2], [3, 4])))
