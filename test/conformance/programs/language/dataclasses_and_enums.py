# dataclasses, namedtuples and enums as programs use them.
import enum
from collections import namedtuple
from dataclasses import dataclass, field


@dataclass
class Config:
    name: str
    rate: float = 0.1
    layers: list = field(default_factory=list)

    def total(self):
        return sum(self.layers)


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


a, b = Config("a"), Config("a", layers=[1, 2])
a.layers.append(5)
print(a, b, a == Config("a", 0.1, [5]), b.total())
print(Version(1, 2) < Version(1, 3), sorted([Version(2), Version(1, 9)]), hash(Version(1)) == hash(Version(1)))
try:
    Version(1).major = 3
except AttributeError as error:
    print(type(error).__name__, error)
Pair = namedtuple("Pair", "left right")
pair = Pair(1, right=2)
print(pair, pair.left + pair[1], pair._replace(left=9), tuple(pair))
print(Colour.RED, Colour.RED.name, Colour(2), Colour["GREEN"].value, list(Colour), Colour.RED is Colour(1))
