# The last reference that compiled code had: what the object's end does is done there and then.
import os

import _endings

a = _endings.make("a")
print("before")
del a
print("after")
b = _endings.Loud("b")
b = None
print("b is None")
b = _endings.make("first")
b = _endings.make("second")
print("rebound")
_endings.make("nobody's")
print("statement over", _endings.make("passing").name, "printed")


def scope():
    c = _endings.make("c")
    d = c.me().other("d")
    print("leaving", c.name, d.name)


scope()
print("left")
for i in range(2):
    e = _endings.make(f"e{i}") + _endings.make(f"f{i}")
    print(e.name)
del e
print("loop over")

items = _endings.many(3)
print(len(items))
items.pop(1)
print("popped")
items.clear()
print("cleared")
pair = (_endings.make("x"), [_endings.make("y")], {"k": _endings.make("z")})
del pair
print("containers gone")


class Holder:
    def __init__(self, name):
        self.held = _endings.make(name)

    def __del__(self):
        print("end of holder of", self.held.name)


h = Holder("held")
h.held = _endings.make("held instead")
print("replaced")
del h
print("holder gone")

g = _endings.numbers("g")
print(next(g), next(g))
g = None
print("generator gone")
for n in _endings.numbers("loop"):
    if n == 2:
        break
print("left the loop at", n)
for n in _endings.numbers("whole"):
    pass
print("read whole")

try:
    _endings.hold("frame")
except ValueError as error:
    print(error)
print("handled")
try:
    try:
        _endings.hold("inner frame")
    finally:
        print("finally")
except ValueError:
    print("handled again")
print("forgotten")

f = _endings.closure("closed over")
print(f())
del f
print("closure gone")
_endings.use(lambda: _endings.make("of a callback"))
_endings.use(lambda: _endings.forward(lambda x: x, _endings.make("handed through")))


def then(name):
    print("told of", name, _endings.count())
    _endings.make("from within " + name)


t = _endings.make("telling", then)
del t
print("told")
w = _endings.watch(_endings.Counted())
thing = _endings.Counted()
w = _endings.watch(thing)
print(_endings.count())
del thing
print(_endings.count(), w() is None)


def deep(n):
    kept = _endings.make(f"level {n}")
    return _endings.forward(deep, n - 1) if n else "deepest"


print(deep(2))
path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "_packages", "_endings.py")
bound = _endings.make("bound").me
print("method kept", bound().name)
bound = None
print("method gone")
try:
    raise KeyError(_endings.make("in an exception"))
except KeyError as error:
    print(error.args[0].name)
print("exception gone")

print("over")
last = _endings.make("left at the end")
