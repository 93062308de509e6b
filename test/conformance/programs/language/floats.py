# Floats as CPython's: shortest repr, rounding, comparisons, conversions, special values.
inf, nan = float("inf"), float("nan")
print(0.1 + 0.2, 0.1 * 3, 1e308 * 10, -1e308 * 10, inf - inf, nan == nan, nan != nan, inf > 10 ** 400)
print(1.0 // 0.3, -1.0 // 0.3, 5.5 % 2, -5.5 % 2, 5.5 % -2, divmod(7.5, 2), -0.0, 0.0 == -0.0)
print(round(0.5), round(1.5), round(2.5), round(-0.5), round(2.675, 2), round(1e20), round(3.14159, 3))
print((0.5).as_integer_ratio(), (2.0).is_integer(), float.hex(0.1), float.fromhex("0x1p-3"))
print(float("1e5"), float(" -.5 "), float("1_000.5"), float("Infinity"), int(1e18), int(-2.7))
print(1e15, 1e16, 123456789012345680.0, 1e-4, 1e-5, 1.0e-300 * 1e-300, 4.35 * 100, 0.3 - 0.1)
print(max(1.0, nan), max(nan, 1.0), sorted([3.5, -1, 2]), 3.0 == 3, hash(3.0) == hash(3))
print(2.5 ** 3, 2 ** 0.5, (-8) ** (1 / 3), 0.0 ** 0, 10.0 / 4, 7.0 // 2, True + 0.5)
print(sum([0.1] * 10), sum([1e100, 1.0, -1e100]), 1.1 + 2.2, 100 * 1.1)
for bad in (lambda: 1.0 / 0, lambda: 1.0 % 0, lambda: 0.0 ** -1, lambda: float("x"), lambda: int(inf)):
    try:
        bad()
    except (ArithmeticError, ValueError) as error:
        print(type(error).__name__, error)
total = 0.0
for i in range(1000):
    total += 1 / (i + 1) ** 2
print(total)
