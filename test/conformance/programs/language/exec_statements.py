"""Statements that are text: namespaces, functions and classes defined in it, errors, code that runs several times."""
import traceback
exec("x = 3\nprint(x)")
print(x)
ns = {}
exec("""
'''doc'''
import math
from os.path import *
def f(a, *, b=2):
    'docs'
    return a + b + K
class C:
    y: int = 4
    def m(self): return [self.y + i for i in range(3)]
    def __init__(self): super().__init__()
z: float = 1.5
K = 10
r = [K + i for i in range(3)]
""", ns)
print(ns["f"](1), ns["f"].__doc__, ns["C"]().m(), ns["__doc__"], ns["__annotations__"], ns["r"], ns["f"].__module__, ns["C"].__module__, "join" in ns)
g, l = {"a": 1}, {"b": 2}
exec("c = a + b\ndef h(): return a\nd = h()\nglobal e\ne = 5\nfrom math import *", g, l)
print(sorted(k for k in l if len(k) == 1), g.get("e"), "sin" in l, "sin" in g, l["d"])
def fn():
    v = 7
    exec("v = v + 1\nprint(v)")
    return v
print(fn())
try:
    exec("def q():\n    return 1/0\n\nq()")
except ZeroDivisionError:
    traceback.print_exc()
try:
    exec("def q(:\n  pass")
except SyntaxError as e:
    print(repr(e), e.args)
try:
    exec("if 1:\nx=1")
except IndentationError as e:
    print(repr(e))
code = compile("t = 0\nfor i in range(n):\n    t += i", "file.py", "exec")
for n in range(3):
    d = {"n": n}
    exec(code, d)
    print(d["t"])
print(eval(compile("s = 1", "<s>", "exec")))
for bad in [lambda: exec(3), lambda: exec("1", 3), lambda: exec("1", {}, 3), lambda: exec("a b")]:
    try: bad()
    except Exception as e: print(type(e).__name__, e)
class M(dict):
    def __missing__(self, k): return k * 2
m = M()
exec("w = foo\nv = w", {}, m)
print(m)
exec("""
import torch
def step(x):
    return (x * 2).sum()
""", ns)
import torch
print(ns["step"](torch.ones(3)))
exec("def gen():\n    for i in range(3):\n        yield i\nlst = list(gen())", ns)
print(ns["lst"])
exec("try:\n    raise ValueError('x')\nexcept ValueError as e:\n    msg = str(e)\nfinally:\n    fin = 1", ns)
print(ns["msg"], ns["fin"])
exec("")
exec("async def co():\n    return 5\nimport asyncio\nprint(asyncio.run(co()))", ns)
exec("match [1,2]:\n    case [a, b]: print(a, b)")
exec("lam = lambda q: q + lam2\nlam2 = 3\nprint(lam(4))", {})


class A:
    exec("x = 1\ndef m(self): return self.x")


print(A.x, A().m())
for i in range(3):
    exec(f"print({i} * 2)")
exec(b"print('bytes')")
d = {}
exec("import optparse, colorsys\nv = colorsys.rgb_to_hls(.1, .2, .3)", d)
print(d["v"])


def make(n):
    ns = {}
    exec("def power(x):\n    return " + " * ".join(["x"] * n), ns)
    return ns["power"]


print([make(n)(2) for n in (2, 3)])
exec("u: int = 1", d)
exec("w: str = 'a'", d)
print(d["__annotations__"])
exec("def failing():\n    raise KeyError('k')\n\nfailing()")
