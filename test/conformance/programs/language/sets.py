# Sets and frozensets; integers only where order shows.
a, b = {1, 2, 3}, {3, 4}
print(a | b, a & b, a - b, a ^ b, a < {1, 2, 3, 4}, a.isdisjoint({9}))
a.add(10)
a.discard(99)
a.remove(1)
print(a, len(a), 10 in a)
a |= {20}
a.update([30], (40,))
a -= {2}
print(sorted(a), set(), frozenset([1, 2]) == {2, 1})
groups = {frozenset({1, 2}): "x"}
print(groups[frozenset({2, 1})], sorted({"b", "a", "b"}), set("hello") == set("olleh"))
print({n * 37 % 64 for n in range(12)})
for bad in (lambda: {1}.remove(2), lambda: {[1]}, lambda: set().pop(), lambda: {1} | [2]):
    try:
        bad()
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)
