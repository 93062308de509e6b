"""Instances of subclasses of str, int, float and tuple, and members of enums that are such, beside plain ones: compared, as keys, in
conditions, as items that are looked for."""
# float-tolerance: 1e-6
import enum
from collections import deque, namedtuple

import torch


class Act(str, enum.Enum):
    RELU = "relu"
    TANH = "tanh"


class Level(enum.IntEnum):
    LOW = 0
    HIGH = 3


class Flag(enum.Flag):
    A = 1
    B = 2


class Text(str):
    pass


class Count(int):
    pass


class Rate(float):
    def __ne__(self, other):
        return False


class Pair(tuple):
    pass


class Queue(deque):
    pass


class Own(str):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return hash(str(self))


Point = namedtuple("Point", "x y")


class Config:
    pass


c = Config()
c.act, c.level, c.flag, c.name, c.empty, c.count, c.rate = Act.RELU, Level.LOW, Flag.A, Text("q"), Text(""), Count(3), Rate(0.5)
c.pair, c.queue, c.own, c.point = Pair((1, 2)), Queue([1]), Own("o"), Point(1, 2)
c.table = {"relu": 5.0, 3: 1.0, 0.5: 3.0, Act.TANH: 7.0, (1, "q"): 2.0}
c.seen = {Text("q"), 2}


def bits(*truths):
    return sum(2 ** i for i, truth in enumerate(truths) if truth)


def act(x):
    return x.relu() if c.act == "relu" else x.tanh()


def equal(x):
    return x + bits(c.act != "relu", "relu" == c.act, c.name == "q", c.count == 3, 3 == c.count, c.rate == 0.5, c.rate != 0.5,
                    c.level == 3, c.level == Level.LOW, c.own == "x", c.own != "o", c.name == c.own)


def alike(x):
    return x + bits(c.act == Act.RELU, c.act is Act("relu"), getattr(c.act, "value", "") == "relu", c.flag == Flag.A, c.flag != Flag.B)


def held(x):
    return x + bits(c.act in ("relu", "gelu"), c.count in (3, 4), c.rate in [0.5], [1, 0.5].count(c.rate), c.name in ["q"])


def texts(x):
    return x + c.table.get(c.act, 0.0)


def numbers(x):
    return x + c.table.get(c.count, 50.0) + c.table.get(c.rate, 9.0)


def strings(x):
    return x + c.table.get("tanh", 20.0)


def pairs(x):
    return x + c.table.get((1, c.name), 30.0)


def members(x):
    return x + bits("q" in c.seen, c.name in c.seen, 2 in c.seen)


def truths(x):
    return x + bits(c.empty, c.name, c.level, c.count, c.queue, c.pair, c.point, not c.empty)


def groups(x):
    return x + bits(c.pair == (1, 2), (1, 2) != c.pair, c.point == (1, 2), c.point == c.pair, c.queue == Queue([1]), c.queue != [1])


def literals(x):
    return x + {0.5: 3.0}.get(c.rate, 9.0) + {3: 1.0}.get(c.count, 50.0) + 100 * (c.act in {"relu": 1})


functions = act, equal, alike, held, texts, numbers, strings, pairs, members, truths, groups, literals
for i in range(34):
    if i == 20:
        c.act, c.level, c.name, c.count, c.flag = Act.TANH, Level.HIGH, Text("r"), Count(4), Flag.B
    if i == 24:
        c.act, c.name, c.count, c.rate = "relu", "q", 3, 0.5
        c.queue.clear()
        c.point = c.pair = (1, 3)
    if i == 28:
        c.empty, c.level = Text("e"), Level.LOW
        c.seen.add(Text("z"))
        c.table[Text("relu")] = -1.0
    print(i, *[f(torch.tensor([-0.5, 2.0])).tolist() for f in functions])
