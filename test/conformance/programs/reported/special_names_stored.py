"""Stores to __dict__, __class__, __name__ and the like."""
import torch
class A:
    k = 1
    def f(s, t): return t + s.k
def swapd(o, t): o.__dict__ = {"k": 5}; return t + 1
o = A(); t = torch.ones(2)
for i in range(20):
    t = t + 1
    if i == 15: o.__dict__ = {"k": 7}
    t = o.f(t)
print("dict", t.tolist(), o.__dict__)
for i in range(20):
    t = t * 0 + 1
    if i == 10: o.__dict__["k"] = 100
    t = o.f(t)
    if i == 15: o.__dict__.update(k=200)
    if i == 17: vars(o)["k"] = 300
print("dict2", t.tolist(), o.k)
for i in range(20):
    if i == 10: del o.k
    t = o.f(t * 0)
print("del", t.tolist(), hasattr(o, "k"), o.k, "k" in o.__dict__)
def g(t, k=1): return t + k
for i in range(20):
    if i == 10: g.__defaults__ = (50,)
    t = g(t * 0)
print("defaults", t.tolist())
def h(t, *, k=1): return t + k
for i in range(20):
    if i == 10: h.__kwdefaults__ = {"k": 60}
    t = h(t * 0)
    if i == 12: h.__name__ = "renamed"
    if i == 13: h.__kwdefaults__["k"] = 61
    if i == 14: h.attr = t
print("kwdefaults", t.tolist(), h.__name__, h.attr.tolist())
for i in range(20):
    if i == 10: A.k = 9
    if i == 12: setattr(A, "f", lambda s, t: t + 1000 + s.k)
    if i == 14: A.__name__ = "AA"
    t = o.f(t * 0)
print("cls", t.tolist(), type(o).__name__)
class S:
    __slots__ = ("k", "t")
s = S(); s.k = 1
for i in range(20):
    s.t = t * 0 + s.k
    if i == 10: s.k = 4
    if i == 15: object.__setattr__(s, "k", 5)
print("slots", s.t.tolist())
class Base1:
    def f(s, t): return t + 1
class Base2:
    def f(s, t): return t + 2
class D(Base1): pass
d = D()
for i in range(20):
    t = d.f(t * 0)
    if i == 10: D.f = Base2.f
    if i == 15: del D.f
print("mro", t.tolist())
for i in range(20):
    object.__setattr__(d, "z", i); d.__setattr__("y", i + 1)
    t = t * 0 + d.z + d.y
    if i == 12: object.__setattr__(d, "f", lambda t: t)
print("setattr", t.tolist(), d.f(5))
for i in range(20):
    d.__dict__["w"] = t + i; q = d.w
    if i > 12: d.__dict__.pop("w")
print(q.tolist(), hasattr(d, "w"))
