# The module operator.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


import operator as op


class Thing:
    def __init__(self):
        self.name, self.inner = "n", self

    def method(self, *args, **kwargs):
        return args, kwargs

show(
    lambda: (op.add(1, 2), op.sub(5, 3), op.mul(2, "ab"), op.truediv(1, 4), op.floordiv(7, 2), op.mod(7, 4), op.pow(2, 5), op.neg(3), op.pos(-3), op.invert(5), op.inv(0), op.lshift(1, 4), op.rshift(16, 2), op.and_(6, 3), op.or_(6, 3), op.xor(6, 3), op.abs(-2)),
    lambda: (op.eq(1, 1.0), op.ne(1, 2), op.lt(1, 2), op.le(2, 2), op.gt(1, 2), op.ge(3, 2), op.not_([]), op.truth("a"), op.is_(None, None), op.is_not(1, None), op.contains([1, 2], 2), op.countOf([1, 2, 1], 1), op.indexOf("abc", "c"), op.concat([1], [2]), op.index(True), op.length_hint([1, 2])),
    lambda: (op.getitem([1, 2], 0), op.itemgetter(1)("abc"), op.itemgetter(0, 2)("abc"), op.itemgetter("k")({"k": 5}), op.itemgetter(slice(1))([1, 2]), op.attrgetter("name")(Thing()), op.attrgetter("inner.inner.name", "name")(Thing()), op.methodcaller("upper")("a"), op.methodcaller("method", 1, k=2)(Thing()), op.methodcaller("replace", "a", "b")("aa")),
    lambda: (op.iadd([1], [2]), op.iadd(1, 2), op.imul([1], 2), op.ior({1}, {2}), op.__add__(1, 2), op.__lt__(1, 2), op.__getitem__("ab", 1), op.call(max, 1, 2)),
    lambda: (repr(op.itemgetter(1)), repr(op.itemgetter(1, "a")), repr(op.attrgetter("a.b")), repr(op.methodcaller("m", 1)), type(op.itemgetter(1))),
    lambda: op.add(1, "a"),
    lambda: op.getitem([1], 5),
    lambda: op.itemgetter(),
    lambda: op.itemgetter(5)([1]),
    lambda: op.itemgetter(1)(5),
    lambda: op.attrgetter(5),
    lambda: op.attrgetter("foo")(1),
    lambda: op.methodcaller(),
    lambda: op.methodcaller(5),
    lambda: op.methodcaller("foo")(1),
    lambda: op.indexOf([1], 2),
    lambda: op.index(1.5),
    lambda: op.contains(5, 1),
    lambda: op.add(1),
    lambda: (sorted([(2, "a"), (1, "b")], key=op.itemgetter(1)), sorted([Thing()], key=op.attrgetter("name"))[0].name, max([3, 1, 2], key=op.neg), sum(map(op.mul, [1, 2], [3, 4]))),
)
d = {"a": 1}
op.setitem(d, "b", 2)
op.delitem(d, "a")
print(d)
values = [1, 2, 3]
op.setitem(values, slice(0, 2), "xy")
print(values)
