"""Sites that see two classes, three, and classes that change: loads, stores and calls."""


class Plain:
    def __init__(self, value):
        self.value = value

    def twice(self):
        return self.value * 2


class Slotted:
    __slots__ = ("value",)

    def __init__(self, value):
        self.value = value

    def twice(self):
        return (self.value, self.value)


class Other:
    def __init__(self, value):
        self.first = "first"
        self.value = value

    def twice(self, more=1):
        return self.value + self.value + more


class Computed:
    @property
    def value(self):
        return "computed"

    @value.setter
    def value(self, new):
        print("set", new)

    def twice(self):
        return "never"

    def __getattr__(self, name):
        return f"no {name}"


def load(o):
    return o.value


def store(o, v):
    o.value = v


def call(o):
    return o.twice()


def sweep(objects):
    for o in objects:
        print(type(o).__name__, load(o), call(o))
        store(o, load(o))


plain, slotted, other, computed = Plain(1), Slotted(2), Other(3), Computed()
for turn in range(4):
    sweep([plain, slotted])
for turn in range(20):
    load(plain), load(slotted), load(other)
sweep([plain, slotted, other, computed] * 2)

# The class changes while sites know it.
Plain.twice = lambda self: "replaced"
sweep([plain, slotted])
Slotted.twice = Plain.__init__
try:
    sweep([plain, slotted])
except TypeError as error:
    print(error)
Slotted.twice = Other.twice
sweep([plain, slotted])

# An instance hides its class's method, another leaves an attribute unbound, a third has none.
plain.twice = lambda: "of the instance"
sweep([plain, slotted])
del slotted.value
for o in (plain, slotted, plain):
    try:
        print(load(o))
    except AttributeError as error:
        print(error)
slotted.value = 5
del plain.value
for o in (slotted, plain, slotted):
    try:
        print(load(o))
    except AttributeError as error:
        print(error)
plain.value = 7
sweep([plain, slotted, plain])

# The order of attributes differs between instances of one class.
late = Other(1)
del late.first
late.value, late.first = 11, 12
for o in (late, other, slotted, late):
    print(load(o))

# The class of an object changes, and the object is a class or a module.
other.__class__ = Plain
print(load(other), call(other))


class WithValue:
    value = "of the class"

    @staticmethod
    def twice():
        return "static"


import types

module = types.ModuleType("module")
module.value, module.twice = "of the module", lambda: "of the module, too"
for o in (WithValue, WithValue(), module, plain, WithValue):
    print(load(o), call(o))


# Methods of built-in types, of their subclasses, and of other types.
class Text(str):
    def upper(self):
        return "UPPER of Text"


class Hidden(str):
    pass


class Borrower:
    up = str.upper
    get = dict.get


def upper(o):
    return o.upper()


hidden = Hidden("h")
for o in ("a", Text("b"), hidden, "c", hidden):
    print(upper(o))
hidden.upper = lambda: "of the instance"
for o in ("a", hidden, Text("b"), "c"):
    print(upper(o))
for turn in range(3):
    for method in (lambda o: o.up(), lambda o: o.get(1)):
        try:
            print(method(Borrower()))
        except TypeError as error:
            print(error)


def pop(o, *arguments):
    return o.pop() if not arguments else o.pop(arguments[0])


for o, arguments in (([1, 2, 3], (0,)), ({1: 2}, (1,)), ([4, 5], ()), ({6}, ()), ({}, (1,)), ([], ()), ([7], (9,)), ({8}, (1,))):
    try:
        print(pop(o, *arguments))
    except (KeyError, IndexError, TypeError) as error:
        print(type(error).__name__, error)


def append(o, item):
    result = o.append(item)
    return o if result is None else result


class Kept(list):
    def append(self, item):
        super().append(item)
        return "kept"


from collections import deque

for turn in range(3):
    for o in ([], Kept(), deque()):
        print(append(o, turn))


def count_of(o):
    return o.count()


for o in ([1], (1,), [2]):
    try:
        count_of(o)
    except TypeError as error:
        print(error)
