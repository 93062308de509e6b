"""Classes end when nobody reaches them: what holds them, what does not, and what must not be confused by it."""
import abc
import collections
import collections.abc
import dataclasses
import enum
import functools
import gc
import typing
import weakref


def living():
    gc.collect()
    return sum(1 for each in gc.get_objects() if issubclass(type(each), type))


# ---- what holds a class
class Root:
    pass


def made(name, base=Root, **namespace):
    return type(name, (base,), namespace)


def holders():
    class A(Root):
        slot = 1

        def method(self):
            return super()

        @classmethod
        def named(cls):
            return cls.__name__

        @property
        def value(self):
            return type(self)

        def items(self):
            yield __class__
    return A


def hold(what, choose):
    A = holders()
    held = choose(A)
    known = weakref.ref(A)
    del A
    gc.collect()
    before = known() is not None
    names = [each.__name__ for each in Root.__subclasses__()]
    del held
    gc.collect()
    print(what, before, names, known() is None, Root.__subclasses__())


hold("nothing", lambda A: None)
hold("an instance", lambda A: A())
hold("a subclass", lambda A: made("B", A))
hold("an instance of a subclass", lambda A: made("B", A)())
hold("the mro", lambda A: A.__mro__)
hold("the bases", lambda A: made("B", A).__bases__)
hold("a method", lambda A: A.method)
hold("a bound class method", lambda A: A.named)
hold("a property", lambda A: A.value)
hold("a slot", lambda A: made("B", A, __slots__=("x",)).x)
hold("super", lambda A: A().method())
hold("an unbound super", lambda A: super(A))
hold("a generator", lambda A: A().items())
hold("a weak reference", lambda A: weakref.ref(A))
hold("its dict", lambda A: A.__dict__)
hold("an alias", lambda A: list[A])
hold("a union", lambda A: A | int)


# ---- callbacks, in the order of what ends
def told():
    said = []
    A = made("A")
    refs = [weakref.ref(A, lambda reference: said.append("first")), weakref.ref(A, lambda reference: said.append("second"))]
    weak = weakref.WeakKeyDictionary({A: 1})
    some = weakref.WeakSet([A])
    print(len(weak), len(some), len(refs))
    del A
    gc.collect()
    print(sorted(said), len(weak), len(some))


told()


# ---- another class at the address of one that has ended
def sites():
    wrong = 0
    for i in range(3000):
        names = {"k": i, "f": (lambda self, i=i: i), "__slots__": ("a", "b") if i % 3 == 0 else ()}
        names["p"] = property(lambda self, i=i: -i) if i % 2 else i
        C = type("C", (Root,) if i % 5 else (), names)
        o = C()
        wrong += o.k != i or C.k != i or o.f() != i or C.f(o) != i or o.p != (-i if i % 2 else i)
        if i % 3 == 0:
            o.b, o.a = i, -i
            wrong += o.a != -i or o.b != i
        elif i % 5:
            o.a = i
            wrong += o.a != i
        wrong += isinstance(o, Root) != bool(i % 5)
        if i % 200 == 0:
            gc.collect()
    print("wrong", wrong)


sites()


def known_sites():
    """Checks that are kept by class."""
    @functools.singledispatch
    def show(value):
        return "any"

    wrong = 0
    for i in range(600):
        C = type("C", (), {"__len__": lambda self: 1} if i % 2 else {})
        wrong += isinstance(C(), collections.abc.Sized) != bool(i % 2)
        if i % 3 == 0:
            show.register(C)(lambda value, i=i: i)
        wrong += show(C()) != (i if i % 3 == 0 else "any")
        if i % 50 == 0:
            gc.collect()
    print("wrong", wrong)


known_sites()


# ---- finalisers
class Loud:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("end of", self.name, type(self).__name__)


def finalisers():
    class Inner(Loud):
        pass
    Inner.one = Inner("one")
    Inner.one.cls = Inner
    known = weakref.ref(Inner)
    del Inner
    gc.collect()
    print(known())

    kept = []

    class Comes(Loud):
        def __del__(self):
            kept.append(self)
    Comes.again = Comes("again")
    del Comes
    gc.collect()
    print([type(each).__name__ for each in kept], type(kept[0])("x").name, type(kept[0]).__name__)
    kept.clear()
    gc.collect()

    class Meta(type):
        def __del__(cls):
            print("end of class", cls.__name__)
    Meta("Made", (), {"x": 1})
    gc.collect()


finalisers()


# ---- an instance goes over to another class
def goes_over():
    A, B = made("A"), made("B")
    o = A()
    a, b = weakref.ref(A), weakref.ref(B)
    o.__class__ = B
    del A, B
    gc.collect()
    print(a(), b().__name__, type(o).__name__)
    del o
    gc.collect()
    print(a(), b())


goes_over()


# ---- made by what makes classes
@functools.singledispatch
def shown(value):
    return "any"


def everything(i):
    class Color(enum.Enum):
        RED = i
        BLUE = i + 1

    class Bits(enum.IntFlag):
        A = 1
        B = 2

    @dataclasses.dataclass(order=True)
    class Point:
        x: int
        y: list = dataclasses.field(default_factory=list)

    Pair = collections.namedtuple("Pair", "a b")

    class Row(typing.NamedTuple):
        n: int = 3

    class Shape(abc.ABC):
        @abc.abstractmethod
        def area(self):
            ...

    class Square(Shape):
        def area(self):
            return i * i

    @Shape.register
    class Other:
        pass

    class Failed(ValueError):
        pass

    class Box(typing.Generic[typing.TypeVar("T")]):
        pass

    class Names(dict):
        def __missing__(self, key):
            return key

    class Some(list):
        __slots__ = ()

    assert Color(i) is Color.RED and list(Color) and (Bits.A | Bits.B) == Bits(3)
    assert Point(1) < Point(2) and dataclasses.asdict(Point(i)) == {"x": i, "y": []}
    assert Pair(1, 2).b == 2 and Row().n == 3 and Square().area() == i * i
    assert isinstance(Other(), Shape) and not isinstance(Point(1), Shape)
    assert not isinstance(Point(1), collections.abc.Mapping) and isinstance(Names(), collections.abc.Mapping)
    assert shown(Point(1)) == "any" and Names()[i] == i
    assert len(Some([1])) == 1
    try:
        raise Failed(i)
    except ValueError as error:
        error.itself = error
    return [Color, Bits, Point, Pair, Row, Shape, Square, Other, Failed, Box, Names, Some]


kept = [weakref.ref(cls) for cls in everything(0)]
gc.collect()
print([each() for each in kept if each() is not None])

before = living()
for i in range(50):
    everything(i)
print("everything", living() - before)

before = living()
for i in range(2000):
    class Plain(Root):
        pass
print("statements", living() - before, len(Root.__subclasses__()))
del Plain
print("none", living() - before, len(Root.__subclasses__()))
