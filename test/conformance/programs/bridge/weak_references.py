# Weak references to objects of a package: Python knows who else holds them.
import weakref

import _meters
from _meters import Meter

meter = Meter("a")
reference = weakref.ref(meter)
print(reference() is meter, reference() == meter, reference is weakref.ref(meter), weakref.getweakrefcount(meter))
print(hash(reference) == hash(meter), reference == weakref.ref(Meter("b")), reference == weakref.ref(meter, print))
del meter
print(reference())

# Held by Python alone.
reference = weakref.ref(_meters.keep(Meter("held")))
print(reference())
_meters.let_go()
print(reference())

order = []
first, second = Meter("first"), Meter("second")
references = [weakref.ref(first, lambda dead: order.append(("first", dead() is None))),
              weakref.ref(second, lambda dead: order.append(("second", dead is references[1])))]
print(references[0].__callback__ is not None, order)
del second
print(order)
del first
print(order)
silent = Meter("silent")
unheard = weakref.ref(silent, lambda dead: print("never"))
del unheard
del silent

table = weakref.WeakKeyDictionary()
keys = [Meter("x"), Meter("y")]
for i, key in enumerate(keys):
    table[key] = i
print(len(table), table[Meter("x")], sorted(key.name for key in table))
keys.pop()
del key
print(len(table), list(table.items()))
values = weakref.WeakValueDictionary()
values["kept"], values["lost"] = keys[0], Meter("z")
print(sorted(values), values["kept"])
seen = weakref.WeakSet(keys)
print(len(seen), keys[0] in seen, Meter("x") in seen, Meter("other") in seen)
keys.clear()
print(len(seen), len(table), len(values))


class Gauge(Meter):
    pass


gauge = Gauge("g")
reference = weakref.ref(gauge)
print(type(reference()).__name__, reference().name)
del gauge
print(reference())


class Named(weakref.ref):
    def __new__(cls, target, name):
        self = super().__new__(cls, target)
        self.name = name
        return self

    def __init__(self, target, name):
        super().__init__(target)


meter = Meter("named")
named = Named(meter, "n")
print(named.name, named() is meter, isinstance(named, weakref.ref))
finalizer = weakref.finalize(meter, print, "finalized")
print(finalizer.alive)
del meter
print(named(), finalizer.alive)
try:
    weakref.ref(_meters.Residue(1).value)
except TypeError as error:
    print(error)
