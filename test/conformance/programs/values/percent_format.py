# The % operator of str and bytes.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: ("%d %i %u %s %r %a" % (1, 2, 3, "é", "é", "é"), "%s" % 5, "%s" % (5,), "%s" % None, "%s" % [1, 2], "%s %s" % ("a", (1, 2)), "%%", "%%%d" % 5, "100%%" % ()),
    lambda: ("%5d|%-5d|%05d|%+d|% d|%5.3d|%.3d|%-05d|%+5d|% 05d" % (1, 2, 3, 4, 5, 6, 7, 8, 9, 10), "%d %d %d" % (1.9, -1.9, True), "%d" % 10 ** 30, "%d" % (10 ** 30,)),
    lambda: ("%x %X %o %#x %#X %#o %08x %-8x| %+x %#10x %#010x" % (255, 255, 8, 255, 255, 8, 255, 255, 255, 255, 255), "%x" % -255, "%x" % 2 ** 70),
    lambda: "%f %.2f %10.3f %-10.1f| %+f %e %.2e %E %g %G %.3g %#g %010.2f % f" % (1.5, 2.345, 3.14159, 2.5, 1.0, 12345.678, 12345.678, 0.0001, 1e20, 1e-10, 1234.5, 1.0, -2.5, 2.0),
    lambda: ("%f" % float("inf"), "%5.1f" % float("nan"), "%F" % float("-inf"), "%.0f %.0f %.0f" % (0.5, 1.5, 2.5), "%g" % 100000, "%g" % 1000000, "%.50f" % 0.1, "%f" % 10, "%5s|%-5s|%.2s|%5.1s|" % ("a", "b", "cde", "fgh")),
    lambda: ("%c%c%c" % (65, "b", 8364), "%5c|%-3c|" % ("a", "b"), "%*d|%-*d|%.*f" % (5, 1, 4, 2, 2, 3.14159), "%*d" % (-5, 3), "%(a)s %(b)05d %(a)r" % {"a": "x", "b": 7}, "%(a)s" % {"a": (1, 2)}, "abc" % {"a": 1}, "abc" % [], "%(a b)s" % {"a b": 1}),
    lambda: "%d" % "a",
    lambda: "%x" % 1.5,
    lambda: "%o" % "a",
    lambda: "%f" % "a",
    lambda: "%c" % "ab",
    lambda: "%c" % -1,
    lambda: "%c" % 1.5,
    lambda: "%c" % 0x110000,
    lambda: "%y" % 1,
    lambda: "%"  % 1,
    lambda: "%d %d" % 1,
    lambda: "%d %d" % (1,),
    lambda: "%d" % (1, 2),
    lambda: "abc" % 1,
    lambda: "%(a)s" % 1,
    lambda: "%(a)s" % {"b": 1},
    lambda: "%(a" % {},
    lambda: "%*d" % ("a", 1),
    lambda: "%d" % float("nan"),
    lambda: "%d" % float("inf"),
    lambda: "%d" % [],
    lambda: "%d" % None,
    lambda: "%5" % 1,
    lambda: "%s" % (),
    lambda: (b"%d %s %b %a %x %c %5.1f|%%" % (1, b"a", b"b", "x", 255, 65, 2.5), b"%s" % bytearray(b"z"), b"%-5s|" % b"a", b"%(k)s" % {b"k": b"v"}, bytearray(b"%d") % 5),
    lambda: b"%s" % "a",
    lambda: b"%c" % 256,
    lambda: b"%c" % b"ab",
    lambda: b"%d" % "a",
    lambda: b"%d" % (1, 2),
    lambda: ("%s %s %s" % (1.0, 1e100, 5j), "%r" % "a'b", "%s" % type(5), "%-10s|%10s|" % ("é", "日本"), "%(x)d %(y).1f" % {"x": 3, "y": 2.25}),
)
