"""Keys and items that are named tuples, members of enums with values, instances of subclasses of str and tuple, and tuples of what was
computed, looked for by plain ones."""
import torch, enum, collections
class Act(str, enum.Enum):
    RELU = "relu"
class Lv(enum.IntEnum):
    LO = 1
NT = collections.namedtuple("NT", "a b")
class Tn(tuple): pass
class S(str): pass
class C: pass
c = C(); c.r = Act.RELU; c.l = Lv.LO; c.n = NT(1, 2); c.t = Tn((1, 2)); c.s = S("q"); c.k = 1
D = {"relu": 1.0, 1: 1.0, (1, 2): 1.0, "q": 1.0}
def f1(x): return x + {c.r: 1.0}.get("relu", 5.0)
def f2(x): return x + {c.l: 1.0}.get(1, 5.0)
def f3(x): return x + {c.n: 1.0}.get((1, 2), 5.0)
def f4(x): return x + {c.t: 1.0}.get((1, 2), 5.0)
def f5(x): return x + {c.s: 1.0}.get("q", 5.0)
def f9(x): return x + D.get(c.r, 50.0)
def f10(x): return x + D.get(c.l, 50.0)
def f11(x): return x + D.get(c.n, 50.0)
def f12(x): return x + (1 if c.n in [(1, 2)] else 2)
def f13(x): return x + (1 if c.l in [1, 2] else 2)
def f6(x): return x + (1 if c.n in {(1, 2)} else 2) + (1 if c.l in {1: 0} else 2) + (1 if c.n in [(1, 2)] else 2) + (1 if c.t in ((1, 2), 3) else 2)
def f7(x): return x + len({c.l, 1}) + len({c.n, (1, 2)}) + len({c.s: 1, "q": 2})
def f8(x): return x + (1 if c.l == 1 else 2) + (1 if c.n == (1, 2) else 2) + (1 if c.t == (1, 2) else 2) + (1 if c.s == "q" else 2) + (1 if c.r == "relu" else 2)
def f14(x): return x + {(c.k, "a"): 3.0}.get((c.k + 1 - 1, "a"), 5.0) + D.get((c.k, 2), 9.0)
for i in range(26):
    if i == 20: c.n = NT(3, 4); c.t = Tn((5, 6)); c.k = 3
    if i == 23: c.s = "z"; c.l = 2; D[(3, 4)] = 8.0
    print(i, *[f(torch.zeros(1)).item() for f in (f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14)])
