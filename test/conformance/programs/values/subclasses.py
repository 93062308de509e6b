# Classes over int, float, str, list, tuple, dict and the rest.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Int(int):
    def __repr__(self):
        return f"Int({int(self)})"

    def __add__(self, other):
        return Int(int(self) + int(other))


class Float(float):
    unit = "m"


class Str(str):
    def shout(self):
        return self.upper() + "!"

    def __eq__(self, other):
        return str.__eq__(self, other)

    __hash__ = str.__hash__


class List(list):
    def __getitem__(self, i):
        return super().__getitem__(i) if i != "first" else self[0]


class Pair(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))

    @property
    def first(self):
        return self[0]


class Dict(dict):
    def __setitem__(self, key, value):
        super().__setitem__(key, value * 2)


class Slotted(tuple):
    __slots__ = ()


class Bytes(bytes):
    pass


class Color(int):
    names = {1: "red"}

    def __str__(self):
        return self.names.get(int(self), "?")


i, f, s, l, p, d = Int(5), Float(2.5), Str("abc"), List([1, 2]), Pair(3, 4), Dict(a=1)

show(
    lambda: (i, i + 1, 1 + i, i * 2, -i, type(i * 2), i == 5, hash(i) == hash(5), {5: "x"}[i], [0] * i, range(i), i.bit_length(), isinstance(i, int), int(i), type(int(i)), str(i), f"{i:03d}", f"{i}", i < 6, i & 4, bool(Int(0)), Int("12"), Int(2 ** 70), Int(2 ** 70) + 1, abs(Int(-2 ** 70)), i.real, type(i.real), divmod(i, 2), sum([i, i])),
    lambda: (f, f + 1, type(f + 1), f.unit, f == 2.5, str(f), repr(f), f"{f:.2f}", Float("1e3"), int(f), round(f), f.is_integer(), hash(f) == hash(2.5), f.hex(), -f, abs(f), f < 3, bool(Float(0)), max(f, 1)),
    lambda: (s, s + "d", type(s + "d"), s.shout(), s == "abc", "abc" == s, {"abc": 1}[s], s.upper(), type(s.upper()), s[0], len(s), f"{s:>5}", s * 2, "b" in s, s.join("xy"), "-".join([s, s]), str(s) is s, type(str(s)), s.encode(), hash(s) == hash("abc"), s < "b", "%s" % s, list(s), Str(5), Str(b"x", "ascii"), sorted([Str("b"), "a"]), s.split("b"), Str("é€").shout()),
    lambda: (l, l["first"], l + [3], type(l + [3]), l == [1, 2], len(l), l.copy(), type(l.copy()), l[0], [*l], List("ab"), List(), isinstance(l, list), l * 2, sorted(l), sum(l), repr(List([List()]))),
    lambda: l["second"],
    lambda: (p, p.first, p == (3, 4), hash(p) == hash((3, 4)), len(p), p + (1,), type(p + (1,)), p[1:], type(p[1:]), list(p), {p: 1}[3, 4], Pair("a", "b").first, (lambda a, b: a)(*p), isinstance(p, tuple), max(p), p < (4,)),
    lambda: Pair(1),
    lambda: (d, d["a"], dict(d), isinstance(d, dict), len(d), Dict({1: 2}), d | {"b": 5}, type(d | {}), d == {"a": 1}, Dict.fromkeys("ab", 3), list(d), {**d}),
    lambda: (Slotted([1, 2]), Slotted() == (), Bytes(b"ab"), Bytes(b"ab") == b"ab", Bytes(3), type(Bytes(b"a") + b"b"), Bytes(b"x").decode(), Color(1), str(Color(1)), f"{Color(1)}", "%s %d" % (Color(1), Color(1)), repr(Color(2)), Color(1) + 1),
    lambda: Slotted([1]).x,
    lambda: (True.__class__, bool.__bases__, int.__subclasses__() != [], Int.__mro__, Int.__name__, Int.__base__, Str.__doc__, Pair.__new__(Pair, 1, 2)),
)
i.note, f.note, s.note, l.note, p.note, d.note = "int", "float", "str", "list", "tuple", "dict"
print(i.note, f.note, s.note, l.note, p.note, d.note, vars(i), vars(p))
d["z"] = 5
d.update(y=1)
print(d, d.setdefault("q", 3), d["q"], d.pop("z"), d)
l.append(3)
l[0] = 9
l += [4]
print(l, l.note, [x for x in l])
try:
    class NoBool(bool):
        pass
except TypeError as error:
    print(error)
try:
    class NoRange(range):
        pass
except TypeError as error:
    print(error)
try:
    class Two(int, str):
        pass
except TypeError as error:
    print(error)
try:
    bool.__new__(int, 5)
except TypeError as error:
    print(error)


class Counter(dict):
    def __missing__(self, key):
        return 0

    def add(self, items):
        for item in items:
            self[item] += 1
        return self


print(Counter().add("banana"), Counter(a=2).add("ab")["b"])


class Stack(list):
    def __init__(self, *items):
        super().__init__(items)
        self.pushed = 0

    def push(self, item):
        self.pushed += 1
        self.append(item)
        return self


print(Stack(1, 2).push(3), Stack().push(1).pushed, Stack(1) == [1])


class Name(str):
    def __new__(cls, first, last):
        self = super().__new__(cls, f"{first} {last}")
        self.last = last
        return self


print(Name("Ada", "L"), Name("Ada", "L").last, Name("A", "B").lower(), len(Name("é", "ж")))
