# keys(), values() and items(): live, set-like, comparable.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


d = {"a": 1, "b": 2, "c": 3}
k, v, i = d.keys(), d.values(), d.items()

show(
    lambda: (k, v, i, len(k), len(v), len(i), "a" in k, 1 in v, ("a", 1) in i, ("a", 2) in i, 5 in i, "z" in k, list(k), list(v), list(i)),
    lambda: (k == {"a", "b", "c"}, k == d.keys(), k <= {"a", "b", "c", "d"}, k < {"a", "b", "c"}, k > {"a"}, k >= {"a", "z"}, i == {("a", 1), ("b", 2), ("c", 3)}, v == d.values(), k != {"a"}, k == ["a", "b", "c"]),
    lambda: (sorted(k & {"a", "z"}), sorted(k | {"z"}), sorted(k - {"a"}), sorted(k ^ {"a", "z"}), sorted(i & {("a", 1)}), sorted({"a", "q"} & k), sorted({"a", "q"} - k), sorted(k | ["y"]), type(k & k)),
    lambda: (k.isdisjoint({"z"}), k.isdisjoint(["a"]), i.isdisjoint([]), list(reversed(k)), list(reversed(v)), list(reversed(i)), k.mapping, type(k.mapping)),
    lambda: k[0],
    lambda: v & {1},
    lambda: v < {1},
    lambda: k + k,
    lambda: k < 5,
    lambda: k & 5,
    lambda: hash(k),
    lambda: k.add("x"),
    lambda: (iter(k).__next__(), next(iter(i)), list(zip(k, v)), dict(i), set(k) == {"a", "b", "c"}, max(v), sum(v), sorted(i, key=lambda p: -p[1]), [*k], {**d}),
    lambda: (type(k).__name__, type(iter(k)).__name__, type(v).__name__, type(iter(v)).__name__, type(iter(i)).__name__, type(reversed(k)).__name__),
)
d["d"] = 4
print(k, v, i, len(k))
del d["a"]
print(k, list(v))
it = iter(k)
next(it)
d["new"] = 1
try:
    next(it)
except RuntimeError as error:
    print(error)
nested = {}
nested["self"] = nested.values()
print(nested)
