# Builtin functions on numbers, text and objects.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Rounds:
    def __round__(self, digits=None):
        return f"rounded {digits}"

    def __abs__(self):
        return "absolute"

    def __divmod__(self, other):
        return "divmod", other

    def __rdivmod__(self, other):
        return "rdivmod", other

    def __index__(self):
        return 10

    def __pow__(self, other, modulus=None):
        return "pow", other, modulus

    def __bool__(self):
        return False

    def __hash__(self):
        return 2 ** 65

    def __format__(self, spec):
        return f"[{spec}]"

    def __len__(self):
        return 4


o = Rounds()

show(
    lambda: (abs(-3), abs(2.5), abs(-True), abs(3 - 4j), abs(o), round(o), round(o, 2), divmod(o, 1), divmod(1, o), pow(o, 2), pow(o, 2, 3), bin(o), hex(o), oct(o), chr(o), [1] * o == [1] * 10, list(range(o))[-1], bool(o), not o, len(o), hash(o) == hash(2 ** 65), format(o, "x"), f"{o:y}", "abcdefghijklm"[o], int(o), float(o), round(2.567, o)),
    lambda: abs("a"),
    lambda: abs(None),
    lambda: round("a"),
    lambda: round(1.5, 2, 3),
    lambda: round(),
    lambda: divmod("a", 1),
    lambda: divmod(1),
    lambda: pow("a", 1),
    lambda: pow(1, 2, "a"),
    lambda: pow(1.0, 2, 3),
    lambda: pow(2, -1, 0),
    lambda: pow(2),
    lambda: bin(1.5),
    lambda: hex("a"),
    lambda: oct(None),
    lambda: chr(-1),
    lambda: chr(0x110000),
    lambda: chr(2 ** 40),
    lambda: chr("a"),
    lambda: ord("ab"),
    lambda: ord(5),
    lambda: ord(""),
    lambda: (ord(b"a"), ord("€"), chr(8364), pow(2, 3), pow(2, -1), pow(2.0, 3), pow(base=2, exp=5), pow(2, exp=3, mod=5), divmod(7, 3), divmod(-7.5, 2), round(7), round(number=2.5, ndigits=0), sum([1, 2], start=3)),
    lambda: (bool(), bool([]), bool([0]), bool(""), bool("0"), bool(0.0), bool(None), bool(print), int(), float(), str(), list(), dict(), set(), tuple(), bytes(), complex(), frozenset()),
    lambda: bool(1, 2),
    lambda: bool(x=1),
    lambda: float(1, 2),
    lambda: int(1, 2, 3),
    lambda: str(1, 2, 3, 4),
    lambda: (repr("a"), ascii("é"), format(1.5, ".3f"), format("a", "^5"), id(o) == id(o), id([]) == id(o), hash("a") == hash("a"), type(id(5)), callable(len), callable(5)),
    lambda: format(1, 2),
    lambda: hash([]),
    lambda: len(5),
    lambda: print(1, foo=2),
    lambda: print(1, sep=5),
    lambda: print(1, end=5),
    lambda: (print(1, 2, sep="-", end="!\\n"), print(), print("a", "b", sep=""), print(*[1, 2], sep=None, end=None), print("é€😀", 1.0, None, [1, "x"])),
    lambda: len("a", "b"),
    lambda: len(),
    lambda: abs(1, 2),
    lambda: (max.__name__, len.__name__, print.__name__, int.__name__),
    lambda: (isinstance(True, int), isinstance(2 ** 100, int), type(2 ** 100) is int, type(1.0) is float, type("") is str, type(None).__name__, type(...).__name__, type(NotImplemented).__name__, type(len).__name__, issubclass(bool, int), int.__mro__, bool.__bases__),
    lambda: (Ellipsis, ..., NotImplemented, __debug__, None is None, Ellipsis is ..., bool(...), repr(None), str(NotImplemented)),
)
