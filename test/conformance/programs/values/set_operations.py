# set and frozenset: operators, methods, comparisons, errors.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


s, f = {1, 2, 3}, frozenset([2, 3, 4])

show(
    lambda: (s | f, f | s, s & f, s - f, f - s, s ^ f, type(s | f), type(f | s), s | set(), s & set(), s <= {1, 2, 3, 4}, s < {1, 2, 3}, s >= {1}, s > {1}, s == frozenset([1, 2, 3]), s != f, s == [1, 2, 3]),
    lambda: s | [1],
    lambda: s & "ab",
    lambda: s - 5,
    lambda: 5 ^ s,
    lambda: s < [1],
    lambda: s + s,
    lambda: (s.union([7], (8,)), s.intersection([1, 2], {2}), s.difference([1]), s.symmetric_difference([3, 4]), s.isdisjoint([9]), s.isdisjoint([1]), s.issubset(range(10)), s.issuperset([1]), s.copy(), f.copy() is f, f.union([9]), s.union(), s.difference(), s.intersection()),
    lambda: s.union(5),
    lambda: s.union([[]]),
    lambda: s.remove(9),
    lambda: set().pop(),
    lambda: s.add([]),
    lambda: s.discard([]),
    lambda: f.add(1),
    lambda: set(5),
    lambda: set(1, 2),
    lambda: set(a=1),
    lambda: frozenset(1, 2),
    lambda: {[]},
    lambda: s[0],
    lambda: (1 in s, 9 in s, 1.0 in s, True in s, {1} in s, frozenset([1]) in {frozenset([1])}, len(s), bool(set()), list(frozenset([5])), sorted(s), max(s), sum(s), set("aab") == {"a", "b"}),
    lambda: [] in s,
    lambda: (set(), frozenset(), {1}, frozenset([1]), repr({(1, 2)}), repr(frozenset([None])), set([1, 2]) , frozenset({1: 2}), set(range(5)), {x % 3 for x in range(10)}, {*"a", *[1]} == {"a", 1}),
    lambda: (hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {frozenset([1]): "x"}[frozenset([1])], frozenset(f) is f, set([1]) is set([1])),
)
t = {5, 6}
t.add(7)
t.discard(99)
t.remove(5)
t.update([8], {9: 1}, "a")
t.intersection_update([7, 8, 9, "a"], range(20))
t.difference_update([9])
t.symmetric_difference_update([8, 10])
print(t)
t |= {1}
t &= {1, 7, 10}
t -= {10}
t ^= {1, 3}
print(t, len(t))
try:
    t |= [1]
except TypeError as error:
    print(error)
try:
    for x in t:
        t.add(x + 100)
except RuntimeError as error:
    print(error)
same = {1, 2}
same -= same
print(same)
same ^= {4}
same &= same
print(same | same, same.pop(), same)


class Tagged(set):
    pass


u = Tagged([1, 2])
u.tag = "t"
print(u, u.tag, type(u | {3}), type(u.copy()), u == {1, 2}, Tagged())


class Odd(frozenset):
    def __new__(cls, items):
        return super().__new__(cls, [i for i in items if i % 2])


print(Odd(range(6)), len(Odd([2])), Odd([1]) == {1})
