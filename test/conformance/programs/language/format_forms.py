"""f-strings, %, format() and str methods, with the errors of wrong formats."""
x, y, s, d = 3, 4.5678, "text", {"k": [1, 2]}
class F:
    def __format__(self, spec): return f"<{spec!r}>"
    def __str__(self): return "str"
    def __repr__(self): return "repr"
o = F()
print(
    f"{x}", f"{x!r}", f"{s!r}", f"{s!s}", f"{s!a}", f"{'é'!a}", f"{o}", f"{o!r}", f"{o!s:>6}",
    f"{o:a{x}b}")
print(
    f"{x:5d}|{x:<5}|{x:^5}|{x:>5}|{x:05}|{x:+}|{x: }|{x:x}|{x:#x}|{x:b}|{x:08b}|{x:e}|{x:,}|{1234567:,}|{1234567:_}|{x:c}|{x:%}")
print(
    f"{y:.2f}|{y:10.3f}|{y:<10.1f}|{y:e}|{y:.3g}|{y:%}|{y:.0f}|{y:+.1f}|{y:010.2f}|{y!r:>10}|{1e10:g}|{1e-10:g}|{0.1:.20f}|{123456789.0:,.2f}|{y:n}")
print(f"{s:10}|{s:>10}|{s:^10}|{s:*^10}|{s:.2}|{s:5.1}|{s!r:10}")
print(
    f"{d['k'][0]}", f'{d["k"]}', f"{x + y:.1f}", f"{x if x > 2 else y}", f"{(lambda a: a * 2)(x)}",
    f"{[i for i in range(3)]}", f"{ {'a': 1}['a'] }", f"{x=}", f"{x = }", f"{y=:.2f}", f"{s=!s}",
    f"{d=}", f"{x+1=}")
print(
    "%s %r %d %5.2f %x %o %e %g %c %% %-5s| %05d %+d" % (s, s, x, y, 255, 8, y, y, "c", "l", 42, 7))
print(
    "%(a)s %(b)05d" % {"a": 1, "b": 2}, "%s" % (1,), "%s" % [1, 2], "%*d" % (5, 3), "%.*f" % (2, y),
    "%i %u" % (1, 2), "%#x %#o" % (255, 8), "%s %s" % ("a", None))
print(
    "{} {1}".format(1, 2) if False else "{0} {1} {0}".format("a", "b"),
    "{a} {b[k]} {c.real}".format(a=1, b={"k": 2}, c=3), "{:>{w}}".format("x", w=5),
    "{!r}".format("q"), "{:,}".format(10 ** 9), "{0[1]}".format([1, 2]), "{{}}".format(),
    "{:s}".format("abc"), "{:.3}".format(3.14159), "{:d}".format(True), "{}".format(True))
print(
    format(3.14159, ".2f"), format(42, "08b"), format("a", ">3"), format(None), format([1]),
    str(1.0), repr(1e300), str(True), repr("it's"), repr('"'), repr("'\""),
    repr("\n\t\\\x00\x7f\xa0é"), ascii("é€😀"))
print(
    "a,b,,c".split(","), " a b ".split(), "a b c".split(" ", 1), "abc".partition("b"),
    "x".join(["1", "2"]), "abc".replace("b", "X"), "Hello".swapcase(), "hello world".title(),
    "abc".center(9, "*"), "abc".zfill(5), "-5".zfill(4), "abc".find("z"), "aXbX".rfind("X"),
    "abc".startswith(("x", "a")), "a\nb\r\nc".splitlines(), "tEST".capitalize(), "ß".upper(),
    "İ".lower(), "ǅ".title(), "abc".translate({97: "1", 98: None}), "a\tb".expandtabs(4),
    "abcabc".count("bc"), "  x ".strip(), "xxabxx".strip("x"), "abc".isalpha(), "12".isdigit(),
    "a1".isalnum(), " ".isspace(), "Ab".istitle(), "abc".encode(), "é".encode("latin-1"),
    "aé".casefold())
for bad in ("{:d}", "{:.2d}", "{:x}", "{:z}"):
    for val in ("a", 1.5, 3):
        try: print(bad.format(val))
        except (ValueError, TypeError) as e: print(type(e).__name__, e)
try: f"{x:.2z}"
except ValueError as e: print(e)
try: f"{s:d}"
except ValueError as e: print(e)
try: f"{None:5}"
except TypeError as e: print(e)
try: f"{[]:5}"
except TypeError as e: print(e)
print(
    f"{1e6:,.0f} {1e-7} {123456.789e3:,.1f} {-0.0:.1f} {float('nan'):5.1f} {float('inf'):>6} {2**100:,} {-5:,} {0:,} {1234.5:_.2f} {True} {True:d} {1+2j:.1f} {10**20:e}")
print(f'''multi
{x}
  line''')
print(
    f"{x!r:^{y:.0f}}", f"{'a' 'b'}", f"{x,}", f"{*[1, 2],}", f"{x:>{'5'}}", f"{'{'}", f"{'}'}",
    f"{3.0:g} {3.0} {1e5:g} {100000.0:g} {1e6:g} {1234567.0:g} {0.0001:g} {0.00001:g}")
