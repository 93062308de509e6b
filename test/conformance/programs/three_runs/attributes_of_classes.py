"""What lookups through classes find changes: a base's attribute hidden by a subclass, properties, static and class methods, closures of one code, metaclasses, descriptors."""
import torch
# class attribute gained by a subclass, outside the inner root
class A:
    k = 1
    lst = [1, 2]
    @property
    def p(s): return 1
    def f(s, t): return t + s.k
class D(A): pass
d = D()
def step(t): return t * 0 + d.k
t = torch.zeros(1); out = []
for i in range(20):
    t = step(t); out.append(t.item())
    if i == 10: D.k = 5
    if i == 15: del D.k
print("gain", out)
def step2(t): return t * 0 + d.p
out = []
for i in range(20):
    t = step2(t); out.append(t.item())
    if i == 10: A.p = property(lambda s: 7)
    if i == 14: D.p = property(lambda s: 8)
    if i == 17: D.p = 9
print("prop", out)
def make(n):
    def f(s, t): return t + n
    return f
A.f = make(2)
def step3(t): return d.f(t * 0)
out = []
for i in range(20):
    t = step3(t); out.append(t.item())
    if i == 10: D.f = make(3)
    if i == 14: A.f = make(4)
    if i == 15: del D.f
print("clos", out)
A.g = staticmethod(make(2))
def step4(t): return d.g(None, t * 0)
out = []
for i in range(20):
    t = step4(t); out.append(t.item())
    if i == 10: A.g = staticmethod(make(3))
    if i == 14: D.g = staticmethod(make(5))
    if i == 16: D.g = classmethod(lambda s, a, t: t + 6)
    if i == 18: D.g = lambda s, a, t: t - 1
print("static", out)
class I:
    def __init__(s, v): s.v = v
    def get(s): return s.v
class J(I):
    def get(s): return s.v * 10
A.obj = I(1.)
def step5(t): return t * 0 + d.obj.get()
out = []
for i in range(20):
    t = step5(t); out.append(t.item())
    if i == 10: A.obj = J(1.)
    if i == 14: A.obj = I(2.)
    if i == 16: A.obj.__class__ = J
    if i == 18: d.obj = I(100.)
print("obj", out)
A.lst = [I(1.), I(2.)]
def step6(t): return t * 0 + d.lst[0].get()
out = []
for i in range(20):
    t = step6(t); out.append(t.item())
    if i == 10: A.lst[0] = J(3.)
    if i == 14: A.lst.reverse()
    if i == 16: A.lst[0].get = lambda: 50.
print("lst", out)
class M(type):
    def __getattr__(c, n): return 77 if n == "zz" else 0
class K(metaclass=M): pass
kk = K
def step7(t): return t * 0 + kk.zz
out = []
for i in range(20):
    t = step7(t); out.append(t.item())
    if i == 10: K.zz = 5
    if i == 14: del K.zz
    if i == 16: M.zz = 6
print("meta", out)
class Desc:
    def __get__(s, o, t): return 3
    def __set__(s, o, v): o.__dict__["q_"] = v
class Q:
    q = Desc()
qq = Q()
def step8(t):
    qq.q = t
    return t * 0 + qq.q
out = []
for i in range(20):
    t = step8(t); out.append(t.item())
    if i == 10: Desc.__get__ = lambda s, o, t: 4
    if i == 14: del Desc.__set__
    if i == 16: Q.q = 1; qq = Q()
print("desc", out, sorted(qq.__dict__))
