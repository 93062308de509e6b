"""Attribute lookup by the user's own methods."""
import torch
class C:
    n = 0
    def __init__(s): s.v = 1.
    def __getattribute__(s, k):
        if k == "v": C.n += 1
        return object.__getattribute__(s, k)
c = C(); t = torch.zeros(1)
for i in range(20): t = t + c.v
print(C.n)
class D:
    def __init__(s): s.w = 0
    def __setattr__(s, k, v): object.__setattr__(s, k, v * 2 if k == "w" else v)
d = D()
for i in range(20): d.w = t + i
print(d.w)
for i in range(20):
    if i == 12: D.__setattr__ = object.__setattr__
    d.w = t + i
print(d.w)
class G(C):
    m = 0
    def __getattribute__(s, k):
        if k == "v": object.__setattr__(s, "m", object.__getattribute__(s, "m") + 1)
        return object.__getattribute__(s, k)
g = G()
for i in range(20): t = t + g.v; g.q = t
print(g.m)
