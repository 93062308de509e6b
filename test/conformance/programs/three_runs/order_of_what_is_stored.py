"""Where names and keys that a step stores stand among the others when some were there before, and some were not."""
import torch
d = {"a": 1, "b": 2}
def s(v, d):
    if v.sum() > 0:
        d.pop("a", None); d["a"] = 3
    d["c"] = 5
for i in range(40):
    s(torch.tensor([1.0 if i % 3 else -1.0]), d)
    if i % 5 == 4 or i % 9 < 3: print(i, d)
    if i % 5 == 4: d = {"a": 1, "b": 2}
def s(v, d):
    d["c"] = 5
    d["a"] = v.sum()
    return v * 2
d = {}
for i in range(40):
    if i % 5 == 4:
        d = {}
    if i == 30:
        d["c"] = 1
    s(torch.ones(3) * i, d)
    if i % 5 == 4 or i % 9 < 3: print(i, d)
class A: pass
def s2(v, d):
    d.c = 5
    d.a = v.sum()
    return v * 2
d = A()
d.a = 3
d.c = 3
for i in range(40):
    if i % 5 == 4:
        d = A()
    s2(torch.ones(3) * i, d)
    if i % 5 == 4 or i % 9 < 3: print(i, d.__dict__)
class O: pass
def make(i):
    d = {"a": 1, "b": [1]}
    o = O()
    o.a = 1
    o.b = [1]
    if i > 26 and i % 3 == 0:
        del d["a"], o.a
    if i > 30 and i % 3 == 1:
        d = {}
        o = O()
    return d, o
def f1(v, d, o):
    x = "a" in d
    y = hasattr(o, "a")
    return v * 2, x, y
def f2(v, d, o):
    d["a"] = 5
    del d["a"]
    o.a = 5
    del o.a
    return v * 2
def f3(v, d, o):
    try:
        del d["a"]
    except KeyError:
        d["z"] = 1
    return v * 2
def f4(v, d, o):
    d.pop("a", None)
    d.setdefault("q", 2)
    d["a"] = 3
    d["c"] = 4
    return v * 2
def f5(v, d, o):
    o.c = v.sum()
    o.a = 2
    o.__dict__["b"] = 3
    return v * 2
def f6(v, d, o):
    d["c"] = v.sum()
    d["a"] = d.get("a", 7)
    d["b"] = 3
    return v * 2
def f7(v, d, o):
    d["zz"] = 1
    d["c"] = 1
    del d["zz"]
    d.update(a=1, b=2)
    return v * 2
def f8(v, d, o):
    if v.sum() > 30:
        del o.b
        o.b = 1
    o.a = 4
    return v * 2
def f9(v, d, o):
    if not hasattr(o, "count"):
        o.count = 0
    o.count += 1
    o.a = 1
    return v * o.count
for f in (f1, f2, f3, f4, f5, f6, f7, f8, f9):
    for i in range(40):
        d, o = make(i)
        if i == 35:
            d["zz"] = 3
            o.zz = 3
        try:
            r = f(torch.ones(2) * i, d, o)
        except Exception as e:
            r = repr(e)
        if i % 4 == 1 or i > 24:
            print(f.__name__, i, r, {k: v for k, v in d.items()}, {k: v for k, v in o.__dict__.items()})
