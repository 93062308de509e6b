# Classes, inheritance, super, the method resolution order, class and static methods.
class Base:
    registry = []
    kind = "base"

    def __init__(self, name):
        self.name = name
        Base.registry.append(name)

    def describe(self):
        return f"{self.kind}:{self.name}"

    @classmethod
    def make(cls, *names):
        return [cls(name) for name in names]

    @staticmethod
    def shout(text):
        return text.upper() + "!"

    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"


class Left(Base):
    kind = "left"

    def describe(self):
        return "L " + super().describe()


class Right(Base):
    def describe(self):
        return "R " + super().describe()


class Both(Left, Right):
    def __init__(self, name, extra=0):
        super().__init__(name)
        self.extra = extra


print(Both.make("a", "b"))
both = Both("c", extra=3)
print(both.describe(), both.extra, both.kind, Base.registry)
print([c.__name__ for c in Both.__mro__])
print(isinstance(both, Right), issubclass(Left, Right), isinstance(3, (str, int)))
print(Base.shout("x"), both.shout("y"))
both.kind = "own"
print(both.kind, Both.kind, sorted(vars(both)))
del both.kind
print(both.kind, hasattr(both, "missing"), getattr(both, "missing", "default"))
setattr(Right, "kind", "late")
print(Right("d").kind, both.kind)
try:
    both.missing
except AttributeError as error:
    print(error)
try:
    Both()
except TypeError as error:
    print(error)


class Meta:
    def __init_subclass__(cls, tag=None, **rest):
        super().__init_subclass__(**rest)
        cls.tag = tag


class Tagged(Meta, tag="t"):
    pass


print(Tagged.tag, Tagged.__bases__, Tagged.__qualname__)
