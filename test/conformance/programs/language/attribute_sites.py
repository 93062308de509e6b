# One site sees many classes, and classes and instances that change after the site has learnt them.
import gc


class Base:
    kind = "base"

    def __init__(self, value):
        self.value = value

    def describe(self):
        return f"{type(self).__name__} {self.value} {self.kind}"


def look(thing):
    return thing.value


def store(thing, value):
    thing.value = value


def call(thing):
    return thing.describe()


# Many classes at the same sites, in several orders.
classes = [type(f"Kind{i}", (Base,), {"kind": f"kind {i}"}) for i in range(40)]
things = [cls(i) for i, cls in enumerate(classes)]
for step in (1, 3, 7, 11):
    for i in range(len(things)):
        thing = things[i * step % len(things)]
        store(thing, look(thing) + 1)
        assert call(thing) == f"{type(thing).__name__} {thing.value} {thing.kind}"
print([look(thing) for thing in things[:6]])

# An instance hides a method; another does not.
plain, hiding = Base(1), Base(2)
for _ in range(3):
    print(call(plain), call(hiding))
hiding.describe = lambda: "hidden"
for _ in range(3):
    print(call(plain), call(hiding))
del hiding.describe
print(call(hiding))

# Values of the class that instances hide are no reason to look for hidden methods, but a function
# under such a name is found, or hidden, as it should be.
first, second = Base("a"), Base("b")
first.kind = "own"
print(call(first), call(second))


def shout(thing):
    return thing.kind()


class Loud(Base):
    kind = "text"


quiet, loud = Loud(1), Loud(2)
quiet.kind = lambda: "of the instance"
Loud.kind = lambda self: f"of the class {self.value}"
for _ in range(3):
    print(shout(quiet), shout(loud))

Loud.kind = "text"

# The method is replaced, deleted, made a static method and a property of functions.
print(call(loud))
Loud.describe = lambda self: "replaced"
print(call(loud))
del Loud.describe
print(call(loud))
Loud.describe = staticmethod(lambda: "static")
print(call(loud))
Loud.describe = property(lambda self: lambda: f"property {self.value}")
print(call(loud))
Loud.describe = classmethod(lambda cls: cls.__name__)
print(call(loud))
del Loud.describe

# Attributes that go and come, in another order, in `__dict__`, as slots.
class Two:
    def __init__(self, swapped=False):
        if swapped:
            self.b, self.a = 1, 2
        else:
            self.a, self.b = 1, 2


def both(thing):
    return thing.a, thing.b


for _ in range(3):
    print(both(Two()), both(Two(True)))
gone = Two()
del gone.a
try:
    both(gone)
except AttributeError as error:
    print(error)
gone.a = "again"
print(both(gone), list(gone.__dict__))
gone.__dict__ = {"b": "new b", "a": "new a", 7: 8}
print(both(gone))
gone.__dict__.update(a=5)
print(both(gone))


class Slotted:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a


class Half(Slotted):
    pass


for thing in (Slotted(1), Half(2), Slotted(3)):
    try:
        both(thing)
    except AttributeError as error:
        print(type(thing).__name__, error)
    thing.b = "set"
    print(both(thing))
    del thing.a
    try:
        both(thing)
    except AttributeError as error:
        print(error)
    thing.a = 4
    print(both(thing))

# A class becomes another, a property comes to stand before the instances' values.
changing = Two()
print(both(changing))
changing.__class__ = type("Other", (Two,), {"describe": lambda self: "other"})
print(both(changing), call(changing))
Two.a = property(lambda self: "a property")
print(both(changing))
del Two.a
print(both(changing))
Two.__getattr__ = lambda self, name: f"no {name}"
del changing.a
print(both(changing), look(changing))
Two.__getattribute__ = lambda self, name: f"always {name}"
print(both(changing))
del Two.__getattribute__, Two.__getattr__
changing.a = "back"
print(both(changing))
Two.__setattr__ = lambda self, name, value: print("set", name, value)
store(changing, 3)
del Two.__setattr__
store(changing, 3)
print(look(changing))

# Classes that end, whose places others take.
total = 0
for i in range(300):
    cls = type(f"Short{i}", (), {"describe": (lambda n: lambda self: n)(i)})
    thing = cls()
    store(thing, i)
    total += call(thing) + look(thing)
    del cls, thing
    if i % 50 == 0:
        gc.collect()
print(total)

# Arguments: too few, too many, by defaults, variadic and by keyword at one site.
class Takes:
    def go(self, a, b=2, *rest, c=3):
        return a, b, rest, c


class TakesTwo(Takes):
    def go(self, a, b):
        return "two", a, b


class TakesOne(Takes):
    def go(self, a):
        return "one", a


def go(thing):
    try:
        return thing.go(1, 5)
    except TypeError as error:
        return str(error)


for _ in range(2):
    print([go(cls()) for cls in (Takes, TakesTwo, TakesOne, TakesTwo)])


def function(a, b):
    return a - b


def late(a, b, c=10):
    return a - b - c


def apply(f):
    return f(9, 4)


for f in (function, late, max, divmod, lambda *a: a, Two().__init__.__func__, function):
    try:
        print(apply(f))
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, str(error).split("(")[0])


# A slot's descriptor under another class, whose instances have no such slot.
class Three:
    __slots__ = ("x", "y", "z")


class Borrows:
    y = Three.y


class BorrowsStored:
    __slots__ = ("only",)
    z = Three.z


borrowing, storing = Borrows(), BorrowsStored()
for _ in range(3):
    try:
        print(borrowing.y)
    except TypeError as error:
        print(error)
    try:
        storing.z = 5
    except TypeError as error:
        print(error)


# A function gets another body, with other parameters.
class Changed:
    def f(self, a):
        return "f", a


def other(self, a, b=7):
    return "other", a, b


def call_f(thing):
    try:
        return thing.f(1)
    except TypeError as error:
        return str(error)


print(call_f(Changed()), call_f(Changed()))
Changed.f.__code__ = other.__code__
print(call_f(Changed()), call_f(Changed()))
Changed.f.__defaults__ = (8,)
print(call_f(Changed()))


# What a metaclass has comes before, or hooks, what its classes have.
class Meta(type):
    pass


class OtherMeta(type):
    x = property(lambda cls: "of the other metaclass")


class Made(metaclass=Meta):
    x = 1


def look_at_x(thing):
    return thing.x


print(look_at_x(Made), look_at_x(Made))
Meta.x = property(lambda cls: "of the metaclass")
print(look_at_x(Made))
del Meta.x
print(look_at_x(Made))
Meta.__getattribute__ = lambda cls, name: "hooked"
print(look_at_x(Made))
del Meta.__getattribute__
print(look_at_x(Made))
Made.__class__ = OtherMeta
print(look_at_x(Made))


# Recursion through a plain method ends with RecursionError.
class Deep:
    def down(self, n):
        return self.down(n + 1)


try:
    Deep().down(0)
except RecursionError:
    print("RecursionError")
