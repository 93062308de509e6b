"""The class of an object changes in the loop."""
import torch
class A:
    def f(s, t): return t + 1
class B(A):
    def f(s, t): return t * 2
o = A(); t = torch.ones(2)
for i in range(20):
    if i == 10: o.__class__ = B
    t = o.f(t)
print(t.tolist(), type(o).__name__)
class A:
    def f(s, t): return t + 1
class B(A):
    def f(s, t): return t * 2
o = A(); t = torch.ones(1)
for i in range(20):
    if i == 10: setattr(o, "__class__", B)
    t = o.f(t)
print(t.item(), isinstance(o, B))
p = A(); t = torch.ones(1)
for i in range(20):
    p.__class__ = B if i % 2 else A
    t = p.f(t)
print(t.item())
d = {"x": torch.zeros(1), "y": torch.zeros(1)}
for i in range(9):
    v = d["x"] + 1
    del d["x"]
    d["x"] = v
print(list(d))
