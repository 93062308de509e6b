# textwrap, functools, collections, itertools, contextlib, random, argparse: errors too.
import textwrap, shutil, argparse, random, time, os, sys, itertools, heapq, bisect, functools, collections, contextlib, copy, operator
print(textwrap.wrap("The quick-brown fox jumped over the lazy dog", 12, break_long_words=True), textwrap.fill("x" * 25, 10), textwrap.wrap("a  b\tc", 80), textwrap.TextWrapper(width=20, initial_indent="* ", subsequent_indent="  ").fill("some long text that wraps around"), textwrap.shorten("Hello  world!", 12), textwrap.shorten("Hello world", 10, placeholder="..."))
@functools.lru_cache(maxsize=2)
def f(a, b=1): return a + b
f(1); f(1); f(2); f(3); f(1); print(f.cache_info(), f.cache_parameters()); f.cache_clear(); print(f.cache_info())
class P(functools.partial): pass
p = functools.partial(f, 1, b=5); print(p(), p.func is f, p.args, p.keywords, repr(functools.partial(int, base=2)))
D = collections.namedtuple("D", "x y z", defaults=[0]); d = D(1, 2); print(d, d._asdict(), D._make([1, 2, 3]), d._replace(z=9), D._field_defaults, d == (1, 2, 0), hash(d) == hash((1, 2, 0)), *d, D.__doc__, D.x.__doc__)
for g in (lambda: D(1), lambda: D(1, 2, 3, 4), lambda: D(1, 2, q=1), lambda: d._replace(q=1), lambda: collections.namedtuple("a b", "x"), lambda: collections.namedtuple("A", "x x"), lambda: collections.namedtuple("A", "class"), lambda: setattr(d, "x", 5), lambda: D._make([1])):
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
od = collections.OrderedDict([("a", 1), ("b", 2), ("c", 3)]); od.move_to_end("a"); od.move_to_end("c", last=False); print(od, od.popitem(), od.popitem(False), od == {"b": 2}, list(reversed(collections.OrderedDict(x=1, y=2))))
dd = collections.defaultdict(lambda: collections.defaultdict(int)); dd["a"]["b"] += 1; print(dd["a"], len(dd), dd.get("q"), "q" in dd, dict(dd["a"]))
dq = collections.deque([1, 2, 3], maxlen=4); dq.extendleft([0, -1]); print(dq, dq.index(1), dq.count(2)); dq.insert(1, 9) if len(dq) < 4 else None
try: dq.insert(1, 9)
except IndexError as e: print(e)
dq.remove(1); dq.reverse(); print(dq, dq.copy() == dq, dq + collections.deque([7]), dq * 2, dq[-1], list(itertools.islice(dq, 1, 3)))
try: [x for x in dq if dq.append(x)]
except RuntimeError as e: print(e)
q = []; [heapq.heappush(q, x) for x in [5, 3, 8]]; print(heapq.heappushpop(q, 1), heapq.nsmallest(2, q), heapq.nlargest(1, q, key=lambda x: -x), list(heapq.merge([3, 1], [2], reverse=True)))
print(list(itertools.batched([1, 2, 3], 2)) if hasattr(itertools, "batched") else "no batched", list(itertools.groupby([])), itertools.count(1.5, 0.5).__next__(), list(itertools.zip_longest([1], [])), repr(itertools.count(3)), repr(itertools.repeat(1, 2)), list(itertools.accumulate([])), list(itertools.chain()), list(itertools.product()), list(itertools.product([1, 2], "ab"))[2], list(itertools.permutations("ab", 3)), sum(1 for _ in itertools.combinations(range(10), 4)))
with contextlib.closing(type("X", (), {"close": lambda s: print("closed")})()) as x: print("body")
class Cb(contextlib.AbstractContextManager):
    def __exit__(self, *a): print("exit", a[0]); return True
with Cb() as c: raise ValueError
class CD(contextlib.ContextDecorator):
    def __enter__(self): print(">"); return self
    def __exit__(self, *a): print("<")
@CD()
def hi(n): "hidoc"; return n
print(hi(3), hi.__doc__)
@contextlib.contextmanager
def bad(): yield 1; yield 2
try:
    with bad(): pass
except RuntimeError as e: print(e)
@contextlib.contextmanager
def noyield():
    if False: yield
try:
    with noyield(): pass
except RuntimeError as e: print(e)
with contextlib.ExitStack() as s:
    s.push(lambda t, v, tb: print("push", t) or True); raise KeyError("x")
print(bisect.bisect_right([1, 2, 2, 3], 2), bisect.bisect_left([(1, "a"), (2, "b")], 2, key=lambda p: p[0]), operator.itemgetter(slice(1, 3))("abcd"), operator.floordiv(7, 2), operator.xor(5, 3), operator.setitem([1], 0, 2), copy.replace if hasattr(copy, "replace") else "-")
random.seed(1); print(random.sample(range(100), 5), random.choices([1, 2, 3], weights=[1, 0, 5], k=5), random.sample(["a", "b", "c"], counts=[2, 1, 1], k=3), [random.gauss(0, 1) for _ in range(2)], random.randbytes(3), random.expovariate(2))
for g in (lambda: random.sample([1], 2), lambda: random.choice([]), lambda: random.randint(2, 1), lambda: random.choices([], k=1), lambda: random.sample({1}, 1), lambda: random.choices([1], weights=[1, 2])):
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
ap = argparse.ArgumentParser(prog="t", add_help=False); sp = ap.add_subparsers(dest="cmd", required=True); a = sp.add_parser("run"); a.add_argument("file"); a.add_argument("-n", type=int, default=3, metavar="N"); b = sp.add_parser("stop"); b.add_argument("--all", action="store_true"); g = b.add_mutually_exclusive_group(); g.add_argument("--x", action="append"); g.add_argument("--y", action="store_const", const=5)
print(ap.parse_args(["run", "f", "-n", "4"]), ap.parse_args(["stop", "--all", "--x", "1", "--x", "2"]), ap.parse_args(["stop", "--y"]).y)
for argv in (["stop", "--x", "1", "--y"], ["run"], [], ["nope"], ["run", "f", "-n", "q"]):
    try: ap.parse_args(argv)
    except SystemExit as e: print("exit", e.code)
heap = [5, 1, 4]; heapq.heapify(heap); print([heapq.heapreplace(heap, 3), heapq.heappop(heap), heapq.heappop(heap), heapq.heappop(heap)], heap)
for g in (lambda: heapq.heappop([]), lambda: heapq.heapreplace([], 1)):
    try: g()
    except IndexError as e: print(e)
