"""Sets, entries that are removed and come again, and methods of the program that Python calls by itself."""
import torch
t = torch.zeros(1)
s = set()
for i in range(20):
    t = t + 1; s.add(i % 7)
print("setadd", sorted(s))
s = {1, 2, 3}
for i in range(20):
    t = t + 1; s.discard(i); s.add(i + 1)
print("setdis", sorted(s))
for i in range(20):
    t = t + 1
    u = {30, 1, 17, 2}
    if i == 18: print("set order", list(u), u)
class O: pass
o = O(); o.a = 1; o.b = 2
for i in range(20):
    t = t + 1; v = o.a; del o.a; o.a = v
print(list(o.__dict__))
o = O(); o.a = 1; o.b = 2; o.c = 3
for i in range(20):
    t = t + 1; o.__dict__.pop("b"); o.b = t
    if i > 16: print(list(vars(o)))
print(list(o.__dict__))
class P:
    def __init__(s): s._x = 0.
    @property
    def x(s): return s._x
    @x.setter
    def x(s, v): s._x = v * 2
    @x.deleter
    def x(s): s._x = -1.
p = P(); out = []
for i in range(20):
    p.x = i; t = t * 0 + p.x; out.append(t.item())
    if i > 14: del p.x; out.append(p.x)
print("prop", out)
class SA:
    n = 0
    def __setattr__(s, k, v):
        SA.n += 1
        object.__setattr__(s, k, v)
    def __delattr__(s, k):
        SA.n += 100
        object.__delattr__(s, k)
sa = SA()
for i in range(20):
    sa.v = t + i; del sa.v; sa.w = i
print("sa", SA.n, sa.__dict__)
class E_:
    def __init__(s, v): s.v = v
    n = 0
    def __eq__(s, o): E_.n += 1; return s.v == o.v
    def __hash__(s): E_.n += 10; return hash(s.v)
    def __bool__(s): E_.n += 100; return True
    def __len__(s): E_.n += 1000; return 3
    def __contains__(s, x): E_.n += 10000; return x == 3
    def __iter__(s): E_.n += 100000; return iter([1, 2])
e1, e2 = E_(1), E_(1)
dd = {e1: 1}
for i in range(20):
    t = t + dd[e2]
    if e1: t = t + 1
    t = t + len(e1) + (3 in e1) + sum(e1)
    t = t + (e1 == e2)
print("dunders", t.tolist(), E_.n)
L = [e1, E_(2)]
for i in range(20):
    t = t + L.index(e2) + (E_(2) in L) + L.count(e2)
print("eqs", t.tolist(), E_.n)
def fn(t): return t + fn.k
fn.k = 1
for i in range(20):
    t = fn(t * 0)
    fn.k += 1
print("fnattr", t.tolist(), fn.k)
def step(t):
    step.calls = getattr(step, "calls", 0) + 1
    return t + 1
for i in range(20): t = step(t)
print("calls", step.calls)
class C2:
    cnt = 0
    def __init__(s): C2.cnt += 1; type(s).last = s
for i in range(20):
    c = C2(); t = t + C2.cnt
print("cnt", C2.cnt, t.tolist(), C2.last is c)
import collections
dq = collections.deque([1, 2, 3], maxlen=4); od = collections.OrderedDict(a=1, b=2); cn = collections.Counter(); dfd = collections.defaultdict(list)
for i in range(20):
    t = t + 1; dq.append(i); dq.rotate(1); od.move_to_end("a"); od.popitem(last=False) if i == 19 else None; cn[i % 3] += 1; dfd[i % 4].append(i)
print(dq, od, cn, dict(dfd))
glob = 1
def setg(i):
    global glob, glob2
    glob = i; glob2 = i
    if i > 10: del glob2
for i in range(20):
    t = t + glob; setg(i)
print("glob", t.tolist(), "glob2" in globals())
L = [3, 1, 2]
for i in range(20):
    t = t + 1; L.sort(); L.append(L.pop(0)); L[0:1] = [5, i]; L.remove(i)
print("list", L)
