"""The order of dicts, sets, attributes and modules after deleting and inserting."""
import torch
def show(n, d): print(n, list(d.items()) if n != "t" else list(d))
def z(): return torch.zeros(1)
d = {1: 1, 2: 2, 3: 3}
for i in range(9):
    t = z() + i; x = d.pop(1); d[1] = x
show("pop", d)
d = {1: 1, 2: 2, 3: 3}
for i in range(9):
    t = z() + i
    del d[1], d[2]; d[2] = i; d[1] = i
show("two", d)
d = {1: 1, 2: 2, 3: 3}
for i in range(9):
    t = z() + i
    k, v = d.popitem(); d = {k: v, **d}
show("popitem", d)
d = {1: 1, 2: 2, 3: 3}
for i in range(9):
    t = z() + i
    d.clear(); d[3] = i; d[1] = i; d[2] = 0
show("clear", d)
d = {1: 1, 2: 2, 3: 3}
for i in range(9):
    t = z() + i
    for k in sorted(d, reverse=True): d[k] = d.pop(k)
    if i % 3 == 0: print(list(d))
show("rev", d)
d = {1: 1, 2: 2}
for i in range(9):
    t = z() + i
    d = dict(d); d.setdefault(5, 1); d.update({2: i, 1: i}); d |= {0: 1}; e = {**d, 1: 0}; f = d | {9: 9}
show("upd", d); show("e", e); show("f", f)
class O: pass
o = O(); o.a = 1; o.b = 2; o.c = 3
for i in range(9):
    t = z() + i
    del o.a; o.a = i
print(o.__dict__)
m = torch.nn.Module(); m.a = torch.nn.Linear(1, 1); m.b = torch.nn.Linear(1, 1)
for i in range(9):
    t = z() + i; k = m.a; del m.a; m.a = k
print([n for n, _ in m.named_parameters()])
s = torch.nn.ModuleDict({"a": torch.nn.Identity(), "b": torch.nn.Identity()})
for i in range(9):
    t = z() + i; k = s.pop("a"); s["a"] = k
print(list(s))
import collections
o = collections.OrderedDict(a=1, b=2, c=3)
for i in range(10):
    t = z() + i; o.move_to_end("a"); o["b"] = i
print(o)
L = [3, 1, 2]
for i in range(9):
    t = z() + i; x = L.pop(0); L.append(x); L.insert(1, L.pop()); L[0], L[1] = L[1], L[0]; L.reverse()
print(L)
s = {1, 2, 3}
for i in range(9):
    t = z() + i; s.discard(1); s.add(1 + i); s ^= {2}
print(sorted(s))
