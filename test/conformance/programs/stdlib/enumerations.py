# stderr: last line because enum gives no DeprecationWarning of what 3.12 changes
# enum: members, values, mixed-in types, flags, boundaries, the functional form.
import enum
from enum import Enum, IntEnum, Flag, IntFlag, StrEnum, auto, unique
class Colour(Enum):
    RED = 1
    GREEN = auto()
    BLUE = "b"
    CRIMSON = 1
    def describe(self): return f"{self.name}={self.value}"
    @property
    def up(self): return self.name.title()
    @classmethod
    def default(cls): return cls.RED
print(Colour.RED, repr(Colour.GREEN), Colour("b"), Colour["RED"], Colour.CRIMSON is Colour.RED, list(Colour), len(Colour), Colour.RED.describe(), Colour.BLUE.up, Colour.default())
print(Colour, type(Colour.RED), Colour.__members__, Colour.RED in Colour, isinstance(Colour.RED, Colour), hash(Colour.RED) == hash("RED"), f"{Colour.RED:>12}|")
for f in [lambda: Colour(9), lambda: Colour["X"], lambda: setattr(Colour, "RED", 3), lambda: 1 in Colour, lambda: Colour.NOPE, lambda: Colour.RED < Colour.GREEN]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class P(IntEnum):
    LOW = 1; HIGH = 3
print(P.LOW, repr(P.LOW), P.LOW < P.HIGH, P.LOW + 1, f"{P.HIGH:03d}", [1,2,3,4][P.LOW], sorted([P.HIGH, P.LOW]), P(3), int(P.HIGH), str(P.HIGH), "%s %d" % (P.LOW, P.LOW))
class S(StrEnum):
    A = auto(); B = "bee"
print(S.A, repr(S.B), S.A == "a", S.B.upper(), f"{S.B}", {S.A: 1}["a"], "x" + S.B)
class SE(str, Enum):
    X = "ex"
print(SE.X, repr(SE.X), SE.X == "ex", f"{SE.X}", SE("ex"), str(SE.X), format(SE.X), SE.X.value)
class Perm(Flag):
    R = auto(); W = auto(); X = auto(); RW = R | W
print(Perm.R | Perm.X, repr(Perm.RW), Perm.R in Perm.RW, ~Perm.R, list(Perm), bool(Perm.R & Perm.W), Perm(0), repr(Perm(0)), Perm.RW.name, Perm(7), list(Perm.RW), Perm.R ^ Perm.RW, len(Perm.RW), Perm)
for f in [lambda: Perm(8), lambda: Perm.R | 1, lambda: 1 in Perm.RW]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class IF(IntFlag):
    A = 1; B = 2; C = 4
print(IF.A | IF.B, repr(IF.A | IF.C), IF.A | 8, repr(IF(9)), IF.A + 1, IF(3) == 3, repr(~IF.A), ~IF.A, IF.A & 3, repr(IF(0)), f"{IF.A|IF.B}", 2 | IF.A)
class Planet(Enum):
    EARTH = (5.97e24, 6.37e6)
    MARS = (6.4e23, 3.39e6)
    def __init__(self, mass, radius):
        self.mass = mass; self.radius = radius
    @property
    def g(self): return round(6.67e-11 * self.mass / self.radius**2, 2)
print(Planet.EARTH.g, Planet.MARS.value, Planet.EARTH.mass)
class Coord(bytes, Enum):
    def __new__(cls, value, label):
        obj = bytes.__new__(cls, [value]); obj._value_ = value; obj.label = label
        return obj
    PX = (0, "P.X"); PY = (1, "P.Y")
print(Coord.PX.label, Coord(1), Coord.PY.value)
A = Enum("Animal", "CAT DOG"); print(A.CAT, list(A), A(2)); B = Enum("B", {"x": 10}); print(B.x.value)
try:
    @unique
    class U(Enum):
        a = 1; b = 1
except ValueError as e: print(e)
class Miss(Enum):
    A = 1
    @classmethod
    def _missing_(cls, v): return cls.A if v == "x" else None
print(Miss("x"))
import copy
print(copy.deepcopy(Colour.RED) is Colour.RED)
class Op(Enum):
    ADD = enum.member(lambda a, b: a + b)
    def __call__(self, *a): return self.value(*a)
print(Op.ADD(1, 2))
match Colour.GREEN:
    case Colour.RED: print("r")
    case Colour.GREEN: print("g")
print({Colour.RED: 1, Colour.BLUE: 2}, Colour.RED == Colour.RED, Colour.RED != Colour.BLUE, Colour.RED == 1)
class N(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower() + str(count)
    AA = auto(); BB = auto()
print([m.value for m in N])
