"""The order of evaluation of targets, operands and arguments; operators of numbers and containers."""
class T:
    def __init__(self, n): self.n = n
    def __getattr__(self, a): print("getattr", self.n, a); return 1
    def __setattr__(self, a, v):
        if a == "n": return object.__setattr__(self, a, v)
        print("setattr", self.n, a, v)
    def __getitem__(self, k): print("getitem", self.n, k); return 10
    def __setitem__(self, k, v): print("setitem", self.n, k, v)
    def __delitem__(self, k): print("delitem", self.n, k)
    def __delattr__(self, k): print("delattr", self.n, k)
def t(n): print("t", n); return T(n)
def v(x): print("v", x); return x
t(1).a = v(2)
t(1)[v("k")] = v("x")
t(1).a += v(3)
t(1)[v("k")] += v(4)
t(1)[v(1):v(2)] = v(3)
t(1)[v(1):v(2), ...] -= v(3)
t(1).a, t(2)[v(0)] = v(5), v(6)
a = t(1).b = t(2)[v(1)] = v("m")
del t(1).a, t(2)[v(3)]
x = [0, 1, 2]
i = 0
i, x[i] = 1, 9
print(i, x)
x[0], x = 5, "rebound"
print(x)
d = {}
def k(n): print("k", n); return n
d[k(1)] = d[k(2)] = k(3)
{k(1): k(2), k(3): k(4)}
[k(1), *[k(2)], k(3)]
print(k(1), *[k(2)], sep=k("-"), **{"end": k("\n")})
print(k(1) < k(2) < k(0) < k(9))
print(k(1) and k(0) and k(2), k(0) or k("") or k(3))
print(k(1) if k(0) else k(2))
f"{k(1)}{k(2):{k(3)}}{k(4)!r}"
def call(*a, **kw): return a, kw
print(call(k(1), *(k(2), k(3)), k(4), a=k(5), **{"b": k(6)}, c=k(7)))
class L(list):
    def __iadd__(self, o): print("iadd", o); return super().__iadd__(o)
l = L([1]); m = l; l += [2]; print(l is m, l)
t_ = ([],)
try: t_[0] += [1]
except TypeError as e: print(e, t_)
class N:
    def __add__(self, o): print("add"); return NotImplemented
    def __radd__(self, o): print("radd"); return "r"
    def __iadd__(self, o): print("iadd"); return NotImplemented
n = N(); 
try: n += 1
except TypeError as e: print(e)
print(1 + N())
class A:
    def __add__(self, o): return "A+"
    def __eq__(self, o): print("A.eq"); return NotImplemented
    def __lt__(self, o): print("A.lt"); return NotImplemented
class B(A):
    def __radd__(self, o): return "B.r"
    def __eq__(self, o): print("B.eq"); return NotImplemented
    def __gt__(self, o): print("B.gt"); return True
print(A() + B(), A() == B(), A() < B(), A() != B())
print(
    -7 // 2, -7 % 2, 7 // -2, 7 % -2, divmod(-7, 2), -7.5 // 2, -7.5 % 2, 7.5 % -2, 0.0 % -3, -0.0,
    5 % -3.0)
print(2 ** 10, 2 ** -1, 2 ** 0.5, (-8) ** (1 / 3), 0 ** 0, pow(3, 4, 5), pow(3, -1, 7), -2 ** 2)
print(1 << 70, -1 >> 3, 5 & -2, 5 | -8, 5 ^ 3, ~5, True + True, True & False, True ^ 1, ~True)
print(
    0.1 + 0.2, 1e16, 1e15, 123456789.123456789, 1e-5, 0.0001, 1e100, float("inf"), -float("inf"),
    float("nan"), 1.0, 100.0, 1e22, 1.5e300 * 1e10)
print(
    round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(0.5), round(1e20),
    round(1.25, 1))
print(
    10 ** 30, 10 ** 30 // 7, -10 ** 30 % 7, (10 ** 30) ** 2 % 10 ** 20, 2 ** 200 >> 190,
    int("9" * 40) + 1, hash(2 ** 61 - 1), hash(2 ** 61), hash(-1), hash(1.5), hash(10 ** 30))
print(
    int(1e30), int(-1.9), int("0x1f", 16), int("0b101", 0), int("1_000"), int(" 12 "), bin(-5),
    oct(64), hex(255), (255).to_bytes(2, "big"), int.from_bytes(b"\x01\x00", "little"),
    (1023).bit_length(), (7).bit_count())
print(
    1 == 1.0, 1 is True, "a" < "b", [1, 2] < [1, 3], (1,) < (1, 0), {1} < {1, 2},
    {1: 2} == {1: 2.0}, None == 0, "a" == b"a")
print(
    "abc"[::-1], "abc"[5:], "abcdef"[1:5:2], [1, 2, 3][-2:], (1, 2, 3)[::2], "x" * 3, [0] * 2,
    2 * (1,), "a" "b")
print(3 in [1, 2, 3], "b" in "abc", 1 in {1: 2}, 2 not in (1,), "" in "a")
a = b = []; a.append(1); print(b)
a = [1, 2, 3, 4]; a[1:3] = [9]; print(
                                    a); a[::2] = [0, 0]; print(
                                                               a); del a[0]; print(
                                                                                   a); a[len(a):] = [7, 8]; print(
                                                                                                                  a)
try: a[::2] = [1]
except ValueError as e: print(e)
*a, = range(3); print(
                    a); (a, b), *c = [(1, 2), 3, 4]; print(
                                                           a, b, c); [a, [b, *c]] = 1, (2, 3, 4); print(
                                                                                                        a,
                                                                                                        b,
                                                                                                        c)
for i, (a, *b) in enumerate([(1, 2, 3), "xy"]): print(i, a, b)
x: int = 5; y: str
print(x, __annotations__)
print((lambda a, *b, c=3, **d: (a, b, c, d))(1, 2, 3, d=4))
print(*(i for i in range(3)), *"ab", sep=",")
print([*range(3), *"ab"], {*[1, 2], 2}, {**{"a": 1}, "b": 2, **{"a": 3}})
print(not 1, not [], not not "a", 1 if [] else 2)
assert True, "no"
print(1 .real, 1.5.is_integer(), (5).__add__(3), int.__add__(1, 2), "a".__class__.__name__)
print(0b1010, 0o17, 0xFF, 1_000_000, 1e3, .5, 5., 1j * 1j, "\x41\u0042\N{GREEK SMALL LETTER ALPHA}", r"\n", b"\x00a", "a\
b")
print(
    complex(1, 2) * complex(3, -1), abs(3 + 4j), (1 + 2j).conjugate(), 1j ** 2, complex("1+2j"),
    -1j, 1 + 0j == 1)
