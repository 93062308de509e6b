# type(name, bases, names) makes the class by the metaclass that its bases have.
import enum


class Noting(type):
    def __new__(mcls, name, bases, names, **keywords):
        print("new", mcls.__name__, name, keywords)
        return super().__new__(mcls, name, bases, names)

    def __init__(cls, name, bases, names, **keywords):
        print("init", name, keywords)
        super().__init__(name, bases, names)


class Plain(type):
    pass


class A(metaclass=Noting, x=1):
    pass


class P(metaclass=Plain):
    pass


B = type("B", (A,), {}, y=2)
C = type("C", (A,), {})
print(type(B), B.__mro__, type(C), C.__qualname__, type(type("Q", (P,), {})))
print(type.__new__(type, "D", (A,), {}))
try:
    type("E", (A, P), {})
except TypeError as error:
    print(error)
names = enum.EnumMeta.__prepare__("Shade", (enum.Enum,))
names["DARK"] = 1
print(list(type("Shade", (enum.Enum,), names)))
