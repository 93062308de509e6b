"""What `dataclasses` says of classes that a package has made, and of classes of the program that derive from them."""

import dataclasses

from _keys import Place, Settings, same

made = Settings(0.25, extra={"a": [1]}, kind=2)
print(made, dataclasses.asdict(made), dataclasses.astuple(made))
print([(f.name, f.default, f.init, f.repr) for f in dataclasses.fields(Settings) if f.name != "extra"])
extra = dataclasses.fields(made)[2]
print(extra.name, extra.default is dataclasses.MISSING, extra.default_factory is dataclasses.MISSING, extra.default_factory())
print(dataclasses.fields(Settings)[1].metadata["unit"], dataclasses.is_dataclass(Settings), dataclasses.is_dataclass(made))
print(dataclasses.replace(made, steps=3, kind=1).total, dataclasses.replace(Place(1, 2), row=5))
try:
    dataclasses.replace(made, total=3)
except ValueError as error:
    print(error)


@dataclasses.dataclass
class Mine(Settings):
    name: str = "mine"

    def named(self):
        return f"{self.name} {self.rate * self.steps}"


mine = Mine(0.5, 4, name="m")
print(mine, mine.named(), mine.total, [f.name for f in dataclasses.fields(Mine)])
print(dataclasses.asdict(mine), mine == Mine(0.5, 4, name="m"), mine == Mine(), dataclasses.replace(mine, name="n", kind=1))
try:
    @dataclasses.dataclass
    class Thawed(Place):
        depth: int = 0
except TypeError as error:
    print(error)


@dataclasses.dataclass
class Own:
    a: int
    settings: Settings = dataclasses.field(default_factory=Settings)
    places: list = dataclasses.field(default_factory=lambda: [Place(1, 2)])


print(Own(1), dataclasses.asdict(Own(2)), dataclasses.astuple(Own(3)), same(Own(4)).settings.steps)
