"""One site, one to seven classes: attributes, stores, methods; what changes a class while the site is in use."""
import math
import sys


class Base:
    kind = "base"

    def __init__(self, x):
        self.x = x

    def name(self):
        return "base", self.x

    def twice(self):
        return 2 * self.read()

    def read(self):
        return self.x


class A(Base):
    def name(self):
        return "a", self.x


class B(Base):
    kind = "b"

    def __init__(self, x):
        self.y = x + 1
        super().__init__(x)


class C(Base):
    @property
    def x(self):
        return self.hidden * 10

    @x.setter
    def x(self, value):
        self.hidden = value


class D(Base):
    __slots__ = ("x",)


class E:
    __slots__ = ("x", "kind")

    def __init__(self, x):
        self.x, self.kind = x, "slot"

    def name(self):
        return "e", self.x

    read = name
    twice = name


class F:
    def __init__(self, x):
        self.values = {"x": x}

    def __getattr__(self, name):
        if name in self.__dict__["values"]:
            return self.__dict__["values"][name]
        if name in ("name", "read", "twice", "kind"):
            return lambda: (name, self.x)
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if name == "values":
            object.__setattr__(self, name, value)
        else:
            self.values[name] = ("set", value)


class G(Base):
    def __getattribute__(self, name):
        value = super().__getattribute__(name)
        return -value if name == "x" else value


def load(o):
    return o.x


def kind(o):
    kind = o.kind
    return kind() if callable(kind) else kind


def store(o, value):
    o.x = value


def call(o):
    return o.name(), o.read(), o.twice()


def all_of(objects):
    for o in objects:
        store(o, load(o) if not isinstance(load(o), tuple) else 3)
        print(type(o).__name__, load(o), kind(o), call(o))


for count in range(1, 8):
    for turn in range(3):
        all_of([cls(turn + count) for cls in [Base, A, B, C, D, E, F, G][:count]])
many = [cls(i) for i in range(3) for cls in (A, B, Base, C, D, E, F, G)]
all_of(many)


def sums(objects):
    total = 0
    for o in objects:
        total += o.x
    return total


plain = [cls(i) for i in range(40) for cls in (A, B, Base)]
print(sums(plain))
# The order of the attributes changes, one goes, one comes.
for o in plain[::3]:
    del o.x
    o.z = 1
    o.x = 100
print(sums(plain))
del plain[7].x
try:
    print(sums(plain))
except AttributeError as error:
    print(error)
A.x = 5
plain[6].x = 1
print(sums(plain[:7]), "x" in vars(plain[7]))
plain[7].x = 2
print(sums(plain))
del A.x
# A property comes to a class in use, and goes.
B.x = property(lambda self: 1000)
print(sums(plain))
del B.x
print(sums(plain))
# Instances that hide methods; methods that change; classes that instances change to.
a, b, base = A(1), B(2), Base(3)
for turn in range(4):
    print([call(o) for o in (a, b, base)])
    if turn == 0:
        b.name = lambda: "own"
    elif turn == 1:
        Base.read = lambda self: self.x + 50
        del b.name
    else:
        a.__class__ = B if turn == 2 else Base
# Modules and classes at the same site.
math.x = 7
print([load(o) for o in (a, math, Base(4), sys.modules["math"], b)])
A.x = "of the class"
print([load(o) for o in (A, A(2), math, A, C(3), A)])
del math.x
for o in (A, math, 5, None, "text", []):
    try:
        print(load(o))
    except AttributeError as error:
        print(type(o).__name__, error)


class Adder:
    def __init__(self, n):
        def add(self, k):
            return n + k
        self.add = add.__get__(self)

    def sub(self, k):
        return -k


class Sub(Adder):
    def add(self, k):
        return "never"

    @staticmethod
    def sub(k):
        return k


class Cls(Adder):
    @classmethod
    def sub(cls, k):
        return cls.__name__, k


for turn in range(3):
    for o in (Adder(1), Sub(2), Cls(3), Adder(4), Sub(5)):
        print(o.add(turn), o.sub(turn), end=" ")
print()


def tall(n):
    """Classes that end while the site knows them."""
    total = 0
    for i in range(n):
        cls = type(f"T{i}", (), {"x": i, "f": lambda self: self.x + 1})
        o = cls()
        total += o.x + o.f()
        o.x = 3
        total += o.x + o.f()
    return total


print(tall(30))
