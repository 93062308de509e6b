# Exceptions through try, finally, with and generators; causes, contexts, groups.
import sys, traceback
def show(f, *a):
    try: return print("ok", f(*a))
    except BaseException as e:
        chain = []; x = e
        while x: chain.append(f"{type(x).__name__}({x})" + (" cause" if x.__cause__ else " ctx" if x.__context__ and not x.__suppress_context__ else "")); x = x.__cause__ or (None if x.__suppress_context__ else x.__context__)
        print(" <- ".join(chain), getattr(e, "__notes__", ""))
def a():
    try: 1 / 0
    except ZeroDivisionError: raise KeyError("during")
def b():
    try: a()
    except KeyError as e: raise ValueError("from") from e
def c():
    try: a()
    except KeyError: raise ValueError("none") from None
def d():
    try: return "try"
    finally: print("fin")
def e():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
        finally: print("f", i)
    else: return "else"
    return "end"
def f():
    try: raise ValueError("lost")
    finally: return "swallowed"
def g():
    try: pass
    except: return "no"
    else: return "else"
    finally: print("always")
def h():
    try: raise OSError(13, "denied", "file")
    except (KeyError, OSError) as e: return e.errno, e.strerror, e.filename, type(e).__name__
def i(): assert 1 == 2, "math"
def j(): assert []
def k(): raise StopIteration(5)
def l():
    def gen():
        yield 1; raise StopIteration
    return list(gen())
def m():
    e = ValueError("x"); e.add_note("note1"); e.add_note("note2"); raise e
def n(): raise ValueError
def o(): raise 5
def p():
    try: raise
    except RuntimeError as e: return str(e)
def q():
    class E(Exception):
        def __init__(self, code, **k): super().__init__(code, k); self.code = code
        def __str__(self): return f"E#{self.code}"
    try: raise E(7, a=1)
    except E as e: return str(e), repr(e), e.args, e.code
def r():
    try:
        try: raise ValueError("1")
        except ValueError: 
            try: raise KeyError("2")
            except KeyError: pass
            raise
    except ValueError as e: return e, e.__context__
def s(): x = [1]; del x[5]
def t(): nope_name
def u(): return (lambda: und)() ; und = 1
def v():
    if False: local = 1
    return local
def w(): import no_such_module_xyz
def x(): pass
def y(): {}.nope
def z(): sys.exit("bye")
for fn in (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, v, w, y, z): print(fn.__name__, end=" "); show(fn)
def deep(n): return deep(n + 1)
try: deep(0)
except RecursionError as e: print(type(e).__name__, e)
class CM:
    def __init__(s, n, swallow=False): s.n, s.sw = n, swallow
    def __enter__(s): print("in", s.n); return s.n
    def __exit__(s, t, v, tb): print("out", s.n, t and t.__name__); return s.sw
with CM(1) as one, CM(2, True): print(one); raise KeyError("k")
print("after")
with (CM(3) as three, CM(4) as four): print(three + four)
def gen():
    with CM("g"): yield 1; yield 2
for v in gen(): break
it = gen(); next(it); del it
try:
    with CM(5): 
        with CM(6): raise ValueError("deep")
except ValueError as e: print("got", e, [fr.name for fr in traceback.extract_tb(e.__traceback__)])
e1 = None
try: raise ValueError("keep")
except ValueError as e2: e1 = e2
print(e1, e1.__traceback__ is not None); 
try: e2
except NameError as e: print(e)
try: raise ExceptionGroup("eg", [ValueError(1), KeyError("k")])
except ExceptionGroup as eg: print(repr(eg), eg.message, eg.exceptions, eg.subgroup(ValueError), str(eg))
try: raise KeyboardInterrupt
except BaseException as e: print(type(e).__mro__[1].__name__, isinstance(e, Exception))
raise SystemExit(3)
