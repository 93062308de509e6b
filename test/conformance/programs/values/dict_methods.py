# dict: methods, order, merging, errors, subclasses with __missing__.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Missing(dict):
    def __missing__(self, key):
        return f"no {key}"


class Pairs:
    def keys(self):
        return ["x", "y"]

    def __getitem__(self, key):
        return key * 2


d = {"a": 1, "b": 2}

show(
    lambda: (d["a"], d.get("a"), d.get("z"), d.get("z", 5), "a" in d, "z" not in d, len(d), bool({}), list(d), list(d.keys()), list(d.values()), list(d.items()), d == {"b": 2, "a": 1}, d != {}, d | {"c": 3}, {**d, "a": 9}, {"a": 0} | d),
    lambda: d["z"],
    lambda: d[1, 2],
    lambda: d[[]],
    lambda: d.pop("z"),
    lambda: (d.pop("z", None), d.copy(), d.copy() is d, dict(d), dict([("a", 1)]), dict(a=1, b=2), dict({"a": 1}, b=3), dict(["ab", "cd"]), dict(zip("ab", [1, 2])), dict(Pairs()), dict(), dict.fromkeys("ab"), dict.fromkeys([1, 2], []), {}.fromkeys("xy", 0)),
    lambda: dict(5),
    lambda: dict([1]),
    lambda: dict([(1, 2, 3)]),
    lambda: dict(["ab", "c"]),
    lambda: dict(1, 2),
    lambda: dict([([], 1)]),
    lambda: {}.popitem(),
    lambda: {}.update(5),
    lambda: {}.update([5]),
    lambda: {}.update(1, 2),
    lambda: d | [("c", 3)],
    lambda: d < {},
    lambda: d + d,
    lambda: {**5},
    lambda: {**[1]},
    lambda: dict(**{1: 2}),
    lambda: (Missing(a=1)["a"], Missing()["b"], Missing().get("b"), Missing(x=2).pop("x"), type(Missing() | {}), type(Missing().copy()), Missing(a=1) == {"a": 1}, repr(Missing(a=1))),
    lambda: (repr({}), repr({1: {2: []}}), str({"a": "x", 1: None, (1,): 2.5}), {True: 1, 1: 2, 1.0: 3}, {x: x * x for x in range(4)}, {k: v for k, v in [("a", 1), ("a", 2)]}),
    lambda: (d.setdefault("a", 5), {}.setdefault("q"), {}.setdefault("q", []), list(reversed(d)), list(reversed({1: 2, 3: 4}.items())), list(reversed({1: 2, 3: 4}.values())), sorted({"b": 1, "a": 2}), max({1: 5, 3: 0}), sum({1: 5, 3: 0}), list(iter({"k": 1}))),
    lambda: (dict[str, int], list[int], tuple[int, ...], set[str], dict[str, list[int]], list[int]([1, 2]), type(list[int]), list[int] == list[int], list[int].__origin__, dict[str, int].__args__),
    lambda: ([].append.__name__, dict.__name__, {}.__class__ is dict),
)
e = {}
for i in range(20):
    e[i] = str(i)
for i in range(0, 20, 2):
    del e[i]
e[4] = "back"
e.update({1: "one", 100: "new"}, word="w")
print(e, len(e))
print(e.popitem(), e.popitem(), e.pop(3), e)
e.clear()
e["x"] = e
print(e, {"l": [e]})
f = {1: 1}
f |= {2: 2}
f |= [(3, 3)]
f.update([(4, 4)], five=5)
f.update(Pairs())
print(f)
big = {n: n for n in range(1000)}
for n in range(990):
    big.pop(n)
print(big)
for i in range(3000):
    big[i % 7] = i
    if i % 3:
        big.pop(i % 7)
print(sorted(big.items())[:4], len(big))


def changing(action):
    g = {1: 1, 2: 2, 3: 3}
    try:
        for key in g:
            action(g, key)
    except RuntimeError as error:
        return str(error), g
    return g


print(changing(lambda g, k: g.update({k + 10: 0})))
print(changing(lambda g, k: g.pop(k)))
print(changing(lambda g, k: g.update({k: k * 2})))
try:
    for key, value in (h := {1: 1, 2: 2}).items():
        del h[key]
        h[key + 10] = value
        if len(h) > 5:
            break
except RuntimeError as error:
    print(error)
try:
    del d["zz"]
except KeyError as error:
    print(repr(error))
