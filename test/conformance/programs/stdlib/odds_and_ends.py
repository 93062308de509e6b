# copy, types, operator, warnings, atexit, gc, struct, time, argparse in small doses.
import sys, copy, types, operator, time, warnings, atexit, gc, struct, array, hashlib, keyword, errno, textwrap, argparse, platform
print(sys.maxsize, sys.version_info[:2] >= (3, 8), sys.byteorder, len(sys.argv), sys.float_info.max, sys.int_info.bits_per_digit if hasattr(sys, "int_info") else 30, sys.getsizeof(1) > 0, sys.implementation.name, sys.platform, sys.hexversion > 0, "sys" in sys.modules, sys.executable is not None, sys.flags.optimize if hasattr(sys, "flags") else 0)
class A:
    def __init__(self): self.x = [1, {"a": 2}]; self.me = self
    def __copy__(self): r = A(); r.tag = "copied"; return r
a = A(); b = copy.deepcopy(a); print(b.x, b.x is not a.x, b.me is b, copy.copy(a).tag, copy.copy([1, [2]]), copy.deepcopy((1, [2])), copy.copy({1: 2}), copy.deepcopy({1: {2}}))
class DC:
    def __deepcopy__(self, memo): return "deep!"
print(copy.deepcopy([DC()]))
ns = types.SimpleNamespace(a=1, b="x"); ns.c = 3; print(ns, ns == types.SimpleNamespace(a=1, b="x", c=3), vars(ns)); m = types.MappingProxyType({"k": 1}); print(m["k"], m, len(m))
try: m["z"] = 1
except TypeError as e: print(e)
X = type("X", (list,), {"hi": lambda self: len(self), "__doc__": "made"}); print(X([1, 2]).hi(), X.__doc__, X.__name__, X.__bases__); Y = types.new_class("Y", (X,), {}, lambda ns: ns.update(z=5)); print(Y.z, Y.__mro__[1].__name__)
def f(a, b=1): "doc"; return a
f.attr = 5; print(f.__name__, f.__doc__, f.__defaults__, f.attr, f.__dict__, f.__code__.co_varnames, f.__module__, types.FunctionType is type(f), (lambda: 0).__name__)
g = types.MethodType(f, "self!"); print(g(), g.__self__, g.__func__ is f)
print(operator.add(1, 2), operator.itemgetter(0, 2)("abc"), operator.attrgetter("a.b")(types.SimpleNamespace(a=types.SimpleNamespace(b=7))), operator.contains([1], 1), operator.countOf([1, 1], 1), operator.index(True), operator.concat([1], [2]), operator.truth([]), operator.is_not(1, None), operator.iadd([1], [2]))
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always"); warnings.warn("careful"); warnings.warn("old", DeprecationWarning); warnings.warn(UserWarning("obj"))
    print(len(w), w[0].message, w[1].category.__name__, str(w[2].message))
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try: warnings.warn("boom", RuntimeWarning)
    except RuntimeWarning as e: print("raised", e)
with warnings.catch_warnings(): warnings.filterwarnings("ignore", message="skip.*"); warnings.warn("skip me")
atexit.register(print, "bye", 1); atexit.register(lambda: print("first out"))
class Cyc: pass
c = Cyc(); c.c = c; del c; print(gc.collect() >= 1, gc.isenabled(), len(gc.get_objects()) > 0 if hasattr(gc, "get_objects") else True)
class Del:
    def __init__(s, n): s.n = n
    def __del__(s): print("del", s.n)
x = Del(1); x = Del(2); del x; [Del(3)]; print("after")
def scope():
    y = Del(4); print("in")
scope()
print(struct.pack(">IhB", 1, -2, 3), struct.unpack("<2sf", struct.pack("<2sf", b"ab", 1.5)), struct.calcsize("iqd"), list(struct.iter_unpack("<H", b"\1\0\2\0")))
try: struct.unpack("I", b"abc")
except struct.error as e: print(e)
ar = array.array("d", [1, 2.5]); ar.append(3); print(ar, ar.tolist(), ar.itemsize, len(ar.tobytes()), ar[1:]); print(hashlib.sha256(b"abc").hexdigest()[:16], hashlib.md5("é".encode()).hexdigest(), hashlib.new("sha1", b"x").hexdigest()[:8])
print(keyword.iskeyword("for"), errno.ENOENT, errno.errorcode[2], textwrap.wrap("aaa bbb ccc", 7), time.strftime("%Y-%m-%d", time.gmtime(0)), time.gmtime(86400 * 365).tm_yday, time.mktime(time.gmtime(0)) is not None, time.strptime("2024-02-03", "%Y-%m-%d").tm_mday, time.perf_counter() > 0, time.time() > 1e9)
p = argparse.ArgumentParser(prog="p", description="d"); p.add_argument("x", type=int, nargs="+"); p.add_argument("-v", "--verbose", action="count", default=0); p.add_argument("--lr", type=float, default=.1); p.add_argument("--flag", action=argparse.BooleanOptionalAction); p.add_argument("--mode", choices=["a", "b"]); sub = p.parse_args(["1", "2", "-vv", "--lr=0.5", "--no-flag", "--mode", "b"]); print(sub, vars(sub)["x"])
n = p.parse_known_args(["3", "--unknown", "z"]); print(n)
try: p.parse_args(["x"])
except SystemExit as e: print("exit", e.code)
s = slice(1, 10, 2); print(s.start, s.indices(5), s == slice(1, 10, 2), repr(s)); print(isinstance(print, types.BuiltinFunctionType), type(None), type(...), type(NotImplemented), type(type), type(range(0)), type(lambda: 0), type(x for x in ()), type({}.keys()), type(iter([])), type(iter({})), type(zip()), type(enumerate([])), type(map(int, [])), type(reversed([])), type(int.__add__), type(str.join), type("".join), type(property()), type(f.__code__))
print(id(a) == id(a), hash(None) == hash(None), repr(object())[:15], bool(NotImplemented) if False else "", int("0b101", 0), bin(-5), oct(8), hex(255), chr(8364), ord("€"), ascii("é"), round(-0.5), abs(-3 + 4j), divmod(-7, 3), pow(2, -1), sum((0.1, 0.2)), min(3, 1, key=lambda v: -v), sorted("bA", key=str.lower), list(map(str, range(3))), eval if False else "")
print(__name__, __file__.endswith(".py"), __doc__, [n for n in dir() if n in ("A", "f", "sys")], globals()["f"] is f)
