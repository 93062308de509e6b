"""Classes that end while their methods run, while others end, and halfway through being made."""
import gc
import types
import weakref

import torch


class Other:
    pass


class Base:
    pass


# ---- the class of a running method ends
def build(i):
    class Leaving:
        k = [i]

        def leave(self):
            self.__class__ = Other
            gc.collect()

        def go(self):
            __class__.leave(self)
            return __class__.k[0], i

        def cut(self):
            del Leaving.cut
            gc.collect()
            return i, self.k

        def default(self, *rest, j=[i]):
            del Leaving.default
            gc.collect()
            return j, rest

        @property
        def value(self):
            Leaving.leave(self)
            return i

        def __add__(self, other):
            Leaving.leave(self)
            return i

        def __lt__(self, other):
            Leaving.leave(self)
            return NotImplemented

        def __gt__(self, other):
            return i

        def __getattr__(self, name):
            if name == "there":
                Leaving.leave(self)
                raise AttributeError(name)
            return name

        def __iter__(self):
            Leaving.leave(self)
            yield i

        def __call__(self, x):
            Leaving.leave(self)
            return x + i

        def steps(self):
            Leaving.leave(self)
            yield 1
            gc.collect()
            yield self

        def __del__(self):
            pass
    return Leaving


def one(i):
    known = [build(i) for _ in range(10)]
    ends = [weakref.ref(each) for each in known]
    print(known.pop()().go(), known.pop()().cut(), known.pop()().default(1), known.pop()().value)
    print(known.pop()() + 1, known.pop()() < Other.__new__(build(i)), known.pop()().other, list(known.pop()()))
    print(known.pop()()(4), [type(each).__name__ for each in known.pop()().steps()])
    print(hasattr(build(i)(), "there"))
    gc.collect()
    print([each() for each in ends if each() is not None])


for i in range(2):
    one(i)


class Descriptor:
    def __init__(self, name):
        self.name = name

    def __get__(self, instance, owner):
        instance.__class__ = Other
        gc.collect()
        return self.name, owner.__name__

    def __set__(self, instance, value):
        instance.__class__ = Other
        gc.collect()
        print("set", self.name, value)


def described():
    cls = type("Described", (), {"d": Descriptor("d")})
    first, second = cls(), cls()
    known = weakref.ref(cls)
    del cls
    print(first.d)
    second.d = 3
    gc.collect()
    print(known())


described()

# ---- what ends together runs code
log = []


class Collecting:
    def __init__(self, cls):
        self.cls = cls

    def __del__(self):
        log.append([each.__name__ for each in Base.__subclasses__()])
        gc.collect()


def together():
    class X(Base):
        pass

    class Y(X):
        pass
    Y.f = Collecting(Y)
    Y.i = Y()
    Y.i.y = Y

    class Meta(type):
        def __del__(cls):
            log.append("end of " + cls.__name__)

    class Z(Base, metaclass=Meta):
        __slots__ = ("a", "b")
    z = Z()
    z.a, z.b = z, Collecting(Z)


together()
for _ in range(3):
    gc.collect()
print(len(log), Base.__subclasses__())


class Counted:
    def __del__(self):
        log.append([each.__name__ for each in Base.__subclasses__()])


def held_by_dying():
    counted = Counted()
    gc.collect()

    class W(Base):
        held = counted

    class V(W):
        pass
    W.me, V.me = W(), V()
    return weakref.ref(W)


log.clear()
known = held_by_dying()
for generation in range(3):
    gc.collect(generation)
print(log, known(), Base.__subclasses__())


# ---- of builtin classes
def derived(base):
    cls = type("Derived", (base,), {"z": 1})
    one = cls("D", (), {}) if base is type else cls(build) if base is staticmethod else cls()
    try:
        one.me = one
    except AttributeError:
        pass
    return weakref.ref(cls)


for base in (int, float, str, tuple, list, dict, set, frozenset, bytes, bytearray, complex, Exception, OSError, property,
             staticmethod, type, object):
    known = derived(base)
    gc.collect()
    print(base.__name__, known())


def module():
    class Kind(types.ModuleType):
        pass
    m = types.ModuleType("m")
    m.__class__ = Kind
    return weakref.ref(Kind)


def tensors():
    class T(torch.Tensor):
        pass

    class P(torch.nn.Parameter):
        pass
    t, p = T([1.0, 2.0]), P(torch.zeros(3))
    t.me, p.me = t, p
    return weakref.ref(T), weakref.ref(P), (t + 1).shape


known = module(), *tensors()[:2]
gc.collect()
print([each() for each in known])


# ---- classes that are not finished
def failing():
    class Meta(type):
        def mro(cls):
            raise ValueError("no")

    class Named:
        def __set_name__(self, owner, name):
            raise KeyError(name)

    class Refusing:
        def __init_subclass__(cls):
            raise TypeError

    def with_name():
        class R(Base):
            named = Named()

    for make in (lambda: Meta("Q", (), {}), with_name, lambda: type("J", (Refusing,), {}),
                 lambda: type("Q", (int, str), {}), lambda: type("Q", (Base, object, Base), {})):
        try:
            make()
        except Exception as error:
            print(type(error).__name__, end=" ")
    return weakref.ref(Meta), weakref.ref(Named), weakref.ref(Refusing)


for _ in range(2):
    known = failing()
    gc.collect()
    print([each() for each in known], Base.__subclasses__())


def other_order():
    class Meta(type):
        def mro(cls):
            return [cls, Base, object]

    class Q(metaclass=Meta):
        pass
    return weakref.ref(Meta), weakref.ref(Q)


def super_again():
    class A:
        def f(self):
            return super()
    s = A().f()
    super.__init__(s, A, A())
    super.__init__(s, A)
    print(s.__thisclass__.__name__, s.__self_class__)
    return weakref.ref(A),


known = other_order() + super_again()
gc.collect()
print([each() for each in known])
