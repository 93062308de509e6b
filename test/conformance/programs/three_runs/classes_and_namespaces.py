"""Stores to `__class__`, `__dict__`, defaults and names from outside of a step that relies on them; attributes of tensors, slots and modules."""
import torch
t = torch.zeros(1)
class A:
    def f(s, t): return t + 1
class B(A):
    def f(s, t): return t + 2
o = A()
def step(t): return o.f(t * 0)
out = []
for i in range(20):
    t = step(t); out.append(t.item())
    if i == 10: o.__class__ = B
    if i == 12: o.__dict__ = {"f": lambda t: t - 1}
    if i == 14: o.__dict__ = {}
    if i == 16: B.__getattribute__ = lambda s, k: (lambda t: t - 5)
print("outer", out)
o = A()
def step(t):
    o.v = t + 1
    return o.v
out = []
for i in range(24):
    t = step(t); out.append(t.item())
    if i == 10: A.__setattr__ = lambda s, k, v: object.__setattr__(s, k, v * 2)
    if i == 14: del A.__setattr__
    if i == 16: A.v = property(lambda s: s.__dict__["v"] * 10, lambda s, v: s.__dict__.__setitem__("v", v))
    if i == 19: del A.v
    if i == 21: A.__getattr__ = lambda s, k: 1
    if i == 22: A.__getattribute__ = lambda s, k: torch.zeros(1)
print("outer2", out)
def g(t, k=1, *, z=2): return t + k + z
def step(t): return g(t * 0)
out = []
for i in range(20):
    t = step(t); out.append(t.item())
    if i == 10: g.__defaults__ = (5,)
    if i == 12: g.__kwdefaults__ = {"z": 7}
    if i == 14: g.__kwdefaults__["z"] = 8
    if i == 16: g.__kwdefaults__ = {"z": 9}; g.__defaults__ = (1,)
    if i == 18: g.__name__ = "q"
print("defaults", out)
class N:
    def name(s): return type(s).__name__
n = N()
def step(t):
    print(n.name(), type(n).__name__, N.__qualname__, N.__module__)
    return t + 1
for i in range(10):
    t = step(t)
    if i == 5: N.__name__ = "NN"
    if i == 6: N.__qualname__ = "QN"
    if i == 7: N.__module__ = "MM"
class Base1:
    def f(s, t): return t + 1
class Base2:
    def f(s, t): return t + 2
class C(Base1): pass
c = C()
def step(t): return c.f(t * 0)
out = []
for i in range(20):
    t = step(t); out.append(t.item())
    if i == 10: C.f = Base2.f
    if i == 12: del C.f
    if i == 16:
        class C(Base2): pass
    if i == 18: c = C()
print("bases", out)
x = torch.ones(2); x.tag = 5
def step(t): return t * 0 + x.tag
out = []
for i in range(20):
    t = step(t); out.append(t.tolist())
    if i == 10: x.tag = 6
    if i == 12: x.__dict__["tag"] = 7
    if i == 14: x = torch.ones(2); x.tag = 8
    if i == 16: torch.Tensor.tag = 9
    if i == 17 : x = torch.ones(2)
print("tensor attrs", out[-12:])
m = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.ReLU())
torch.manual_seed(0)
def step(t):
    for k in list(m._modules): mod = m._modules.pop(k); m._modules[k] = mod
    return m(torch.ones(1, 1)).sum()
for i in range(12):
    t = step(t)
    if i == 7: m._modules["0"], m._modules["1"] = m._modules["1"], m._modules["0"]
print([k for k, _ in m.named_children()], [type(c).__name__ for c in m.children()])
class SL:
    __slots__ = ("a", "b")
sl = SL(); sl.a = 1.; sl.b = torch.zeros(1)
def step(t):
    sl.b = t + sl.a
    return sl.b
out = []
for i in range(20):
    t = step(t * 0); out.append(t.item())
    if i == 10: sl.a = 5.
    if i == 12: del sl.a; sl.a = 6.
    if i == 14: sl = SL(); sl.a = 7.
print("slots", out)
import types
mod = types.ModuleType("mod"); mod.k = 1.
def step(t): return t * 0 + mod.k
out = []
for i in range(20):
    t = step(t); out.append(t.item())
    if i == 10: mod.k = 5.
    if i == 12: mod.__dict__["k"] = 6.
    if i == 14: del mod.k; mod.__getattr__ = lambda n: 9.
print("module", out)
