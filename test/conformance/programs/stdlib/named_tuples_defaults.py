"""Defaults of a named tuple's `__new__`, given afterwards."""
from collections import namedtuple
from typing import NamedTuple


class State(NamedTuple):
    x: int
    n: int = 0


P = namedtuple("P", "a b c")
Q = namedtuple("Q", "a b", defaults=[2])
print(State(1), P.__new__.__defaults__, Q.__new__.__defaults__, State.__new__.__defaults__)
State.__new__.__defaults__ = (7,)
P.__new__.__defaults__ = (None,) * 3
print(State(1), P(1), P(), P(c=3), Q(1), P(1, 2, 3))
P.__new__.__defaults__ = (8, 9)
for given in ((1,), (), (1, 2, 3, 4)):
    try:
        print(P(*given))
    except TypeError as e:
        print(str(e).replace("P.__new__", "__new__"))
Q.__new__.__defaults__ = None
try:
    Q(1)
except TypeError as e:
    print(e)
print(P._field_defaults, Q._field_defaults, Q(1, 2)._replace(a=5), P._make([1, 2, 3]))
