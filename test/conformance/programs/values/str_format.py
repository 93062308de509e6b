# str.format and f-strings: fields, conversions, nested specs, errors.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __format__(self, spec):
        return f"<{spec}>" if spec else f"({self.x}, {self.y})"


p, data, width, digits = Point(1, 2.5), {"key": [10, 20], 3: "three"}, 12, 3

show(
    lambda: ("{} {}".format(1, "a"), "{1} {0} {1}".format("a", "b"), "{x}-{y}".format(x=1, y=2), "{0.x} {0.y}".format(p), "{0[key][1]} {0[3]}".format(data), "{{}} {}".format(5), "{:>5}|{:<5}|{:^5}".format(1, 2, 3)),
    lambda: ("{!r} {!s} {!a}".format("é", "é", "é"), "{:{}}|{:{w}.{d}f}".format("x", 5, 3.14159, w=10, d=2), "{0:>{1}}".format("r", 4), "{p}{p:abc}".format(p=p), "{:}".format(5), "{0!r:>6}".format("a")),
    lambda: "{} {}".format(1),
    lambda: "{x}".format(),
    lambda: "{0} {}".format(1, 2),
    lambda: "{} {0}".format(1, 2),
    lambda: "{".format(1),
    lambda: "}".format(1),
    lambda: "{0".format(1),
    lambda: "{0!x}".format(1),
    lambda: "{0!}".format(1),
    lambda: "{0!r".format(1),
    lambda: "{0.foo}".format(1),
    lambda: "{0[a]}".format([1]),
    lambda: "{0[5]}".format([1]),
    lambda: "{0[}".format([1]),
    lambda: "{0.}".format([1]),
    lambda: "{:d}".format("a"),
    lambda: "{:{:{}}}".format(1, 2, 3),
    lambda: "{a.b}".format(a=1),
    lambda: ("{x}".format_map({"x": 5}), "{a[0]}".format_map({"a": [7]})),
    lambda: "{x}".format_map({}),
    lambda: (f"{1}{2!r}{'a'!r}{'é'!a}", f"{p} {p:spec} {p.x + 1}", f"{3.14159:{width}.{digits}f}|", f"{'x':>{width}}|", f"{{}}", f"{data['key'][0]:05d}", f"{width=} {digits = } {p.x=!r} {3.14159=:.2f}"),
    lambda: (f"{5:d}{5:5d}{5:<5d}|{5:^5d}|{5:05d}{-5:05d}{5:+d}{5: d}{-5: d}{5:=+5d}", f"{255:x} {255:X} {255:#x} {255:o} {255:#o} {255:b} {255:#b} {255:08b} {255:#010x} {-255:x} {65:c} {8364:c}"),
    lambda: f"{1234567:,} {1234567:_} {-1234567:,d} {1234567:15,} {1234567:<15,}| {1234567:^15_}| {0xabcdef12:_x} {0b1010101010:_b} {1234:010,} {12345678:012,} {999:,} {1000:,}",
    lambda: f"{3.14159:.2f} {3.14159:10.3f} {3.14159:<10.1f}| {3.14159:+.0f} {1e10:.3e} {1e-10:E} {1234.5:g} {1e20:g} {0.00001:g} {100000:g} {1000000.0:g} {0.5:%} {0.12345:.1%} {1e6:,.2f} {1234567.891:_.1f}",
    lambda: f"{3.0} {3.0:.1} {1e16:.3} {0.1:.20f} {1e100:.5g} {3.0:#g} {3.0:#.0f} {-0.0} {-0.0:.1f} {-0.0:z.1f} {-0.04:z.1f} {1.5:08.2f} {-1.5:08.2f} {float('inf'):f} {float('nan'):F} {float('-inf'):8.1f} {float('inf'):08}",
    lambda: f"{123.0:.3} {12.0:.3} {99999.0:.5} {100000.0:.5} {1234.5678:.6} {1.5:.0} {2.5:.0f} {0.5:.0f} {1e-5:.2} {123456789.0:,} {1e22:,} {1234.5:n} {1234:n} {0.1 + 0.2:.17}",
    lambda: f"{'abc':5}|{'abc':>5}|{'abc':^6}|{'abc':*<6}|{'abc':.2}|{'abc':^7.1}|{'é':€>4}|{'abc':05}|{'':3}|{'abcdef':.3s}",
    lambda: f"{True} {True:d} {False:5} {True:>6} {None} {[1, 'a']} {(1,)} { {'a': 1} } {int} {len('abc')}",
    lambda: (format(5), format(5, "05"), format("a", ">3"), format(None), format([1]), format(3.5, ".2f"), format(True, ""), format(p, "z")),
    lambda: format([], "5"),
    lambda: format(None, "5"),
    lambda: format(5, 5),
    lambda: format({}, "d"),
    lambda: f"{5:dd}",
    lambda: f"{5:,,}",
    lambda: f"{5:,_}",
    lambda: f"{5:_,}",
    lambda: f"{5:,x}",
    lambda: f"{5:_s}",
    lambda: f"{5:.2}",
    lambda: f"{5:.}",
    lambda: f"{5:y}",
    lambda: f"{5.5:y}",
    lambda: f"{5.5:d}",
    lambda: f"{'a':d}",
    lambda: f"{'a':+}",
    lambda: f"{'a': }",
    lambda: f"{'a':#}",
    lambda: f"{'a':=5}",
    lambda: f"{'a':,}",
    lambda: f"{5:+c}",
    lambda: f"{5:#c}",
    lambda: f"{1 << 30:c}",
    lambda: f"{5:z}",
    lambda: f"{5:,c}",
    lambda: f"{10 ** 400:e}",
    lambda: f"{5:99999999999999999999}",
    lambda: f"{5.0:.99999999999999999999}",
    lambda: f"{10 ** 30:,} {10 ** 30:x} {10 ** 30:e} {10 ** 30:.2f} {-10 ** 25:30d} {10 ** 20:g}",
    lambda: f"{'nested ' + f'{1 + 1}'} {'a' if width else 'b'} {lambda_ if (lambda_ := 5) else 0} {max(1, 2):>{width // 2}}",
)
