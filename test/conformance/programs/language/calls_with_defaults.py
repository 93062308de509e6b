"""Parameters that a call leaves to their defaults; plain classes that are called."""


def many(a, b=2, c=3, d=4):
    return a, b, c, d


def keyword_only(a, *, scale=2, **rest):
    return a, scale, rest


for turn in range(3):
    print(many(1), many(1, 20), many(1, 20, 30), many(1, 20, 30, 40), many(1, d=5), many(a=0))
    print(keyword_only(1), keyword_only(1, scale=3), keyword_only(1, other=4))
for wrong in (lambda: many(), lambda: many(1, 2, 3, 4, 5), lambda: many(1, e=2), lambda: keyword_only(), lambda: keyword_only(1, 2)):
    try:
        wrong()
    except TypeError as error:
        print(error)


def replaces(a, b=[]):
    replaces.__defaults__ = (["new"],)
    b.append(a)
    return b


print(replaces(1), replaces(2), replaces(3))
many.__defaults__ = (9,)
print(many(1, 2, 3))
try:
    many(1, 2)
except TypeError as error:
    print(error)
many.__defaults__ = None
try:
    many(1)
except TypeError as error:
    print(error)
keyword_only.__kwdefaults__ = {"scale": "replaced"}
print(keyword_only(1))
keyword_only.__kwdefaults__ = None
try:
    keyword_only(1)
except TypeError as error:
    print(error)


class Point:
    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def __repr__(self):
        return f"Point({self.x}, {self.y})"


class Wrong:
    def __init__(self, answer):
        if answer == "raise":
            raise ValueError(answer)
        return answer


class Tall:
    def __init__(self, a, b, c, d, e, f, g, h, i):
        self.all = a, b, c, d, e, f, g, h, i


def make(cls, *arguments):
    try:
        return cls(*arguments)
    except (TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


for turn in range(2):
    print(make(Point, 1), make(Point, 1, 2), make(Point), make(Point, 1, 2, 3), Point(y=5, x=6))
    print(type(make(Wrong, None)).__name__, make(Wrong, 1), make(Wrong, "raise"))
    print(make(Tall, *range(9)).all, make(Tall, *range(8)))
Point.__init__ = lambda self, x: setattr(self, "x", x) or setattr(self, "y", "y")
print(make(Point, 1), make(Point, 1, 2))


class Counted:
    made = 0

    def __new__(cls, *arguments):
        cls.made += 1
        return super().__new__(cls)

    def __init__(self, value):
        self.value = value


class Called:
    class __init__:
        def __init__(self, *arguments):
            print("called with", arguments)

        def __new__(cls, *arguments):
            print("made with", arguments)


from abc import ABC, abstractmethod


class Abstract(ABC):
    def __init__(self):
        self.value = 1

    @abstractmethod
    def method(self): ...


class Concrete(Abstract):
    def method(self):
        return self.value


print(make(Counted, 1).value, make(Counted), Counted.made)
make(Called, 1)
print(make(Abstract), make(Concrete).method())


class Swaps:
    def __init__(self):
        self.__class__ = Point


print(type(Swaps()).__name__)


class Recurses:
    def __init__(self, depth):
        self.inner = Recurses(depth - 1) if depth else None


deep, depth = Recurses(50), 0
while deep:
    deep, depth = deep.inner, depth + 1
print(depth)
try:
    Recurses(10 ** 6)
except RecursionError as error:
    print(type(error).__name__)
