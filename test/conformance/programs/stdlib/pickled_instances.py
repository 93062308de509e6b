# Instances of classes with and without a say in how they are pickled.
import pickle, pickletools
class P:
    def __init__(self): self.x=[1]
p=P(); p.me=p.__dict__
b=pickle.dumps([p, p.__dict__, p]); print(b)
class Q: pass
print(pickle.dumps(Q()))
class R(P):
    def __getattr__(self, n): raise AttributeError(n)
print(pickle.dumps(R()))
class T(P):
    def __setstate__(self, s): self.got = s
t = pickle.loads(pickle.dumps(T())); print(t.__dict__)
class D:
    x = 5
    def f(self): return 1
d = D(); d.x = 6; d.f = 7; e = pickle.loads(pickle.dumps(d)); print(e.x, e.f)
class N:
    def __new__(cls, *a): o = object.__new__(cls); o.made = a; return o
n = pickle.loads(pickle.dumps(N(1))); print(n.made)
import copyreg
class C:
    def __init__(self, v): self.v = v
copyreg.pickle(C, lambda c: (C, (c.v + 1,)))
print(pickle.loads(pickle.dumps(C(1))).v)
class DT(pickle.Pickler):
    dispatch_table = {P: lambda p: (str, ("replaced",))}
import io
f = io.BytesIO(); DT(f).dump([P(), C(5)]); print(pickle.loads(f.getvalue())[0], pickle.loads(f.getvalue())[1].v)
class RO(pickle.Pickler):
    def reducer_override(self, obj): return (int, ("7",)) if isinstance(obj, P) else NotImplemented
f = io.BytesIO(); RO(f).dump([P(), C(5)]); print(pickle.loads(f.getvalue())[0])
class SL:
    __slots__ = ("a", "__dict__")
s = SL(); s.a = 1; s.b = 2; u = pickle.loads(pickle.dumps(s)); print(u.a, u.b)
class L(list): pass
l = L([1, 2]); l.z = 3; m = pickle.loads(pickle.dumps(l)); print(m, m.z)
class M(type): pass
class WM(metaclass=M): pass
print(type(pickle.loads(pickle.dumps(WM()))).__name__)
def local():
    class Local: pass
    return Local()
try: pickle.dumps(local())
except Exception as e: print(type(e).__name__, e)
p.__dict__[5] = 6
print(sorted(map(str, pickle.loads(pickle.dumps(p)).__dict__)))
