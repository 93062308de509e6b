import _toolbox


class Squares(_toolbox.Base):
    """Squares, shifted."""
    shift = 5

    def __init__(self, count, factor):
        super().__init__(count)
        self.factor = factor

    def item(self, i):
        return i * i * self.factor + self.shift

    @property
    def doubled(self):
        return self.factor * 2

    @staticmethod
    def plus_one(x):
        return x + 1

    @classmethod
    def title(cls):
        return cls.__name__.lower()

    def __repr__(self):
        return f"Squares({self.count})"


class Halves(Squares):
    def item(self, i):
        return super().item(i) / 2


s = Squares(3, 10)
print(s.run(), len(s), s.twice, s.doubled, Squares.plus_one(3), Squares.title(), repr(s), str(s), s.describe())
print(isinstance(s, Squares), isinstance(s, _toolbox.Base), issubclass(Squares, _toolbox.Base), type(s) is Squares)
print(type(s).__name__, Squares.__mro__[1] is _toolbox.Base, Squares.__doc__, s.shift, Squares.shift)
h = Halves(2, 1)
print(h.run(), Halves.title(), isinstance(h, Squares), _toolbox.Base.registry)
Squares.shift = 0
print(s.run(), h.run())
s.count = 1
s.extra = {"a": [1]}
s.extra["a"].append(2)
print(s.run(), s.extra, hasattr(s, "nope"), getattr(s, "nope", "default"))
del s.extra
print(hasattr(s, "extra"))
try:
    _toolbox.Base(1).run()
except NotImplementedError as error:
    print("abstract:", error)
try:
    Squares(1)
except TypeError as error:
    print(error)
