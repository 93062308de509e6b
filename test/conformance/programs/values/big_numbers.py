# Big ints, floats at their edges, their texts, hashes and errors.
import math, time, random, sys
def fibs(n):
    a, b = 0, 1
    for _ in range(n): a, b = b, a + b
    return a
n = fibs(5000); print(str(n)[:20], len(str(n)), n % 10**9, n.bit_length(), hash(n), hex(n)[:20], n >> 3000, int(str(n)) == n)
f = math.factorial(1000); print(len(str(f)), f % (10**9 + 7), f // 10**2500 % 10**20, math.log10(f), math.isqrt(f) ** 2 <= f, float(f >> 8000), f.bit_count() if hasattr(f, "bit_count") else 0)
for a in (7, -7, 2**64 + 3, -2**70, 10**30, 1, -1, 0):
    for b in (3, -3, 2**33, -10**20, 10**29 + 1):
        q, r = divmod(a, b); assert q * b + r == a and (r == 0 or (r < 0) == (b < 0)), (a, b); print(a, b, q, r, a & b, a | b, a ^ b, a * b, a - b, (a > b) - (a < b), a / b)
print((-5) >> 1, (-2**70) >> 3, 1 << 100, -1 << 65, ~(2**70), 2**200 - 1 & 0xffff, pow(3, 1000, 10**30), pow(2**70, 3), pow(7, -2, 2**61 - 1), 10**40 // 3**20, -(10**40) % 97, abs(-10**30), round(123456789012345678901234567890, -20), int(1e30), int("9" * 40), int("-ff", 16), int("z" * 20, 36), f"{10**30:,} {10**20:e} {2**100:x} {-2**65:#b} {10**25:_d} {10**18:>25} {12345678901234567890:+d} {2**70:g}", 2**1000 == 2.0**1000, 10**23 == 1e23, 2**53 + 1 == float(2**53 + 1), 10**400 > 1e308, -10**400 < float("-inf"))
for g in (lambda: 10**400 / 10**399, lambda: float(10**400), lambda: int("1" * 5000), lambda: 2**100 / 0, lambda: 10**20 // 0, lambda: 1 << 10**20, lambda: [0] * 10**20, lambda: "a" * 2**70, lambda: range(2**70)[2**69], lambda: len(range(2**70)), lambda: (2**70).to_bytes(8, "big"), lambda: (2**63).to_bytes(8, "big", signed=True), lambda: chr(2**40), lambda: bytes(2**70), lambda: math.sqrt(10**400), lambda: round(2**70 + 0.5), lambda: hash(10**50), lambda: math.gcd(2**100, 6**50), lambda: sum(range(10**6)), lambda: sum([2**62] * 4), lambda: max(2**70, 1e22), lambda: sorted([2**70, -2**70, 0.5, True]), lambda: 3.0 ** 1000, lambda: (-8) ** (1 / 3), lambda: 0.0 ** -1, lambda: 5 % 0.0, lambda: float("1e-400"), lambda: 1e308 * 10, lambda: divmod(5.5, 0)):
    try: print(repr(g())[:90])
    except Exception as e: print(type(e).__name__, e)
for x in (0.1, 1/3, 1e16, 1e15, 123456.789, 1e-5, 0.0001, 1e22, 1e21, 5e-324, 1.7976931348623157e308, -0.0, 2.5, 100.0, 1e100, 3.14159265358979, 0.1 + 0.2, 1e23): print(repr(x), str(x), f"{x:g} {x:e} {x:.3f} {x:.0f} {x:10.2e} {x:,.1f} {x:%} {x:.10g} {x:#.3g}"[:120], x.hex(), x.as_integer_ratio()[1].bit_length(), round(x, 3), int(x) if abs(x) < 1e30 else "", x.is_integer(), hash(x))
print([round(x, 2) for x in (2.675, 1.005, 0.125, 2.5, -2.5)], [round(x) for x in (0.5, 1.5, 2.5, -0.5, -1.5)], round(1e300, 2), round(5e-324, 300), round(15, -1), round(25, -1), round(-15, -1), round(1.5, 0), math.floor(-0.5), -7 // 2.0, -7 % 2.5, 7.5 // -2, math.fmod(-7, 2.5), 1e16 + 1, 0.1 * 3, sum([0.1] * 10), 1 / 3 * 3 == 1, float("nan") != float("nan"), min(float("nan"), 1), max(1, float("nan")), sorted([3.5, -1, 2]), 1.0.__hash__() == hash(1), (0.5).__floor__(), 3 .__truediv__(2), complex(1, -2) * 2j, abs(3 + 4j), (1 + 2j).conjugate(), (1 + 2j) ** 2, complex("1e5-2j"), 1j ** 2, repr(-0.0 + 0j), (2 + 0j) == 2, f"{1 + 2j:.1f}", complex(0, float("inf")), 5 // 1.5, True + True, True / 2, -True, ~True, True & 1, int(True), bool(0.0), bool("0"), isinstance(True, int), True == 1.0)
random.seed(3); xs = [random.randrange(-2**80, 2**80) for _ in range(200)]; s = 0
for a, b in zip(xs, xs[1:]):
    if b: s ^= a * b + a // b - a % b; s = (s * 31 + (a >> 5) + (b << 3)) % 2**90
print(s, sum(xs), math.prod(xs[:10]) % 10**15, sorted(xs)[100], min(xs))
