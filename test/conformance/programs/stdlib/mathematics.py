# The functions of math that programs call.
import math

print(math.pi, math.e, math.inf, math.nan, math.tau)
print(math.sqrt(2), math.exp(1), math.log(10), math.log(8, 2), math.log2(1024), math.log10(1000), math.log1p(1e-10))
print(math.sin(1), math.cos(1), math.tan(1), math.atan2(1, -1), math.sinh(1), math.degrees(1), math.radians(180))
print(math.floor(-2.5), math.ceil(2.1), math.trunc(-2.7), math.fabs(-3), math.fmod(-7, 3), math.modf(2.5))
print(math.gcd(12, 18), math.lcm(4, 6), math.factorial(20), math.comb(10, 3), math.perm(5, 2), math.isqrt(10 ** 20))
print(math.isnan(math.nan), math.isinf(-math.inf), math.isfinite(1), math.isclose(0.1 + 0.2, 0.3), math.copysign(1, -0.0))
print(math.hypot(3, 4), math.prod([1, 2, 3]), math.fsum([0.1] * 10), math.dist((0, 0), (1, 1)), math.frexp(8.5), math.ldexp(0.5, 4))
print(math.erf(0.5), math.gamma(5), math.pow(2, 0.5), math.floor(1e20), math.expm1(1e-5))
for bad in (lambda: math.sqrt(-1), lambda: math.log(0), lambda: math.exp(1000), lambda: math.factorial(-1),
            lambda: math.sqrt("a"), lambda: math.floor(math.inf)):
    try:
        bad()
    except (ValueError, OverflowError, TypeError) as error:
        print(type(error).__name__, error)
