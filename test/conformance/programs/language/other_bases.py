"""Classes that get other bases."""


class A:
    def who(self):
        return "A"


class B:
    def who(self):
        return "B"

    def __len__(self):
        return 7


class C(A):
    pass


class D(C):
    pass


c, d = C(), D()
print(c.who(), d.who(), hasattr(c, "__len__"))
for turn in range(3):
    C.__bases__ = (B,)
    print(c.who(), d.who(), len(c), len(d), [k.__name__ for k in D.__mro__], C.__base__.__name__)
    print(isinstance(d, A), isinstance(d, B), A.__subclasses__(), B.__subclasses__())
    C.__bases__ = (A, B)
    print(c.who(), len(d), [k.__name__ for k in D.__mro__])
    C.__bases__ = (A,)
    try:
        print(len(c))
    except TypeError as e:
        print(e)


class S:
    __slots__ = ("x",)


def tell(cls, bases):
    try:
        cls.__bases__ = bases
        print("set")
    except TypeError as e:
        print(e)


tell(C, (D,))
tell(C, ())
tell(C, [A])
tell(C, (1,))
tell(C, (S,))
tell(C, (int,))
tell(int, (A,))
tell(C, (A, A))
tell(C, (object, A))
print(C.__bases__, c.who())
try:
    del C.__bases__
except TypeError as e:
    print(e)


class Base:
    pass


class Mixin(Base):
    name = "mixin"


class Late(Base):
    pass


x = Late()
x.name = "own"
Late.__bases__ = (Mixin, Base)
print(x.name, Late().name, Late.name)
