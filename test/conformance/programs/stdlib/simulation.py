# Queues, cellular automata, random walks, numeric methods, the functions of math.
import random, math, collections, heapq, statistics
random.seed(42)
class Sim:
    def __init__(self): self.now = 0.0; self.q = []; self.seq = 0; self.log = []
    def at(self, dt, f, *a): heapq.heappush(self.q, (self.now + dt, self.seq, f, a)); self.seq += 1
    def run(self, until):
        while self.q and self.q[0][0] <= until: self.now, _, f, a = heapq.heappop(self.q); f(*a)
class Shop:
    def __init__(self, sim): self.s = sim; self.queue = collections.deque(); self.busy = False; self.waits = []
    def arrive(self, n):
        self.queue.append((n, self.s.now)); self.s.at(random.expovariate(1.0), self.arrive, n + 1)
        if not self.busy: self.serve()
    def serve(self):
        if not self.queue: self.busy = False; return
        self.busy = True; n, t = self.queue.popleft(); self.waits.append(self.s.now - t); self.s.at(random.uniform(0.3, 1.2), self.serve)
s = Sim(); shop = Shop(s); s.at(0, shop.arrive, 1); s.run(50); print(len(shop.waits), round(statistics.mean(shop.waits), 6), round(max(shop.waits), 6))
def life(cells, n):
    for _ in range(n):
        c = collections.Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
        cells = {p for p, k in c.items() if k == 3 or k == 2 and p in cells}
    return cells
print(sorted(life({(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}, 8)))
def rule(n, width, steps):
    row = [0] * width; row[width // 2] = 1
    for _ in range(steps):
        yield "".join(".#"[c] for c in row)
        row = [(n >> (row[i - 1] * 4 + row[i] * 2 + row[(i + 1) % width])) & 1 for i in range(width)]
print("\n".join(rule(90, 31, 8)))
inside = sum(math.hypot(random.random(), random.random()) <= 1 for _ in range(20000)); print(4 * inside / 20000)
x = 12345; seq = []
for _ in range(5): x = (1103515245 * x + 12345) % 2**31; seq.append(x)
print(seq)
walk = [0]
for _ in range(10): walk.append(walk[-1] + random.choice((-1, 1)))
print(walk, random.getrandbits(70), random.triangular(0, 10, 5), random.betavariate(2, 3), random.normalvariate(0, 1), random.lognormvariate(0, 1), random.vonmisesvariate(0, 1), random.paretovariate(3), random.weibullvariate(1, 2), random.gammavariate(2, 1))
st = random.getstate(); a = random.random(); random.setstate(st); print(a == random.random(), random.Random("seed").random(), random.Random(b"x").randint(0, 99), random.Random(1.5).random())
def newton(f, df, x, eps=1e-12):
    n = 0
    while abs(f(x)) > eps: x -= f(x) / df(x); n += 1
    return x, n
print(newton(lambda v: v * v - 2, lambda v: 2 * v, 1.0))
def rk4(f, y, t, h):
    k1 = f(t, y); k2 = f(t + h / 2, y + h / 2 * k1); k3 = f(t + h / 2, y + h / 2 * k2); k4 = f(t + h, y + h * k3)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
y = 1.0
for i in range(10): y = rk4(lambda t, y: -2 * t * y, y, i / 10, 0.1)
print(y, math.exp(-1), math.isclose(y, math.exp(-1), rel_tol=1e-5))
print(math.gcd(12, 18, 30), math.lcm(4, 6), math.comb(50, 6), math.perm(5, 2), math.factorial(20), math.isqrt(10**20), math.prod([1, 2, 3.5]), math.fsum([.1] * 10), math.dist((0, 0), (3, 4)), math.log2(1024), math.log(8, 2), math.copysign(1, -0.0), math.frexp(10), math.ldexp(.5, 4), math.modf(-2.5), math.remainder(7, 3), math.trunc(-2.5), math.floor(-2.5), math.cbrt(27), math.erf(.5), math.gamma(5.5), math.degrees(math.pi), math.nextafter(1, 2), math.ulp(1.0), math.inf, -math.inf, math.nan, math.tau)
for g in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.factorial(-1), lambda: math.factorial(2.5), lambda: math.exp(1000), lambda: math.acos(2), lambda: math.comb(-1, 2), lambda: math.isqrt(-1), lambda: math.floor(float("inf")), lambda: math.gcd(1.5), lambda: math.pow(0, -1)):
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
