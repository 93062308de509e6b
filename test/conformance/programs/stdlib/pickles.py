# pickle: the bytes of every kind of value, and back.
import pickle, io, collections, datetime, enum, dataclasses, copy
class A:
    def __init__(self, x): self.x = x
    def __eq__(self, o): return type(o) is A and o.x == self.x
class S:
    __slots__ = ("a", "b")
class G:
    def __init__(self): self.v = 1; self.tmp = 2
    def __getstate__(self): return {"v": self.v}
    def __setstate__(self, s): self.__dict__.update(s); self.back = True
class R:
    def __init__(self, n): self.n = n
    def __reduce__(self): return R, (self.n,)
class L(list): pass
class D(dict): pass
class C(enum.Enum): RED = 1; BLUE = 2
@dataclasses.dataclass
class P: x: int; y: str = "q"
N = collections.namedtuple("N", "a b")
class E(Exception):
    pass
data = [None, True, 1, 255, 256, 70000, -1, 2**40, -2**70, 1.5, "héllo", b"bytes", (), (1,), (1, 2, 3, 4), [1, [2]], {"a": 1, "b": [1]}, {1, }, frozenset([2]), 1j, ..., bytearray(b"x"), range(3), slice(1, 2)]
for proto in (2, 3, 4, 5):
    for d in data:
        b = pickle.dumps(d, proto)
        print(proto, type(d).__name__, b if proto != 2 or not isinstance(d, (bytes, bytearray)) else len(b) > 0, pickle.loads(b) == d)
shared = [1]; o = {"x": shared, "y": shared}; q = pickle.loads(pickle.dumps(o)); print(q["x"] is q["y"])
rec = []; rec.append(rec); z = pickle.loads(pickle.dumps(rec)); print(z[0] is z)
s = S(); s.a = 5; t = pickle.loads(pickle.dumps(s)); print(t.a, hasattr(t, "b"))
g = pickle.loads(pickle.dumps(G())); print(g.__dict__)
print(pickle.loads(pickle.dumps(A(3))) == A(3), pickle.loads(pickle.dumps(R(4))).n, pickle.loads(pickle.dumps(L([1, 2]))), type(pickle.loads(pickle.dumps(D(a=1)))).__name__)
print(pickle.loads(pickle.dumps(C.RED)) is C.RED, pickle.loads(pickle.dumps(P(1))), pickle.loads(pickle.dumps(N(1, 2))), pickle.loads(pickle.dumps(datetime.datetime(2024, 1, 2))), pickle.loads(pickle.dumps(collections.OrderedDict(a=1))), pickle.loads(pickle.dumps(collections.Counter("aab"))), pickle.loads(pickle.dumps(collections.deque([1, 2], 5))), pickle.loads(pickle.dumps(collections.defaultdict(list, a=[1]))))
e = pickle.loads(pickle.dumps(ValueError("x", 1))); print(repr(e), repr(pickle.loads(pickle.dumps(E("q")))))
print(pickle.loads(pickle.dumps(len)) is len, pickle.loads(pickle.dumps(A)) is A, pickle.dumps(A), pickle.dumps(A(1)), pickle.dumps(len))
for bad in [lambda: pickle.dumps(lambda: 1), lambda: pickle.loads(b""), lambda: pickle.loads(b"\x80\x04K"), lambda: pickle.loads(b"zzz"), lambda: pickle.dumps((i for i in [])), lambda: pickle.dumps(1, 9), lambda: pickle.loads("x"), lambda: pickle.loads(b"\x80\x04."), lambda: pickle.loads(b"cnope\nx\n.")]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, str(e).split(" at 0x")[0])
f = io.BytesIO(); pickle.dump([1], f); pickle.dump("two", f); f.seek(0); print(pickle.load(f), pickle.load(f))
big = list(range(3000)); print(len(pickle.dumps(big)), pickle.loads(pickle.dumps(big)) == big, len(pickle.dumps("x" * 100000)), len(pickle.dumps({i: str(i) for i in range(2500)})), len(pickle.dumps(set(range(1500)))))
print(copy.copy(A(1)).x, copy.deepcopy(G()).__dict__, copy.deepcopy(s).a, A(1).__reduce_ex__(4)[1:3], A(5).__getstate__(), S().__getstate__(), s.__getstate__())
print(pickle.loads(b"\x80\x02]q\x00(K\x01X\x01\x00\x00\x00aq\x01e."), pickle.loads(b"(lp0\nI1\naS'a'\np1\na."), pickle.loads(b"c__builtin__\nlist\n."))
