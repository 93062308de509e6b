"""Classes of many makes, used when the module is loaded: what is loaded and unloaded many times."""
import abc
import collections
import dataclasses
import enum
import typing

import torch


class Shape:
    instances = []

    def __init__(self):
        Shape.instances.append(self)

    def area(self):
        return 0


class Square(Shape):
    __slots__ = ("side",)

    def __init__(self, side):
        super().__init__()
        self.side = side

    def area(self):
        return super().area() + self.side ** 2


class Color(enum.Enum):
    RED = 1
    BLUE = 2


@dataclasses.dataclass
class Point:
    x: int
    y: list = dataclasses.field(default_factory=list)


class Row(typing.NamedTuple):
    name: str
    size: int = 0


class Sized(abc.ABC):
    @abc.abstractmethod
    def __len__(self):
        ...


class Some(Sized):
    def __len__(self):
        return 3


class Failed(ValueError):
    pass


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(4, 2)

    def forward(self, x):
        return torch.relu(self.fc(x))


Pair = collections.namedtuple("Pair", "a b")
net = Net()


def adding(amount):
    class Adding:
        def __call__(self, x):
            return __class__, x + amount
    return Adding()


def numbers(limit):
    for i in range(limit):
        yield Point(i)


add, some = adding(2), numbers(5)


def use(side):
    """What is left when it has run: an exception, and a generator that has not ended."""
    try:
        raise Failed(side)
    except Failed as error:
        error.itself = error
        code = len(error.args)
    loss = net(torch.ones(3, 4)).sum()
    loss.backward()
    return (Square(side).area() + Color(2).value + next(some).x + add(1)[1] + len(Some()) + Row("a", 4).size
            + Pair(1, 2).b + code + isinstance(Some(), collections.abc.Mapping) + (net.fc.weight.grad is not None))
