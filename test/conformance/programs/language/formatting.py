# f-strings and the format mini-language.
import math

value, name, width = 1234.56789, "janus", 10
print(f"{value:.2f} {value:10.1f}| {value:<12.3e}| {value:,.2f} {value:g} {value!r}")
print(f"{name:>{width}} {name:^{width}}| {name!r:*<10} {name[:3]}")
print(f"{42:05d} {42:+d} {42:x} {42:#b} {42:o} {-42: d} {1000000:_} {255:#06X} {65:c}")
print(f"{0.1 + 0.2} {1e100} {1e-7} {1e16} {123456789.0} {float('inf')} {float('nan')} {-0.0}")
print(f"{0.000123:g} {1e20:g} {2.5:.0f} {3.5:.0f} {0.5:%} {1 / 3:.3%} {1.0:n}")
print(f"{value = :.1f} {name = } {1 + 1 = }")
print(f"{{literal}} {'a' if value > 1 else 'b'} {[n for n in range(3)]} { {'k': 1}['k'] }")
print(f"{True} {None} {(1,)} {True:d} {'x':>{2 + 2}} {math.pi:.{3}f}")
print("{:>6}|{:<6}|{:^6}|{:06.2f}".format("r", "l", "c", math.e))
print("{0[1]} {1.real} {k[a]}".format([1, 2], 3, k={"a": "dict"}))
print(format(3.14159, ".3"), format(10, "b"), format("s", "5"), round(2.675, 2), round(25, -1))
print(1.0, 100.0, 1e22, 1.5e-5, 123456.789e3, 5e-324, 1.7976931348623157e308)
print(str(1 / 3), repr(2 / 3), 10 / 4, 7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, -7.5 % 2)
print("a", "b", sep="-", end="!\n")
print(*range(3), sep=", ")
print([1.0, "s", None, True, 2j, b"x", ..., (1,), {1: [2]}])
for spec in ("d", ".2q", ">>5"):
    try:
        print(format("text", spec))
    except ValueError as error:
        print(error)
