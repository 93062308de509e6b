"""Functions of a class that are put there again as staticmethod, classmethod or property, or without that, after the
profile."""
import torch
def first(*a): return 1.0 if a and isinstance(a[0], torch.Tensor) else 3.0
def second(*a): return 10.0
class M:
    f = first
    @staticmethod
    def s(x): return 2.0
    @classmethod
    def c(cls, *a): return len(a) + cls.k
    k = 4.0
    @property
    def p(self): return 0.25
class S(M): pass
def run(name, f, changes, m):
    w = torch.zeros(2); x = torch.ones(2); out = []
    for i in range(40):
        try: w = w * 0.5 + f(m, x)
        except Exception as e: out.append(type(e).__name__)
        if i in changes: changes[i]()
        if i % 4 == 3: out.append(w.tolist())
    print(name, out)
def setter(c, n, v): return lambda: setattr(c, n, v)
ms, mc = M.__dict__["s"], M.__dict__["c"]
run("plain", lambda m, x: m.f(x), {12: setter(M, "f", staticmethod(first)), 20: setter(M, "f", classmethod(first)), 28: setter(M, "f", first), 34: setter(M, "f", property(second))}, M())
M.f = first
run("sub plain", lambda m, x: m.f(x), {12: setter(M, "f", staticmethod(first)), 20: setter(S, "f", classmethod(first)), 28: setter(M, "f", first)}, S())
run("static", lambda m, x: m.s(x), {12: setter(M, "s", ms.__func__), 20: setter(M, "s", classmethod(ms.__func__)), 28: setter(M, "s", staticmethod(second)), 34: setter(M, "s", ms)}, M())
run("class", lambda m, x: m.c(x), {12: setter(M, "c", mc.__func__), 20: setter(M, "c", staticmethod(mc.__func__)), 28: setter(M, "c", classmethod(second)), 34: setter(M, "c", mc)}, M())
run("of class", lambda m, x: type(m).f(x) + type(m).s(x), {12: setter(M, "f", staticmethod(first)), 20: setter(M, "f", classmethod(first)), 28: setter(M, "s", second), 34: setter(M, "s", ms)}, M())
M.f = first; M.s = ms
mp = M.__dict__["p"]
run("property", lambda m, x: m.p, {12: setter(M, "p", 5.0), 20: setter(M, "p", property(second)), 28: setter(M, "p", mp)}, M())
run("property f", lambda m, x: m.p() if callable(m.p) else m.p, {12: setter(M, "p", mp.fget), 20: setter(M, "p", staticmethod(second)), 28: setter(M, "p", mp)}, M())
class L(torch.nn.Module):
    def forward(self, x): return x * 2
    scale = torch.nn.functional.relu
    stat = staticmethod(torch.abs)
l = L()
run("native", lambda m, x: m.stat(x - 3), {12: setter(L, "stat", torch.abs), 20: setter(L, "stat", staticmethod(torch.neg)), 28: setter(L, "stat", staticmethod(torch.abs))}, l)
