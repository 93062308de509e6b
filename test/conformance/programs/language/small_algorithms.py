# JSON round trips, log analysis, templates, tables, puzzles.
import functools, itertools, collections, re, json, string, datetime as dt, textwrap, contextlib, operator, enum
# inventory with json round trip
class Money:
    __slots__ = ("cents",)
    def __init__(self, cents): self.cents = cents
    @classmethod
    def parse(cls, s):
        m = re.fullmatch(r"\$?(-?\d+)(?:\.(\d{2}))?", s.strip())
        if not m: raise ValueError(f"bad money: {s!r}")
        return cls(int(m[1]) * 100 + int(m[2] or 0))
    def __str__(self): return f"${self.cents // 100:,}.{self.cents % 100:02d}"
    def __repr__(self): return f"Money({self.cents})"
    def __add__(self, o): return Money(self.cents + o.cents)
    def __radd__(self, o): return self if o == 0 else NotImplemented
    def __eq__(self, o): return isinstance(o, Money) and o.cents == self.cents
    def __hash__(self): return hash(self.cents)
    def __lt__(self, o): return self.cents < o.cents
class Enc(json.JSONEncoder):
    def default(self, o):
        match o:
            case Money(): return {"$": o.cents}
            case dt.date(): return {"date": o.isoformat()}
            case set() | frozenset(): return sorted(o)
            case enum.Enum(): return o.name
        return super().default(o)
def hook(d):
    if "$" in d: return Money(d["$"])
    if "date" in d: return dt.date.fromisoformat(d["date"])
    return d
data = {"items": [{"sku": "a1", "price": Money.parse("$1234.50"), "tags": {"x", "a"}}, {"sku": "b2", "price": Money.parse("7")}], "on": dt.date(2024, 2, 29)}
text = json.dumps(data, cls=Enc, indent=1); print(text); back = json.loads(text, object_hook=hook); print(back["items"][0]["price"], back["on"] + dt.timedelta(366), sum(i["price"] for i in back["items"]), max(back["items"], key=lambda i: i["price"])["sku"])
try: Money.parse("1.234")
except ValueError as e: print(e)
# log analysis
log = """2024-03-01 10:00:01 INFO  web  GET /index 200 12ms
2024-03-01 10:00:03 ERROR db   timeout after 30s
2024-03-01 11:15:00 INFO  web  GET /about 404 3ms
2024-03-02 00:00:59 WARN  web  slow GET /index 200 950ms"""
rx = re.compile(r"(?P<ts>\S+ \S+) (?P<lvl>[A-Z]+)\s+(?P<src>\w+)\s+(?P<msg>.*)")
recs = [m.groupdict() for m in map(rx.match, log.splitlines()) if m]
for r in recs: r["ts"] = dt.datetime.strptime(r["ts"], "%Y-%m-%d %H:%M:%S")
print(collections.Counter(r["lvl"] for r in recs), {d: len(list(g)) for d, g in itertools.groupby(recs, key=lambda r: r["ts"].date().isoformat())}, [b["ts"] - a["ts"] for a, b in itertools.pairwise(recs)], [int(x) for r in recs for x in re.findall(r"(\d+)ms", r["msg"])])
# template rendering
def render(t, **ctx):
    def sub(m):
        expr = m[1].strip(); v = functools.reduce(lambda o, k: o[k] if isinstance(o, dict) else getattr(o, k), expr.split("."), ctx); return str(v)
    return re.sub(r"\{\{(.*?)\}\}", sub, t)
print(render("Hi {{ user.name }}, you are {{user.age}} and {{ x.real }}", user={"name": "Al", "age": 5}, x=3))
# table formatting
rows = [("name", "qty", "price"), ("apple", 3, 1.5), ("kiwi", 12, 0.25)]
widths = [max(len(str(c)) for c in col) for col in zip(*rows)]
print("\n".join(" | ".join(f"{c!s:<{w}}" if isinstance(c, str) else f"{c:>{w}}" for c, w in zip(r, widths)) for r in rows), "-+-".join("-" * w for w in widths), sep="\n")
# sorting keys
people = [("bob", 30), ("alice", 25), ("carol", 30)]; print(sorted(people, key=lambda p: (-p[1], p[0])), sorted(people, key=operator.itemgetter(1), reverse=True), sorted("banana", key="nab".index), sorted(["b10", "b9", "a1"], key=lambda s: [int(t) if t.isdigit() else t for t in re.split(r"(\d+)", s)]), sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
# roman, base conversion, luhn, collatz, gray, permutations rank
def to_base(n, b): return (to_base(n // b, b) if n >= b else "") + string.digits[n % b] if b <= 10 else "?"
print(to_base(255, 2), [n ^ n >> 1 for n in range(8)], "".join(map(str, itertools.accumulate([1] * 5, lambda a, _: a * 2))))
luhn = lambda s: sum(sum(divmod(int(d) * (1 + i % 2), 10)) for i, d in enumerate(reversed(s))) % 10 == 0; print(luhn("4539578763621486"), luhn("4539578763621487"))
def collatz(n):
    while n != 1: yield n; n = n // 2 if n % 2 == 0 else 3 * n + 1
    yield 1
print(list(collatz(6)), max(range(1, 300), key=lambda n: sum(1 for _ in collatz(n))))
# n queens, knapsack, edit distance, LCS, sudoku-ish, hanoi
def queens(n, row=0, cols=(), d1=(), d2=()):
    if row == n: yield cols; return
    for c in range(n):
        if c not in cols and row + c not in d1 and row - c not in d2: yield from queens(n, row + 1, cols + (c,), d1 + (row + c,), d2 + (row - c,))
print(next(queens(8)), sum(1 for _ in queens(6)))
def edit(a, b):
    prev = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        cur = [i]
        for j, y in enumerate(b, 1): cur.append(min(prev[j] + 1, cur[-1] + 1, prev[j - 1] + (x != y)))
        prev = cur
    return prev[-1]
@functools.cache
def lcs(a, b): return "" if not a or not b else a[0] + lcs(a[1:], b[1:]) if a[0] == b[0] else max(lcs(a[1:], b), lcs(a, b[1:]), key=len)
print(edit("kitten", "sitting"), lcs("AGGTAB", "GXTXAYB"))
best = {0: ()}
for name, w, v in [("a", 3, 4), ("b", 4, 5), ("c", 2, 3)]:
    for cap, items in sorted(best.items(), reverse=True):
        if cap + w <= 6 and sum(x[2] for x in items) + v > sum(x[2] for x in best.get(cap + w, ())): best[cap + w] = items + ((name, w, v),)
print({k: [i[0] for i in v] for k, v in sorted(best.items())})
def hanoi(n, a="A", b="B", c="C"): return hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c) if n else []
print(len(hanoi(6)), hanoi(2)); print([f"{'Fizz' * (i % 3 == 0)}{'Buzz' * (i % 5 == 0)}" or i for i in range(1, 16)]); tri = lambda n: [[1]] if n == 1 else (p := tri(n - 1)) + [[1] + [a + b for a, b in zip(p[-1], p[-1][1:])] + [1]]; print(tri(5))
spiral = lambda m: m and [*m.pop(0)] + spiral([list(r) for r in zip(*m)][::-1]); print(spiral([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
