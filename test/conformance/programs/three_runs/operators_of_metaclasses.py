"""Classes whose metaclass says what they are equal to, whether they are true, how they are iterated and indexed; enums with operators of
their own."""
import torch, enum, functools
class M(type):
    def __eq__(cls, o): return True
    def __ne__(cls, o): return True
    def __hash__(cls): return 1
    def __bool__(cls): return False
    def __len__(cls): return 5
    def __contains__(cls, q): return q == 3
    def __iter__(cls): return iter([1, 2])
    def __getitem__(cls, k): return k * 2
    def __add__(cls, o): return 50
    def __lt__(cls, o): return True
class A(metaclass=M): pass
class B(metaclass=M): pass
class E(enum.Enum):
    P = 1
    Q = 2
    def __eq__(self, o): return True
    def __hash__(self): return 4
    def __bool__(self): return self.value > 1
    def __lt__(self, o): return self.value < o.value
class C: pass
c = C(); c.e = E.P; c.a = A; c.b = B
def f1(x): return x + (1 if c.a == c.b else 2) + (10 if c.a != c.a else 20) + (100 if c.a else 200)
def f2(x): return x + len(c.a) + (1 if 3 in c.a else 2) + sum(c.a) + c.a[4] + (c.a + 1) + (1 if c.a < c.b else 2)
def f3(x): return x + (1 if c.e == 5 else 2) + (10 if c.e != E.Q else 20) + (100 if c.e else 200) + (1000 if c.e < E.Q else 2000)
def f4(x): return x + (1 if c.a is c.b else 2) + [c.b].index(c.a) + (1 if c.a in [c.b] else 2) + len({c.a: 1, c.b: 2})
def f5(x): return x + (1 if c.e in [7] else 2) + len({c.e: 1, E.Q: 2}) + {E.P: 1.0}.get(E.Q, 5.0)
def f6(x): return x + (1 if (c.a, 1) == (c.b, 1) else 2) + (1 if [c.e] == [5] else 2)
for i in range(26):
    if i == 20: M.__bool__ = lambda cls: True; M.__eq__ = lambda cls, o: False
    if i == 22: c.e = E.Q; E.__eq__ = lambda self, o: self is o
    if i == 24: c.a = C; del M.__ne__
    
    for f in (f1, f2, f3, f4, f5, f6):
        try: print(i, f.__name__, f(torch.zeros(1)).item())
        except (TypeError, ValueError) as error: print(i, f.__name__, error)
