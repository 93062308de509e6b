# complex: arithmetic, text, construction.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: (1j, -1j, 1 + 2j, 1 - 2j, complex(1, 0), complex(-0.0, 1), complex(0, -0.0), 1.5e20 + 0.5j, complex("nan"), complex(float("inf"), -1)),
    lambda: ((1 + 2j) * (3 - 4j), (1 + 2j) / (3 - 4j), (1 + 2j) ** 2, (1 + 2j) ** -1, 2 ** 1j, (1 + 2j) + 1, 2.5 - 1j, 1j * 1j, (1+2j) ** 0),
    lambda: 1j / 0,
    lambda: 0j ** -1,
    lambda: (abs(3 + 4j), (3 + 4j).real, (3 + 4j).imag, (3 + 4j).conjugate(), -(1 + 2j), +(1 - 1j), bool(0j), bool(1j)),
    lambda: (1j == 1j, 1 + 0j == 1, 1 == 1 + 0j, 1.5 + 0j == 1.5, 1j != 2j, 1j == "a", hash(1 + 0j) == hash(1), hash(1j), hash(2 + 3j)),
    lambda: 1j < 2j,
    lambda: 1j // 1,
    lambda: 1j % 2,
    lambda: int(1j),
    lambda: float(1j),
    lambda: (complex(), complex(1), complex(1, 2), complex("1+2j"), complex(" -3j "), complex("(1-j)"), complex("4"), complex("1e3-2.5e-1j"), complex(1j, 1j), complex(True), complex(imag=2), complex(real=3)),
    lambda: complex("a"),
    lambda: complex("1 + 2j"),
    lambda: complex(""),
    lambda: complex(1, "a"),
    lambda: complex("1", 2),
    lambda: complex([]),
    lambda: (f"{1 + 2j:.2f}", f"{1j:>12}", f"{3 - 4j:e}", format(1 + 2j, ""), f"{1 + 2j!r:>10}", f"{1.5 + 0.25j:.3}", f"{2j:+.1f}"),
    lambda: f"{1j:%}",
    lambda: f"{1j:=9}",
    lambda: f"{1j:08}",
    lambda: (sum([1j, 2, 3.5]), [1j, 2 + 1j], {1j: "a"}[1j], str(1j)),
    lambda: ((-8) ** (1 / 3), (-1) ** 0.5),
)
