# Integers of any size, and the rules of division, shifts and bases.
print(2 ** 64, 2 ** 63 - 1, -(2 ** 63), 10 ** 30, (2 ** 63 - 1) + 1, -(2 ** 63) - 1)
print(2 ** 62 * 4, (1 << 100) >> 98, 3 ** 40 % 1000007, pow(3, 1000, 1000007), pow(2, -1))
print(10 ** 20 // 7, -(10 ** 20) // 7, 10 ** 20 % -7, divmod(-10 ** 20, 3), -7 // 2, -7 % 2)
print(12345678901234567890 * 98765432109876543210, 10 ** 25 - 10 ** 25)
print(0xFF, 0b101, 0o17, 1_000_000, int("ff", 16), int("-0b11", 2), int(" 42 "), int(3.99), int(-3.99))
print(hex(10 ** 20), bin(-5), oct(64), (255).bit_length(), (10 ** 20).bit_length(), ~5, ~(2 ** 70))
print(5 & 3, 5 | 3, 5 ^ 3, -5 & 0xFF, -1 >> 10, (2 ** 70) & (2 ** 69 + 1), -(2 ** 70) | 1)
print(True + True, isinstance(True, int), 7 / 2, 10 ** 20 / 3, 2 ** 0.5, 2 ** -2, (-8) ** 3)
print(1 == 1.0, 2 ** 53 == float(2 ** 53), 2 ** 53 + 1 == float(2 ** 53), 10 ** 400 > 1e308)
print(abs(-5), min(3, -2), sum(range(100)), round(1234567, -3), int("9" * 30), hash(2 ** 61 - 1))
factorial = 1
for n in range(1, 31):
    factorial *= n
print(factorial, str(factorial)[::-1], len(str(2 ** 1000)))
a, b = 0, 1
for _ in range(200):
    a, b = b, a + b
print(a)
for bad in (lambda: 1 // 0, lambda: 1 % 0, lambda: 1 / 0, lambda: 1 << -1, lambda: int("1.5"),
            lambda: 2.0 ** 10000, lambda: int(float("nan")), lambda: 0 ** -1, lambda: float(10 ** 400)):
    try:
        bad()
    except (ArithmeticError, ValueError) as error:
        print(type(error).__name__, error)
print((300).to_bytes(2, "big"), int.from_bytes(b"\x01\x00", "little"), (3).real, (0).numerator)
