"""A nan is equal to none, but containers find the very same object."""
import json
import math

n = float("nan")
d = {n: 1}
print(n in d, d.get(n), float("nan") in d, d.get(float("nan")))
s = {n, n}
print(len(s), n in s, len({float("nan"), float("nan")}))
items = [n]
print(n in items, items.index(n), items.count(n), items == [n], (n,) == (n,), n == n)
m = n
print(m in s, {n: 1} == {n: 1}, {m} == {n})
d[n] = 2
d[float("nan")] = 3
d[m] = 4
print(len(d), list(d.values()))
print(m is n, float("nan") is n, math.nan is math.nan, math.nan in [math.nan])
print(len({float("nan") for _ in range(3)}), len({n for _ in range(3)}))
print(set([n]) | {n}, {n} - {n}, {n} & {n}, (n, 1) in {(n, 1)})
print(json.loads("[NaN]"), float("-nan"), float("nan") + 1, str(n), repr([n]))


def passed(x):
    return x


print(passed(n) in d, passed(n) is n, [x in s for x in [n, float("nan")]])
