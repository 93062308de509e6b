# range of any size: items, slices, membership, comparison.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


r, big = range(2, 20, 3), range(10 ** 20, 10 ** 20 + 10, 4)

show(
    lambda: (r, list(r), len(r), r[0], r[-1], r[1:3], r[::-1], r[::2], 5 in r, 6 in r, 5.0 in r, "a" in r, True in range(2), r.index(8), r.count(5), r.count(6), r.start, r.stop, r.step, bool(range(0)), list(reversed(r))),
    lambda: (big, list(big), big[1], big[-1], len(big), 10 ** 20 in big, big.index(10 ** 20 + 4), big[1:], list(reversed(big)), big == range(10 ** 20, 10 ** 20 + 9, 4), hash(big) == hash(range(10 ** 20, 10 ** 20 + 9, 4)), max(big)),
    lambda: (range(5), range(1, 5), range(5, 0, -1), list(range(5, 0, -2)), list(range(0)), list(range(5, 1)), range(True), range(0, 5, 1), range(2 ** 63), len(range(2 ** 62)), list(range(2 ** 63 - 2, 2 ** 63 + 2)), list(range(-2 ** 63, -2 ** 63 + 3))),
    lambda: (range(3) == range(0, 3, 1), range(0) == range(5, 5), range(0, 3, 2) == range(0, 4, 2), range(3) != range(4), range(3) == [0, 1, 2], {range(3): 1}[range(0, 3)]),
    lambda: r[6],
    lambda: r[-7],
    lambda: r["a"],
    lambda: r[1.0],
    lambda: r.index(6),
    lambda: r.index("a"),
    lambda: range(1, 2, 0),
    lambda: range(1.5),
    lambda: range("a"),
    lambda: range(),
    lambda: range(1, 2, 3, 4),
    lambda: range(a=1),
    lambda: len(range(2 ** 63)),
    lambda: r < r,
    lambda: r + r,
    lambda: r.start.foo,
    lambda: (range(5)[1:4][::-1][0], range(10)[-3:], range(10)[8:2:-2], range(0, 100, 7)[3:9:2], range(10)[20:], range(5)[True]),
    lambda: (sum(range(101)), sum(range(0, -10, -3)), [i for i in range(3) for _ in range(2)], sorted(range(5, 0, -1)), min(range(3, 9)), tuple(range(3)), set(range(3)), list(zip(range(3), range(10, 13))), list(map(str, range(2)))),
    lambda: (type(iter(range(3))).__name__, type(iter(big)).__name__, iter(range(3)).__length_hint__(), range(3).__iter__().__next__(), range(3).__len__(), range(3).__contains__(1), range(3).__reversed__().__next__()),
)
for i in (n := range(3)):
    n = range(10)
print(i)
x = 5
for i in range(x):
    x = 1
print(i, x)
it = iter(range(2))
print(next(it), next(it), next(it, "end"), next(it, "end"))
total = 0
for i in range(10 ** 18, 10 ** 18 + 5):
    total += i
print(total)
