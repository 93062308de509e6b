"""Keys with hashes of their own, and tables of them."""
import dataclasses
import enum


class Color(enum.Enum):
    RED = 1
    GREEN = 2


@dataclasses.dataclass(frozen=True)
class Place:
    row: int
    column: int


class Same:
    """All of these have one hash."""

    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return 5

    def __eq__(self, other):
        return isinstance(other, Same) and self.value == other.value


class Refusing:
    def __init__(self):
        self.refuses = False

    def __hash__(self):
        if self.refuses:
            raise LookupError("no hash")
        return 1


def count(thing):
    return len(thing)


def ask(thing, key):
    return key in thing, thing[key] if isinstance(thing, dict) else None


def same(thing):
    return thing


def add(thing, key):
    if isinstance(thing, dict):
        thing[key] = len(thing)
    else:
        thing.add(key)
    return len(thing)


def inner(thing, *path):
    for at in path:
        thing = list(thing)[at]
    return thing


def call(function, *args):
    return function(*args)


def tables():
    return {Color.RED: 1, Color.GREEN: [2]}, {Place(1, 2), Place(1, 3)}, frozenset({Color.RED, Place(0, 0)}), \
        {(1, Color.RED): {Place(4, 4): 1}}, [{Same(1): "a", Same(2): "b"}, {Same(3)}], \
        {frozenset({Same(1), Same(2)}): slice(frozenset({Color.GREEN}), 2)}


def fail_with(things):
    raise ValueError("failed", things)


def catch(function):
    try:
        function()
    except ValueError as error:
        return error.args


class Store:
    def __init__(self):
        self.table, self.members = {}, set()


@dataclasses.dataclass(order=True)
class Settings:
    rate: float = 0.5
    steps: int = dataclasses.field(default=10, metadata={"unit": "steps"})
    extra: dict = dataclasses.field(default_factory=dict, repr=False)
    kind: dataclasses.InitVar[int] = 1
    total: float = dataclasses.field(init=False, default=0.0)

    def __post_init__(self, kind):
        self.total = self.rate * self.steps * kind
