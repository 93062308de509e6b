import itertools as it, operator, functools, random
def chunks(xs, n):
    itr = iter(xs)
    while c := list(it.islice(itr, n)): yield c
print(list(chunks(range(7), 3)), list(it.pairwise("abcd")), list(it.accumulate([1, 2, 3, 4], operator.mul)), list(it.accumulate([3, 1, 2], max, initial=0)))
print(list(it.chain.from_iterable([[1], [2, 3]])), list(it.compress("abcd", [1, 0, 1, 0])), list(it.dropwhile(lambda x: x < 3, [1, 3, 2])), list(it.takewhile(str.isalpha, "ab1c")), list(it.starmap(pow, [(2, 3), (3, 2)])), list(it.zip_longest("ab", "xyz", fillvalue="-")), list(it.filterfalse(None, [0, 1, ""])), list(it.product("ab", repeat=2)), list(it.permutations([1, 2, 3], 2)), list(it.combinations("abc", 2)), list(it.combinations_with_replacement("ab", 2)), list(it.islice(it.count(10, 5), 3)), list(it.islice(it.cycle("ab"), 5)), list(it.repeat(7, 2)))
a, b = it.tee(iter([1, 2, 3])); print(list(a), next(b), list(b))
def primes():
    sieve = {}; n = 2
    while True:
        if n not in sieve: yield n; sieve[n * n] = [n]
        else:
            for p in sieve.pop(n): sieve.setdefault(p + n, []).append(p)
        n += 1
print(list(it.islice(primes(), 15)))
def flatten(x):
    for i in x:
        if isinstance(i, (list, tuple)): yield from flatten(i)
        else: yield i
print(list(flatten([1, [2, (3, [4]), []], 5])))
def averager():
    total = n = 0; avg = None
    while True:
        x = yield avg
        if x is None: return (total, n)
        total += x; n += 1; avg = total / n
g = averager(); next(g); print([g.send(x) for x in (10, 20, 60)])
try: g.send(None)
except StopIteration as e: print("result", e.value)
def grep(pat):
    try:
        while True:
            line = yield
            if pat in line: print("match:", line)
    except GeneratorExit: print("closing")
    except ValueError as e: print("thrown", e); yield "recovered"
g = grep("py"); next(g); g.send("python"); g.send("java"); g.close()
g = grep("x"); next(g); print(g.throw(ValueError("oops")))
def outer():
    r = yield from inner(); print("inner returned", r); yield "end"
def inner(): x = yield 1; print("got", x); return x * 2
o = outer(); print(next(o), o.send(21))
pipe = (x * x for x in range(10) if x % 2); print(sum(pipe), sum(pipe))
class Count:
    def __init__(s, n): s.n = n
    def __iter__(s): return s
    def __next__(s):
        if s.n <= 0: raise StopIteration
        s.n -= 1; return s.n
print(list(Count(3)), max(Count(5)), 2 in Count(4), dict(zip("abc", Count(3))), [*Count(2), *"x"], sorted(Count(3)))
x, *y, z = Count(5); print(x, y, z); (p, q), [r, *s] = (1, 2), "abc"; print(p, q, r, s)
try: a, b = Count(3)
except ValueError as e: print(e)
try: a, b, *c = [1]
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
m = [[1, 2, 3], [4, 5, 6]]; print([list(r) for r in zip(*m)], [x for r in m for x in r if x % 2], {x: y for x, y in zip("ab", it.count())}, {c for c in "hello"} == set("helo"), [[i * j for j in range(3)] for i in range(3)])
print(functools.reduce(lambda a, x: {**a, x: len(x)}, ["a", "bb"], {}), list(map(operator.itemgetter(1), [(1, 2)])), operator.attrgetter("real", "imag")(3 + 4j), operator.methodcaller("upper")("a"))
groups = {k: [n for n, _ in v] for k, v in it.groupby(sorted([("ann", 3), ("bob", 2), ("cy", 3)], key=lambda p: p[1]), key=lambda p: p[1])}; print(groups)
random.seed(7); r = [random.randint(1, 100) for _ in range(5)]; random.shuffle(r); print(r, random.choice("abc"), random.sample(range(50), 3), round(random.random(), 6), random.choices("xy", k=4), random.uniform(1, 2), random.gauss(0, 1), random.randrange(0, 100, 7))
print(any(x > 3 for x in [1, 5]), all(x for x in []), next((x for x in [1, 2] if x > 5), None), list(reversed([1, 2])), list(zip(*[iter(range(6))] * 2)))
gen = (i for i in range(3)); print(next(gen), list(gen), list(gen)); print(type(gen).__name__, gen.gi_frame is None if hasattr(gen, "gi_frame") else True)
