import collections, weakref, copy, enum, json, sys
class Emitter:
    def __init__(self): self._h = collections.defaultdict(list)
    def on(self, name, f=None):
        if f is None: return lambda g: (self._h[name].append(g), g)[1]
        self._h[name].append(f); return self
    def off(self, name, f): self._h[name].remove(f)
    def emit(self, name, *a, **k): return [f(*a, **k) for f in list(self._h[name])]
    def __getattr__(self, n):
        if n.startswith("on_"): return lambda f: self.on(n[3:], f)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {n!r}")
e = Emitter()
@e.on("greet")
def hi(name, punct="!"): return f"hi {name}{punct}"
e.on_greet(lambda n, **k: len(n)); print(e.emit("greet", "bob", punct="?"), e.emit("nothing"))
e.off("greet", hi); print(e.emit("greet", "x"))
try: e.nope
except AttributeError as x: print(x)
class State(enum.Enum):
    IDLE = enum.auto(); RUN = enum.auto(); DONE = enum.auto()
class Machine:
    T = {(State.IDLE, "start"): State.RUN, (State.RUN, "finish"): State.DONE, (State.DONE, "reset"): State.IDLE}
    def __init__(self): self.state = State.IDLE; self.log = []
    def fire(self, ev):
        try: new = self.T[self.state, ev]
        except KeyError: raise RuntimeError(f"cannot {ev} in {self.state.name}") from None
        self.log.append((self.state.name, new.name)); self.state = new; return self
m = Machine().fire("start").fire("finish"); print(m.log, m.state)
try: m.fire("start")
except RuntimeError as x: print(x, x.__cause__, x.__suppress_context__)
class Observable:
    def __init_subclass__(cls, /, prefix="", **kw): super().__init_subclass__(**kw); cls.prefix = prefix; Observable.known = getattr(Observable, "known", []) + [cls.__name__]
    def __setattr__(self, k, v):
        old = self.__dict__.get(k, "<unset>"); object.__setattr__(self, k, v); print(f"{self.prefix}{k}: {old!r} -> {v!r}")
    def __delattr__(self, k): print("del", k); super().__delattr__(k)
class P(Observable, prefix="P."): pass
class Q(P): pass
p = P(); p.x = 1; p.x = 2; del p.x; print(Observable.known, Q.prefix)
class Meta(type):
    def __new__(m, name, bases, ns, **kw):
        ns["registry"] = [k for k in ns if not k.startswith("_")]; return super().__new__(m, name, bases, ns)
    def __call__(cls, *a, **k):
        if not hasattr(cls, "_inst"): cls._inst = super().__call__(*a, **k)
        return cls._inst
    def __len__(cls): return len(cls.registry)
    def __getitem__(cls, k): return cls.registry[k]
class S(metaclass=Meta):
    a = 1
    def f(self): pass
print(S() is S(), len(S), S[0], S.registry, type(S).__name__)
class Shape:
    _reg = {}
    def __init_subclass__(cls, **k): super().__init_subclass__(**k); Shape._reg[cls.__name__.lower()] = cls
    @classmethod
    def make(cls, spec): d = dict(spec); return cls._reg[d.pop("kind")](**d)
class Circle(Shape):
    def __init__(self, r): self.r = r
    def area(self): return round(3.14159 * self.r ** 2, 3)
class Rect(Shape):
    def __init__(self, w, h=1): self.w, self.h = w, h
    def area(self): return self.w * self.h
print([Shape.make(s).area() for s in json.loads('[{"kind": "circle", "r": 2}, {"kind": "rect", "w": 3, "h": 4}, {"kind": "rect", "w": 3}]')])
class Vec:
    def __init__(s, x, y): s.x, s.y = x, y
    def __add__(s, o): return Vec(s.x + o.x, s.y + o.y) if isinstance(o, Vec) else NotImplemented
    def __radd__(s, o): return s if o == 0 else NotImplemented
    def __mul__(s, k): return Vec(s.x * k, s.y * k)
    __rmul__ = __mul__
    def __neg__(s): return s * -1
    def __abs__(s): return (s.x ** 2 + s.y ** 2) ** 0.5
    def __bool__(s): return bool(s.x or s.y)
    def __iter__(s): yield s.x; yield s.y
    def __eq__(s, o): return tuple(s) == tuple(o)
    def __hash__(s): return hash(tuple(s))
    def __repr__(s): return f"Vec{tuple(s)}"
    def __format__(s, f): return f"<{s.x:{f}}, {s.y:{f}}>"
    def __getitem__(s, i): return (s.x, s.y)[i]
    def __iadd__(s, o): s.x += o.x; s.y += o.y; return s
v = Vec(1, 2); w = v; w += Vec(1, 1); print(v, v is w, sum([Vec(1, 1), Vec(2, 2)]), 2 * v, -v, abs(Vec(3, 4)), bool(Vec(0, 0)), {Vec(1, 1): 1}[Vec(1, 1)], f"{v:.1f}", [*v], v[1], v == (2, 3), max([Vec(1, 0), Vec(0, 5)], key=abs))
try: v + 1
except TypeError as x: print(x)
c = copy.copy(v); d = copy.deepcopy([v, v]); print(c == v, c is v, d[0] is d[1])
print(sys.getrefcount(v) > 1, v.__class__.__name__, Vec.__add__.__qualname__, callable(v), isinstance(v, object), dir(v)[-3:])
class A:
    def __enter__(s): print("enter"); return s
    def __exit__(s, t, v, tb): print("exit", t and t.__name__, v); return t is KeyError
with A(): {}["q"]
try:
    with A() as a: raise ValueError("v")
except ValueError as x: print("out", x)
class D1: 
    def go(s): return ["D1"]
class D2(D1):
    def go(s): return ["D2"] + super().go()
class D3(D1):
    def go(s): return ["D3"] + super().go()
class D4(D2, D3):
    def go(s): return ["D4"] + super().go()
print(D4().go(), [k.__name__ for k in D4.__mro__])
try: type("X", (D1, D4), {})
except TypeError as x: print(x)
