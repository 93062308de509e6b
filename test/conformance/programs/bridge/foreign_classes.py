import _toolbox

try:
    class Bad(_toolbox.Shape):
        pass
    Bad()
except TypeError as error:
    print(error)


class Square(_toolbox.Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2

    def __eq__(self, other):
        return self.side == other.side

    def __hash__(self):
        return hash(self.side)

    def __getattr__(self, name):
        if name.startswith("side_"):
            return self.side * int(name[5:])
        raise AttributeError(name)


s = Square(3)
print(s.area(), s.double(), s.side_4, s == Square(3), s != Square(4), len({s, Square(3)}), isinstance(s, _toolbox.Shape))
print(hasattr(s, "other"), getattr(s, "other", "none"))


class Tagged(metaclass=_toolbox.Meta, tag="seven"):
    value = 7

    def get(self):
        return self.value


class Derived(Tagged, tag="x"):
    pass


print(Tagged.tag, len(Tagged), Derived.tag, Tagged().get(), Derived().get(), type(Tagged) is _toolbox.Meta)
print(_toolbox.Color.RED, _toolbox.Color(2).name, _toolbox.Color["GREEN"].value, list(_toolbox.Color))
print(_toolbox.Color.RED is _toolbox.Color(1), _toolbox.Color.RED == _toolbox.Color.GREEN, {_toolbox.Color.RED: 1})
p = _toolbox.Point(1, y=2)
x, y = p
print(p, p.x, p[1], x, y, p._replace(x=9), len(p), p == (1, 2), isinstance(p, tuple), list(p), p + (3,))
i = _toolbox.Item("nut", tags=["a"])
i.tags.append("b")
print(i, i == _toolbox.Item("nut", 1.5, ["a", "b"]), i.price * 2)


class Sub(_toolbox.Item):
    def total(self, n):
        return self.price * n


print(Sub("bolt", 2.0).total(3), Sub("bolt"))


class Mixed(_toolbox.Base, _toolbox.Resource):
    def __init__(self):
        _toolbox.Base.__init__(self, 2)
        _toolbox.Resource.__init__(self, "mixed")

    def item(self, i):
        return self.name[i]


m = Mixed()
print(m.run(), [c.__name__ for c in Mixed.__mro__])
with m:
    print(m.count)
