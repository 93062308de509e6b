# language corners
def f(*args, sep="-", **kw): return sep.join(map(str, args)) + str(kw)
print(f(1, *[2, 3], *(4,), sep="+", **{"a": 1}, **{"b": 2}))
a = b = c = []; a.append(1); print(b, c is a); x, (y, *z), w = 1, (2, 3, 4), 5; print(x, y, z, w); i = 0; lst = [10, 20, 30]; i, lst[i] = 1, 99; print(i, lst)
def outer():
    n = 0
    def inc(k=1): nonlocal n; n += k; return n
    def get(): return n
    return inc, get
inc, get = outer(); inc(); inc(5); print(get(), inc.__closure__[0].cell_contents, inc.__code__.co_freevars)
fs = [lambda i=i: i for i in range(3)]; gs = [lambda: i for i in range(3)]; print([g() for g in fs], [g() for g in gs])
def defaults(a, lst=[]): lst.append(a); return lst
print(defaults(1), defaults(2), defaults.__defaults__)
class Meta(type):
    def __getattr__(cls, n): return f"meta:{n}"
    @property
    def p(cls): return "mp"
class C(metaclass=Meta):
    x = 1; y = [x for _ in range(2)] if False else [1, 1]
    def __getattribute__(self, n): return super().__getattribute__(n) if not n.startswith("z") else "zed"
    def __call__(self, *a): return a
    def __contains__(self, k): return k == 3
    def __len__(self): return 0
    def __getitem__(self, k): return k
    def __class_getitem__(cls, k): return f"{cls.__name__}[{k}]"
c = C(); print(C.nope, C.p, c.zoo, c(1, 2), 3 in c, bool(c), c[1:2, ..., None], C[int, str], c["a":"b"])
print(*(f"{n}:{v!r:>5}:{v:>{w}.{p}f}" for n, v, w, p in [("a", 1.5, 8, 2)]), f"{'nested ' + f'{1 + 1}'}", f"{3=}", f"{c.x + 1 = }", f"{{}}", f"{'a' if c.x else 'b'}", f"{[1, 2][0]}", f"{dict(a=1)['a']}", f"{(lambda v: v * 2)(4)}", rf"\d{1}", f"{'é':>3}|{1e3:,.0f}|{True:d}|{None!s:^6}|{b'x'!r}")
if (n := len("walrus")) > 5 and (m := n * 2): print(n, m)
print([y := 1, y ** 2], {k: v for k, v in [("a", 1)] if (v2 := v)}, [last := i for i in range(3)][-1], last)
match {"type": "circle", "r": 2, "extra": [1, 2, {"k": (3, 4)}]}:
    case {"type": "square"}: print("sq")
    case {"type": "circle", "r": int(r) | float(r), "extra": [_, *mid, {"k": (p, q)}], **rest} if r > 1: print(r, mid, p, q, rest)
for v in (0, -1, "s", b"b", None, True, 1.5, [], [1], (1, 2), {}, {"a": 1}, {1}, 2 + 1j):
    match v:
        case None | True: print("const", v)
        case 0: print("zero")
        case int(k) if k < 0: print("neg", k)
        case str() | bytes() as t: print("text", t)
        case float(): print("float")
        case []: print("empty")
        case [one]: print("one", one)
        case (p, q): print("pair", p, q)
        case {"a": val}: print("map", val)
        case {}: print("any map")
        case complex(real=re_): print("complex", re_)
        case _: print("other", v)
i = 10
while i:
    i -= 1
    if i == 7: continue
    if i == 5: break
else: print("no")
for k in range(2):
    for l in range(2):
        if l: break
    else: print("inner else")
    if k: break
else: print("outer else")
print(1 < 2 < 3 > 2 != 5 == 5, not 1 == 2, 1 if 0 else 2 if 0 else 3, [] or {} or 0 or "last", 1 and 2 and 0 and 3, -2 ** 2, 2 ** -1, 7 // -2, -7 % 3, ~0, 1 << 3 | 1 & 3 ^ 2, "a" "b" 'c', 0x_ff, 1_000, 0b11, 0o17, 1e-3, .5, 5., 1j * 1j, """multi
line""", r"\n", b"\x00\xff", "\N{BULLET}\u20ac\x41\101")
del lst[0], x; print(lst)
try: print(x)
except NameError as e: print(e)
class Desc:
    def __init__(s, n=None): s.n = n
    def __set_name__(s, o, n): s.n = n; print("set_name", o.__name__, n)
    def __get__(s, o, t): return (s.n, o is None, t.__name__)
    def __set__(s, o, v): o.__dict__[s.n] = v * 2
    def __delete__(s, o): print("deleting", s.n); del o.__dict__[s.n]
class H: d = Desc(); e = property(lambda s: s.d, lambda s, v: setattr(s, "d", v), doc="edoc")
h = H(); h.d = 5; print(h.d, H.d, h.__dict__); h.e = 6; print(h.e, h.__dict__, H.e.__doc__); del h.d
class Slots:
    __slots__ = ("a", "__dict__")
s = Slots(); s.a = 1; s.b = 2; print(s.a, s.__dict__)
class Num(int):
    def __add__(s, o): return Num(int(s) + o)
    def __repr__(s): return f"Num({int(s)})"
print(Num(3) + 4, Num(3) * 2, sum([Num(1), Num(2)]), [Num(1)], f"{Num(5):03d}", Num("12"), Num(3) == 3, {Num(1): 1}[1], isinstance(Num(1), int), Num.from_bytes(b"\1", "big"))
class Str(str):
    def __new__(cls, v, tag): o = super().__new__(cls, v.upper()); o.tag = tag; return o
t = Str("ab", 5); print(t, t.tag, t.lower(), type(t + "x").__name__, t == "AB", len(t), t[0])
class Dct(dict):
    def __missing__(s, k): s[k] = k * 2; return s[k]
    def __getattr__(s, k):
        try: return s[k]
        except KeyError: raise AttributeError(k)
d = Dct(a=1); print(d["zz"], d.a, d, d.get("nope"), dict(d), {**d}, Dct.fromkeys("ab"))
class Tup(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
print(Tup(1, 2), Tup(1) + (2,), Tup(3, 1) < (3, 2), hash(Tup(1)) == hash((1,)))
def g():
    """doc"""
    global G; G = 5
    yield from (yield) or [1, 2]
it = g(); next(it); print(it.send("xy"), list(it), G, g.__doc__)
print((lambda *a, k=1, **kw: (a, k, kw))(1, 2, k=3, z=4), (lambda: (yield))().__class__.__name__)
def ann(a: int, /, b: "str" = "x", *, c: list[int] = None) -> dict[str, int]: ...
print(ann.__annotations__, ann(1), ann.__kwdefaults__); z: int = 5; print(__annotations__)
assert (1, 2), "tuple"; print(all([]), any([]), sum([], 5), max("abc"), [*range(3), *"ab"], {**{}, "k": 1}, (*[], 1), not [], ...)
import sys; print(sys.exc_info(), sys.getrecursionlimit() >= 1000, [t for t in [] or (1,)], (1,) * 2, "%s" % ("t",), "%(a)s %(b)05.1f" % {"a": 1, "b": 2.25}, 10 .bit_length(), (5).__add__(3), "x".join("abc"), [1, 2, 3][-2:], "hello"[::2], [1, 2, 3][::-1], "abc"[10:], (1, 2, 3)[1:])
