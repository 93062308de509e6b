"""Containers that both sides hold and change, in the middle of calls."""

import collections

import _toolbox

shared = {"list": [1], "set": {1}, "nested": {"deep": []}, "bytes": bytearray(b"ab")}
keep = _toolbox.Keeper()
keep.keep(shared)
log = []


def change(step):
    shared["list"].append(step)
    shared["set"].add(step)
    shared["nested"]["deep"].append(shared["list"])
    shared["bytes"].extend(b"c")
    seen = keep.kept[0]
    log.append((seen is shared, len(seen["list"]), len(seen["nested"]["deep"]), bytes(seen["bytes"])))
    return seen["list"]


for step in range(3):
    got = _toolbox.call(change, step)
    print(got is shared["list"], got, sorted(shared["set"]))
print(log)
_toolbox.call(shared["list"].clear)
print(shared["list"], keep.kept[0]["list"], shared["nested"]["deep"][0] is shared["list"])
_toolbox.call(lambda d: d.pop("set"), shared)
_toolbox.call(dict.update, shared, {"new": (1, [2])})
print(sorted(shared), shared["new"][1])
shared["new"][1].append(3)
print(keep.kept[0]["new"], len(keep.kept[0]))
loop = [1]
loop.append(loop)
same = _toolbox.call(lambda x: x, loop)
print(same is loop, same[1] is loop, len(same), _toolbox.call(repr, loop))
loop[1] = None
a, b = [], []
a.append(b)
b.append(a)
print(_toolbox.call(lambda x, y: (x[0] is y, y[0] is x, x[0][0] is x), a, b))
b.clear()
order = collections.OrderedDict([("z", 1), ("a", 2)])
_toolbox.call(lambda d: d.move_to_end("z"), order)
print(list(order.items()), type(order).__name__)
frozen = frozenset([1, (2, 3)])
print(_toolbox.call(lambda s: s | {4}, frozen) == {1, (2, 3), 4}, _toolbox.call(lambda s: s, frozen) == frozen)
counts = collections.Counter("abca")
print(_toolbox.call(lambda c: c["a"], counts), _toolbox.call(lambda c: sorted(c.keys()), counts))
default = collections.defaultdict(list)
_toolbox.call(lambda d: d["k"].append(5), default)
print(dict(default), _toolbox.call(len, default))
queue = collections.deque([1, 2, 3], maxlen=3)
_toolbox.call(queue.append, 4)
print(list(queue), _toolbox.call(list, queue), _toolbox.call(lambda q: q[0], queue))
Point = collections.namedtuple("Point", "x y")
p = _toolbox.call(lambda p: p, Point(1, [2]))
print(p, p.x, p._replace(x=5), isinstance(p, tuple), _toolbox.call(lambda p: p.y, p))
big = list(range(1000))
_toolbox.call(big.reverse)
print(big[:3], sum(_toolbox.call(lambda x: x[::100], big)))
floats = [0.5] * 4
keep.keep(floats)
floats[1] = 2
keep.kept[1][2] = "three"
print(floats, keep.kept[1])
words = _toolbox.call(str.split, "a b c")
words.sort(reverse=True)
print(words, _toolbox.call("-".join, words))
it = iter(big)
print(_toolbox.call(next, it), next(it), _toolbox.call(lambda i: [next(i) for _ in range(2)], it))
