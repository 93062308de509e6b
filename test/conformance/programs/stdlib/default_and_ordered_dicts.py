# collections.defaultdict and OrderedDict.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


from collections import OrderedDict, defaultdict

d = defaultdict(list, {"a": [1]})
o = OrderedDict([("x", 1), ("y", 2), ("z", 3)])

show(
    lambda: (d, d["new"], d, d.get("zz"), "zz" in d, d.default_factory, defaultdict(int, a=5)["b"], defaultdict(None, {1: 2}), defaultdict(), d.copy(), type(d.copy()), d | {"k": 0}, {"k": 0} | d, dict(d), defaultdict(lambda: "made")["q"]),
    lambda: defaultdict()["a"],
    lambda: defaultdict(5),
    lambda: defaultdict(None)[1],
    lambda: defaultdict(int, 5),
    lambda: (o, o == {"z": 3, "y": 2, "x": 1}, o == OrderedDict([("z", 3), ("y", 2), ("x", 1)]), o == OrderedDict(x=1, y=2, z=3), o != OrderedDict(), list(o), list(reversed(o)), o.popitem.__name__, OrderedDict(), OrderedDict(a=1), o.copy() == o, type(o | {}), OrderedDict.fromkeys("ab", 0), len(o), o.get("x"), o["y"]),
    lambda: o["zz"],
    lambda: OrderedDict().popitem(),
    lambda: o.move_to_end("zz"),
    lambda: o.pop("zz"),
    lambda: (o.pop("zz", 5), list(o.keys()), list(o.items()), o.keys() & {"x"}, repr(OrderedDict([(1, OrderedDict())]))),
)
for word in "the cat the dog the end".split():
    d[word].append(len(word))
print(d)
counts = defaultdict(int)
for letter in "mississippi":
    counts[letter] += 1
print(counts, sorted(counts.items()))
nested = defaultdict(lambda: defaultdict(int))
nested["a"]["b"] += 1
print(nested["a"], len(nested))
o.move_to_end("x")
print(o)
o.move_to_end("z", last=False)
print(o)
print(o.popitem(), o.popitem(last=False), o)
for i in range(20):
    o[i] = i
for i in range(0, 20, 2):
    o.move_to_end(i, last=i % 4 == 0)
print(list(o))
o.clear()
o["self"] = o
print(o)


class Cache(OrderedDict):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        if len(self) > self.size:
            self.popitem(last=False)


c = Cache(2)
for i in range(5):
    c[i] = str(i)
print(c, c.size)


class Tree(defaultdict):
    def __init__(self):
        super().__init__(Tree)


t = Tree()
t["a"]["b"]["c"] = 1
print(t)
