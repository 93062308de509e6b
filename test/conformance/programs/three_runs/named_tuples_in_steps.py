"""Named tuples that steps make and look at: by field, by place, unpacked; some leave the step."""
from collections import namedtuple
from typing import NamedTuple
import torch
T = namedtuple("T", "a b")
class S(NamedTuple):
    h: torch.Tensor
    c: torch.Tensor = None
t = T(torch.ones(2), torch.zeros(2))
def field(t): return (t.a * 2 + t.b).sum()
def unpack(t):
    a, b = t
    return (a * 2 + b).sum() + len(t)
def make(x):
    t = T(x, x + 1)
    return t[0] * t[1]
def make2(x):
    t = T(a=x, b=x + 1)
    return t.a * t.b
def make3(x):
    s = S(x)
    h, c = s
    return h + (1 if c is None else 2)
def zipped(l):
    b = T(*zip(*l))
    return torch.stack(b.a).sum() + torch.stack(b.b).sum()
def given(x): return S(x, x * 2)
def replaced(x): return S(x, x * 2)._replace(c=x).c
def texts(x): return str(T(1, 2)), T(1, 2) == (1, 2), isinstance(T(1, 2), tuple), x.sum().item(), T(1,2)._asdict()
for f, a in [(field, t), (unpack, t), (make, t.a), (make2, t.a), (make3, t.a), (zipped, [t, t]), (given, t.a), (replaced, t.a), (texts, t.a)]:
    for i in range(6):
        r = f(a)
    print(f.__name__, r)
