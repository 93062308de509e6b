# Arithmetic, text and methods of floats.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


inf, nan = float('inf'), float('nan')

show(
    lambda: (0.1 + 0.2, 1e16, 1e15, 123456789012345680.0, 1e-5, 0.0001, 1.0, -0.0, 1e22, 1e23, 5e-324, 1.7976931348623157e308),
    lambda: (inf, -inf, nan, inf - inf, inf * 0, 1e308 * 10, -1e308 * 10),
    lambda: (7.5 // 2, -7.5 // 2, 7.5 // -2, 7.5 % 2, -7.5 % 2, 7.5 % -2, 0.0 % -3.0, -0.0 // 3, 5 % -3.0, 1e300 % 7),
    lambda: (divmod(7.5, 2), divmod(-7.5, 2), divmod(0.3, 0.1), 1 // 0.1, 0.7 // 0.1, -1 // 0.1, inf // 2, 5 // inf, -5 // inf, 5 % inf, -5 % inf),
    lambda: 1.0 / 0,
    lambda: 1 % 0.0,
    lambda: (7.557818735627674e+16 // -5.021804286921865, 2.044870928128117e+16 // -2.496036984263192),
    lambda: 1.0 // 0.0,
    lambda: divmod(1.0, 0),
    lambda: (2.0 ** 0.5, 2 ** -1, (-8) ** (1 / 3), 0.0 ** 0, inf ** 0, nan ** 0, (-2.0) ** 3, 2.0 ** 1000, (-1.0) ** inf, 0.5 ** inf),
    lambda: 0.0 ** -1,
    lambda: 0 ** -1,
    lambda: 10.0 ** 400,
    lambda: (round(0.5), round(1.5), round(2.5), round(-0.5), round(2.675, 2), round(1234.5678, -2), round(1e300, 2), round(-2.5), round(5e15 + 0.5)),
    lambda: (round(2.5, 0), round(0.15, 1), round(0.25, 1), round(0.35, 1), round(1.005, 2), round(123.456, 1), round(-1.5), round(1e22), round(15.0, -1), round(25.0, -1), round(99.5, -2), round(0.1, 400), round(1.5, None), round(1e16, -16), round(5e-324, 323)),
    lambda: round(inf),
    lambda: round(nan),
    lambda: round(1.7e308, -308),
    lambda: round(1.5, "a"),
    lambda: (int(1e20), int(-1e20), (1e20).is_integer(), (1.5).is_integer(), inf.is_integer(), nan.is_integer()),
    lambda: ((0.75).as_integer_ratio(), (0.1).as_integer_ratio(), (-3.0).as_integer_ratio(), (1e300).as_integer_ratio()[1], (5e-324).as_integer_ratio()[0]),
    lambda: inf.as_integer_ratio(),
    lambda: nan.as_integer_ratio(),
    lambda: ((1.0).hex(), (-0.1).hex(), (0.0).hex(), (5e-324).hex(), (1e308).hex(), inf.hex(), nan.hex()),
    lambda: (float.fromhex("0x1.8p3"), float.fromhex("-1.8"), float.fromhex("inf"), float.fromhex(" 0x.8 "), float.fromhex("ff"), float.fromhex("-nan")),
    lambda: float.fromhex("xyz"),
    lambda: float.fromhex("0x1p5000"),
    lambda: (float("1.5"), float(" -2e3 "), float("1_000.5"), float("inf"), float("-Infinity"), float("nan"), float(".5"), float("5."), float("1e-400"), float("1e400"), float(b"2.5"), float("٣.٥")),
    lambda: float(""),
    lambda: float("1.5.5"),
    lambda: float("1_"),
    lambda: float("e5"),
    lambda: float("0x10"),
    lambda: float([]),
    lambda: float(None),
    lambda: float(),
    lambda: (1 == 1.0, 1.5 == 3 / 2, nan == nan, nan != nan, nan < 1, inf > 1e308, -inf < inf, 0.0 == -0.0, 2 ** 53 == 2.0 ** 53, 2 ** 53 + 1 == 2.0 ** 53, 2 ** 53 + 1 > 2.0 ** 53, 10 ** 400 > 1e308, -10 ** 400 < -inf, 10 ** 400 < inf),
    lambda: (hash(1.5), hash(0.1), hash(-1.0), hash(1e100), hash(inf), hash(-inf), hash(5e-324), hash(2.0 ** 61), hash(-0.0), hash(1e18), hash(123456.789)),
    lambda: (1.5 .real, 1.5 .imag, 1.5 .conjugate(), abs(-2.5), -2.5, +2.5, bool(0.0), bool(nan), not 0.0),
    lambda: (min(1.5, nan), max(nan, 1.5), min(nan, 1.5), sum([0.1] * 10), sum([1, 2.5]), sorted([2.5, -1, 3, 0.5])),
    lambda: (1.5 .__floor__(), 1.5 .__ceil__(), -1.5 .__trunc__(), (2.5).__round__(), 1.5 .__int__(), 1.5 .__float__(), 3 .__float__()),
    lambda: 1.5 + "a",
    lambda: 1.5 | 2,
    lambda: 1.5 << 1,
    lambda: ~1.5,
    lambda: 1.5 + 10 ** 400,
    lambda: 1.5 < "a",
    lambda: [1.5, 2][1.0],
    lambda: (float.__getformat__("double"), float.__name__, float.__mro__),
    lambda: (True + 0.5, 1.5 * True, 3 * 1.5, 2 ** 0.5),
    lambda: (repr(1e-7), repr(123456.0), repr(1234567890123456789.0), str(1e100), repr(0.1 + 0.7), repr(100.0), repr(1e16 + 2), repr(2.5e-8)),
)
