"""Classes that take the place of others of the same name, after the profile: as members of classes, globals, bases, items and
attributes, and in what isinstance, issubclass and `is` answer."""
import torch
class Cfg:
    lr = 1.0
    @staticmethod
    def f(x): return x + 0.5
class Base:
    def step(self, w): return w + 1
    unit = 1.0
class T(Base):
    cfg = Cfg
    sub = Base
def run(name, t, f, changes):
    w = torch.zeros(2); out = []
    for i in range(30):
        try: w = f(t, w)
        except Exception as e: out.append(str(e))
        if i in changes: changes[i]()
        if i % 4 == 3: out.append(w.tolist())
    print(name, out)
first = Cfg
def other(): T.cfg = type("Cfg", (), {"lr": 100.0, "f": staticmethod(lambda x: x + 9)})
def back(): T.cfg = first
run("member", T(), lambda t, w: w + t.cfg.lr, {12: other, 20: back})
run("method", T(), lambda t, w: t.cfg.f(w), {12: other, 20: back})
firstBase = Base
def g():
    global Base
    Base = type("Base", (), {"unit": 10.0, "step": lambda self, w: w - 3})
def gb():
    global Base
    Base = firstBase
run("global", T(), lambda t, w: w + Base.unit, {12: g, 20: gb})
run("global and base", T(), lambda t, w: t.step(w) + Base.unit, {12: g, 20: gb})
run("global instance", T(), lambda t, w: Base().step(w), {12: g, 20: gb})
run("isinstance", T(), lambda t, w: w + (1 if isinstance(t, Base) else 2), {12: g, 20: gb})
def ob(): T.sub = type("Base", (), {"unit": 10.0})
def obb(): T.sub = firstBase
run("sub", T(), lambda t, w: w + t.sub.unit + t.unit, {12: ob, 20: obb})
def make(k):
    class Net:
        unit = float(k)
        def go(self, w): return w + self.unit
    return Net
nets = [make(1), make(2)]
n = nets[0]()
box = {"n": n}
def swap(): box["n"] = nets[1]()
def swapb(): box["n"] = nets[0]()
run("factory", box, lambda b, w: b["n"].go(w), {12: swap, 20: swapb})
lst = [nets[0]]
run("list", lst, lambda b, w: b[0]().go(w) + b[0].unit, {12: lambda: b_set(1), 20: lambda: b_set(0)})
def b_set(k): lst[0] = nets[k]
run("list", lst, lambda b, w: b[0]().go(w) + b[0].unit, {12: lambda: b_set(1), 20: lambda: b_set(0)})
class H: pass
h = H(); h.k = nets[0]
def hk(k): h.k = nets[k]
run("attr", h, lambda b, w: b.k.go(b, w) if hasattr(b, "unit") else w + b.k.unit, {12: lambda: hk(1), 20: lambda: hk(0)})
def err(k): return type("Err", (Exception,), {"v": k})
errs = [err(1.0), err(2.0)]
e = H(); e.k = errs[0]
def exc(b, w):
    try: raise b.k("x")
    except errs[0] as q: return w + q.v
    except errs[1] as q: return w - q.v
def ek(k): e.k = errs[k]
run("errors", e, exc, {12: lambda: ek(1), 20: lambda: ek(0)})


class Named: pass
one = Named(); dd = {"c": Named}; alias = Named
def f1(x): return x + isinstance(one, Named)
def f2(x): return x + (type(one) is Named)
def f3(x): return x + (dd["c"] is Named)
def f4(x): return x + (alias is Named)
def f5(x): return x + (alias == dd["c"])
def f6(x): return x + issubclass(alias, Named)
def f7(x): return x + (Named in dd.values())
def f8(x): return x + {alias: 1.0}.get(Named, 0.0)
def f9(x): return x + (one.__class__ is Named)
def answer(n):
    for f in (f1, f2, f3, f4, f5, f6, f7, f8, f9):
        w = torch.zeros(1)
        for i in range(n): w = f(w)
        print(f.__name__, w.item(), end="; ")
    print()
answer(24)
class Named: pass
answer(6)
alias = Named; answer(6)
