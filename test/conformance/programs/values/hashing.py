# Hashes of numbers and collections, and what cannot be hashed.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: (hash(0), hash(1), hash(-1), hash(10 ** 18), hash(-10 ** 18), hash(2 ** 62), hash(3 ** 100)),
    lambda: (hash((1, 2, 3)), hash(()), hash((1,)), hash((1, (2, 3))), hash((1.5, True)), hash((-1, -1))),
    lambda: (hash(frozenset()), hash(frozenset([1])), hash(frozenset([1, 2, 3])), hash(frozenset(range(100)))),
    lambda: (hash(range(5)), hash(range(2, 4)), hash(range(3, 3)) == hash(range(0)), hash(range(0, 10, 2)) == hash(range(0, 9, 2)), hash(range(5, 6)) == hash(range(5, 7, 3))),
    lambda: (hash("") == 0, hash(b"") == 0, hash("abc") == hash("abc"), hash("abc") == hash(b"abc")),
    lambda: (hash(True), hash(False), hash(1.0), hash(0.5), hash(1e300), hash(float("inf")), hash(1j), hash(1 + 2j)),
    lambda: hash([]),
    lambda: hash({}),
    lambda: hash(set()),
    lambda: hash(bytearray()),
    lambda: hash(slice(1)),
    lambda: hash((1, [])),
    lambda: {[]: 1},
    lambda: {{}},
    lambda: {1: 2}[[]],
    lambda: [] in {1},
    lambda: {} in {},
    lambda: set([[]]),
    lambda: dict([([], 1)]),
    lambda: frozenset([{}]),
    lambda: {frozenset([1, 2]): "f"}[frozenset([2, 1])],
    lambda: ({1} in {frozenset([1])}, set() in {frozenset()}),
    lambda: {1: "a", 1.0: "b", True: "c"},
    lambda: ({(1, 2): 3}[(1, 2)], {0: 1}[False], {1.0: 1}[1], {2 ** 100: 1}[2.0 ** 100]),
    lambda: (len({1, 1.0, True, 1 + 0j}), len({0, -0.0, False}), len({"a", b"a"})),
    lambda: ([].__hash__, {}.__hash__, set.__hash__, bytearray.__hash__),
)
