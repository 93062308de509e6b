# Methods, operators and errors of list and tuple.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


a, t = [3, 1, 2], (3, 1, 2)

show(
    lambda: (a.index(1), a.index(2, 1), a.count(3), a.copy(), a + [4], a * 2, 2 * a, a * -1, 1 in a, 9 in a, a == [3, 1, 2], a != [3], a < [3, 2], a <= [3, 1, 2], [1, 2] < [1, 2, 3], [] < [1], len(a), bool([])),
    lambda: a.index(9),
    lambda: a.index(3, 1),
    lambda: a.index(1, 0, 1),
    lambda: a.remove(9),
    lambda: [].pop(),
    lambda: a.pop(7),
    lambda: a.pop("a"),
    lambda: a.insert("a", 1),
    lambda: a[3],
    lambda: a[-4],
    lambda: a["x"],
    lambda: a[1.0],
    lambda: a[None],
    lambda: a + (1,),
    lambda: a * 2.0,
    lambda: a * "x",
    lambda: a < 5,
    lambda: a + 5,
    lambda: 5 + a,
    lambda: list(5),
    lambda: list(1, 2),
    lambda: list(x=1),
    lambda: a.append(),
    lambda: a.append(1, 2),
    lambda: a.extend(5),
    lambda: a.foo,
    lambda: a.sort(1),
    lambda: a.sort(key=5),
    lambda: [1, "a"].sort(),
    lambda: [None, 1].sort(),
    lambda: sorted([1, "a", 2]),
    lambda: (t.index(1), t.count(3), t + (4,), t * 2, 2 * t, 1 in t, t == (3, 1, 2), t < (3, 2), t[0], t[-1], t[1:], t[::-1], t[:], t[5:], len(t), bool(()), hash(t) == hash((3, 1, 2)), tuple("ab"), tuple([1]), tuple(), tuple(range(3)), (), (1,), ((),)),
    lambda: t[3],
    lambda: t["x"],
    lambda: t.index(9),
    lambda: t + [1],
    lambda: t * 1.5,
    lambda: tuple(5),
    lambda: tuple(1, 2),
    lambda: t < 5,
    lambda: (repr([1, "a", None, 2.5, [1], (2,), {}]), str(["é", b"x"]), repr((1,)), repr([]), repr(((1,), [])), [[]] * 2, [[1, 2], [3]][0][1]),
    lambda: ([1, 2, 3][True], [1, 2, 3][-1], (1, 2)[False], [*range(3), *"ab"], (*[1], 2), [x for x in (1, 2) if x > 1]),
    lambda: (list("abc"), list({"a": 1}), list(range(3)), list((1, 2)), list(x * 2 for x in [1, 2]), list(map(str, [1])), list([1, 2])),
    lambda: (max([1, 5, 2]), min((4, 2)), sum([1, 2, 3]), sum([[1], [2]], []), any([0, 1]), all([]), sorted((3, 1)), list(reversed([1, 2, 3])), list(enumerate(["a", "b"], 1)), list(zip([1, 2], "ab"))),
    lambda: ([1, 2].__len__(), [1].__add__([2]), [1].__eq__([1]), [1].__eq__(1), [1].__contains__(1), [3].__getitem__(0), [1].__mul__(2), [1].__iter__().__next__(), list.__name__, [].__class__, [1, 2].__reversed__().__next__()),
    lambda: ([nan for nan in [float("nan")]] == [1], (lambda n: [n] == [n])(float("nan")), (lambda n: n in [n])(float("nan"))),
)
b = [1, 2, 3]
b.append(4)
b.extend((5, 6))
b.extend(x for x in [7])
b.insert(0, 0)
b.insert(100, 9)
b.insert(-1, 8)
print(b, b.pop(), b.pop(0), b.pop(-2), b)
b.remove(3)
b.reverse()
b += "xy"
b *= 2
print(b)
del b[0], b[-1]
b[0], b[-1] = "first", "last"
print(b, b.count("x"))
b.clear()
print(b)
loop = [1]
loop.append(loop)
pair = (loop, [2])
loop.append(pair)
print(loop, pair)
c = [1, 2, 3]
c.extend(c)
c += c
print(c)
for v in (d := [1, 2, 3, 4]):
    if v in (1, 2):
        d.remove(v)
print(d)
try:
    del c[100]
except IndexError as error:
    print(error)
try:
    c[100] = 1
except IndexError as error:
    print(error)
try:
    t[0] = 1
except TypeError as error:
    print(error)
try:
    del t[0]
except TypeError as error:
    print(error)
