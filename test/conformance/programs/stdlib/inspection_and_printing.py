# inspect, pprint, shlex, base64.
import inspect, functools, dataclasses, pprint, shlex, base64, binascii, threading, types, platform
def f(a, b=2, /, c: int = 3, *args: str, d, e=5.5, **kw) -> int:
    """Doc

    more
      deep
    """
class K:
    x = 1
    def __init__(self, p, q=2): pass
    def m(self, z): pass
    @classmethod
    def cm(cls, y): pass
    @staticmethod
    def sm(w): pass
    def __call__(self, n): pass
sig = inspect.signature(f); print(sig, list(sig.parameters), sig.return_annotation, sig.parameters["c"].kind, sig.parameters["d"].default is inspect.Parameter.empty, repr(sig.parameters["c"]))
print(inspect.signature(K), inspect.signature(K(1).m), inspect.signature(K.cm), inspect.signature(K.sm), inspect.signature(K(1)), inspect.signature(functools.partial(f, 1, d=2)), inspect.signature(lambda x, *y: 0))
b = sig.bind(1, 2, 3, 4, d=5, z=6); print(b, b.args, b.kwargs); b = inspect.signature(lambda x, y=1, *z: 0).bind(0); b.apply_defaults(); print(b.arguments)
for g in [lambda: sig.bind(1), lambda: sig.bind(), lambda: inspect.signature(lambda x: 0).bind(1, 2), lambda: inspect.signature(lambda x: 0).bind(1, y=2), lambda: inspect.signature(5)]:
    try: print(g())
    except TypeError as e: print(e)
@functools.wraps(f)
def wrapped(*a, **k): pass
print(inspect.signature(wrapped), inspect.unwrap(wrapped) is f, inspect.getdoc(f), inspect.isfunction(f), inspect.ismethod(K(1).m), inspect.isclass(K), inspect.isgeneratorfunction(f), inspect.getfullargspec(f), inspect.isbuiltin(len), inspect.ismodule(types), inspect.getmro(K))
def gen(): yield 1
print(inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), [n for n, v in inspect.getmembers(K) if not n.startswith("_")], inspect.getmodule(K).__name__, inspect.cleandoc("  a\n    b\n      c\n"))
@dataclasses.dataclass
class P: x: int; y: list = dataclasses.field(default_factory=list); z: str = "q"
print(inspect.signature(P), P.__doc__)
d = {"name": "x" * 30, "values": list(range(30)), "nested": {"a": [1, 2, {"deep": "y" * 50}], "b": (1,)}, 3: None} if False else {"name": "x" * 30, "values": list(range(30)), "nested": {"a": [1, 2, {"deep": "y" * 50}], "b": (1,)}}
pprint.pprint(d); pprint.pprint(d, width=40, compact=True); pprint.pprint([1, 2]); print(pprint.pformat(d, depth=1)); pprint.pprint(["word " * 20, {"k": "long text here " * 8}], width=50); pprint.pp({"b": 1, "a": 2}); pprint.pprint({"b": 1, "a": 2}); pprint.pprint(P(1, list(range(40)))); pprint.pprint({1, 2, 3}); pprint.pprint("short"); pprint.pprint("a long string " * 10)
print(shlex.split("a 'b c' \"d \\\" e\" f\\ g"), shlex.quote("it's"), shlex.join(["a", "b c"]))
for s in [b"", b"a", b"ab", b"abc", bytes(range(20))]: print(base64.b64encode(s), base64.b64decode(base64.b64encode(s)) == s, base64.b32encode(s), base64.b32decode(base64.b32encode(s)) == s, base64.b16encode(s), base64.urlsafe_b64encode(s + b"\xff\xfe"))
for g in [lambda: base64.b64decode("abc"), lambda: base64.b64decode("a"), lambda: binascii.unhexlify("abc"), lambda: binascii.unhexlify("zz"), lambda: base64.b64encode("x")]:
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
print(binascii.crc32(b"hello"), binascii.hexlify(b"ab"), base64.b64decode("YWJj\nZGVm"))
with threading.Lock(): pass
print(threading.current_thread().name, threading.active_count())
