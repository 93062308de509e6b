# Dictionaries: order, views, methods, merging, changes while iterating, keys that are equal.
d = {"b": 1, "a": 2}
d["c"] = 3
d["b"] = 10
print(d, list(d), d.get("z"), d.get("z", 0), d.setdefault("n", []), d.pop("a"), len(d))
d["a"] = 5
print(list(d.items()), "a" in d, 10 in d.values())
print(d | {"b": 0, "q": 1}, dict(a=1, **{"b": 2}), {**d, "c": 0})
d.update([("x", 1)], y=2)
print(d.popitem(), d)
print({1: "int", 1.0: "float", True: "bool"})
print(dict.fromkeys("ab", 0), {k: d[k] for k in sorted(d)})
keys = d.keys()
print(keys & {"a", "zz"}, sorted(keys - {"a"}))
nested = {"x": {"y": {"z": 1}}}
nested["x"]["y"]["w"] = 2
print(nested, nested == {"x": {"y": {"w": 2, "z": 1}}})
counts = {}
for letter in "mississippi":
    counts[letter] = counts.get(letter, 0) + 1
print(counts, max(counts, key=counts.get))
try:
    for key in d:
        d[key + "!"] = 1
except RuntimeError as error:
    print(error)
for bad in (lambda: {}["k"], lambda: {[]: 1}, lambda: {}.popitem(), lambda: {1: 2}.pop(3)):
    try:
        bad()
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)
del d["x"]
d.clear()
print(d, bool(d), list(reversed({"p": 1, "q": 2})))


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return self.n % 2

    def __eq__(self, other):
        return self.n == other.n


table = {Key(n): n for n in range(6)}
print(table[Key(3)], len(table), Key(9) in table)

# Many keys that came and went.
few = {}
for i in range(1000):
    few[i] = few["x"] = i
    del few[i], few["x"]
print(len(few), 5 in few, few.get("y"))
few["kept"] = 1
for i in range(1000):
    few[str(i)] = i
    few.popitem()
print(few, "999" in few)
