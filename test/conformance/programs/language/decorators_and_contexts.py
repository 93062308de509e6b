import functools, time, inspect, contextlib
def memo(f):
    cache = {}
    @functools.wraps(f)
    def inner(*a, **k):
        key = a + tuple(sorted(k.items()))
        if key not in cache: cache[key] = f(*a, **k)
        return cache[key]
    inner.cache = cache
    return inner
@memo
def fib(n): "fibonacci"; return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.__name__, fib.__doc__, len(fib.cache), fib.__wrapped__)if 0 else print(fib(80), fib.__name__, fib.__doc__, len(fib.cache))
def retry(times, exceptions=(Exception,)):
    def deco(f):
        @functools.wraps(f)
        def wrapper(*args, **kwargs):
            for i in range(times):
                try: return f(*args, **kwargs)
                except exceptions as e: last = e; print(f"try {i + 1}: {e}")
            raise last
        return wrapper
    return deco
n = 0
@retry(3, (ValueError,))
def flaky():
    global n; n += 1
    if n < 3: raise ValueError(f"attempt {n}")
    return "ok"
print(flaky())
try: retry(2)(lambda: 1 / 0)()
except Exception as e: print("gave up", e)
class Count:
    def __init__(self, f): functools.update_wrapper(self, f); self.f = f; self.n = 0
    def __call__(self, *a): self.n += 1; return self.f(*a)
    def __get__(self, obj, cls=None): return functools.partial(self, obj) if obj is not None else self
class T:
    @Count
    def m(self, x): return x * 2
t = T(); print(t.m(4), t.m(5), T.m.n)
def typed(f):
    sig = inspect.signature(f)
    @functools.wraps(f)
    def w(*a, **k):
        b = sig.bind(*a, **k)
        for name, v in b.arguments.items():
            want = sig.parameters[name].annotation
            if want is not inspect.Parameter.empty and not isinstance(v, want): raise TypeError(f"{name} must be {want.__name__}, got {type(v).__name__}")
        return f(*a, **k)
    return w
@typed
def area(w: int, h: int = 2): return w * h
print(area(3), area(3, h=4))
try: area("x")
except TypeError as e: print(e)
@functools.singledispatch
def show(x): return f"obj {x}"
@show.register
def _(x: int): return f"int {x}"
@show.register(list)
def _(x): return f"list of {len(x)}"
@show.register
def _(x: str | bytes): return "text"
print(show(5), show([1]), show(2.5), show("a"), show(b"a"), show(True), show.dispatch(int).__name__)
class Lazy:
    @functools.cached_property
    def v(self): print("computing"); return 42
    @functools.singledispatchmethod
    def go(self, x): return "?"
    @go.register
    def _(self, x: int): return "int!"
l = Lazy(); print(l.v, l.v, l.__dict__, l.go(1), l.go("a"))
@functools.total_ordering
class V:
    def __init__(s, *p): s.p = p
    def __eq__(s, o): return s.p == o.p
    def __lt__(s, o): return s.p < o.p
print(V(1, 2) >= V(1, 1), V(1) <= V(1), V(0) > V(1), sorted([V(3), V(1)])[0].p)
compose = lambda *fs: functools.reduce(lambda f, g: lambda x: f(g(x)), fs)
print(compose(str, abs, lambda x: x - 10)(3), functools.partial(int, base=2)("1010"), functools.partial(print, "a", sep="-"))if 0 else print(compose(str, abs, lambda x: x - 10)(3), functools.partial(int, base=2)("1010"))
@contextlib.contextmanager
def tag(name):
    print(f"<{name}>")
    try: yield name.upper()
    except ValueError as e: print("caught", e)
    finally: print(f"</{name}>")
with tag("p") as t, tag("b"): print(t)
with tag("q"): raise ValueError("inside")
@tag("deco")
def body(): print("body")
body()
with contextlib.suppress(KeyError): {}["x"]
with contextlib.ExitStack() as st:
    for i in range(3): st.callback(print, "exit", i)
    st.enter_context(tag("s"))
import io
buf = io.StringIO()
with contextlib.redirect_stdout(buf): print("hidden")
print(repr(buf.getvalue()), contextlib.nullcontext(5).__enter__())
class Once:
    def __set_name__(self, owner, name): self.name = "_" + name
    def __get__(self, o, c): return getattr(o, self.name, None) if o else self
    def __set__(self, o, v):
        if hasattr(o, self.name): raise AttributeError("already set")
        setattr(o, self.name, v)
class W: a = Once(); b = Once()
w = W(); w.a = 1; print(w.a, w.b)
try: w.a = 2
except AttributeError as e: print(e)


@functools.total_ordering
class Rising:
    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other.value

    def __lt__(self, other):
        return self.value < other.value


class Falling(Rising):
    def __lt__(self, other):
        return self.value > other.value


for kind in (Rising, Falling):
    a, b = kind(1), kind(2)
    print(a > b, a >= b, a <= b, max(a, b).value, sorted([b, a])[0].value)
Rising.__lt__ = lambda self, other: self.value > other.value
print(Rising(1) > Rising(2), Rising(1) <= Rising(2))
