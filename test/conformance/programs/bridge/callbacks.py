import copy
import json

import _toolbox

registry = _toolbox.Registry()


@registry.on("start")
def started(name, *, loud=False):
    return name.upper() if loud else name


class Service:
    def __init__(self):
        self.calls = []
        registry.on("stop")(self.stopped)
        registry.on("count")(lambda: len(self.calls))

    def stopped(self, why):
        self.calls.append(why)
        return self


s = Service()
print(registry.fire("start", "a"), registry.fire("start", "b", loud=True), started("c"))
print(registry.fire("stop", "done") is s, registry.fire("stop", "again").calls, registry.fire("count"))
try:
    registry.fire("start")
except TypeError as error:
    print(error)
print(registry.handlers["start"] is started, sorted(registry.handlers))

print(_toolbox.call(lambda f: f, started) is started, started.__name__)
v = _toolbox.Vector(1, [2])
w = copy.copy(v)
print(w is v, w == v, w.items[1] is v.items[1])
print(json.dumps({"items": v.items, "n": len(v)}))
print(list(map(_toolbox.Vector, [1, 2])), list(filter(_toolbox.Vector(0).__eq__, [_toolbox.Vector(0), 3])))
print(max([_toolbox.Vector(1), _toolbox.Vector(3), _toolbox.Vector(2)], key=float), min(_toolbox.Vector(4, 2)))
print(_toolbox.call(sorted, ["bb", "a", "ccc"], key=lambda text: -len(text)), _toolbox.call(map, str, [1, 2]).__next__())
print(_toolbox.call(lambda *a, **k: (a, k), 1, *[2, 3], x=4, **{"y": 5}))
keep = _toolbox.Keeper()
for i in range(3):
    keep.keep(lambda x, i=i: x * i)
print([f(10) for f in keep.kept])
nested = _toolbox.call(_toolbox.call, _toolbox.call, lambda: _toolbox.call(lambda: "deep"))
print(nested)


def fibonacci(n):
    return n if n < 2 else _toolbox.call(fibonacci, n - 1) + fibonacci(n - 2)


print(fibonacci(10))
