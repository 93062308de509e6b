# Strings: slices, methods, Unicode, escapes, comparison.
s = "Hello, Wörld! \u20ac \U0001f600"
print(s, len(s), s[::-1], s[7:12], s.upper(), s.encode("utf-8"))
print("a,b,,c".split(","), " a  b ".split(), "x".join(["1", "2"]), "a\nb\r\nc".splitlines())
print("abc".replace("b", "BB"), "abcabc".find("c", 3), "abc".rfind("z"), "aXbX".count("X"))
print("  pad ".strip() + "|", "xxabxx".strip("x"), "abc".ljust(5, "."), "abc".center(7), "7".zfill(3))
print("title case here".title(), "MiXed".swapcase(), "straße".casefold(), "abc".capitalize())
print("abc".startswith(("x", "ab")), "abc".endswith("bc"), "a1".isalnum(), "12".isdigit(), " ".isspace())
print("key=value=x".partition("="), "a.b.c".rsplit(".", 1), "prefix_x".removeprefix("prefix_"))
print(repr("quote's \"both\" \n\t\\ \x00 \u00e9"), "abc" < "abd", "Z" < "a", "é" > "z")
print("ab" * 3, "a" in "cat", "%d items, %5.2f%%, %s, %x, %r" % (3, 12.345, "s", 255, "q"))
print("{} {1} {name!r:>8}".replace("{} ", "{0} ").format(1, 2, name="n"), "{:,}".format(1234567))
print(ord("€"), chr(8364), ascii("é€"), str(b"abc", "ascii"), "abc".translate({97: "A", 98: None}))
print("Tab\tstop".expandtabs(8), "a-b_c".maketrans("-_", "  "), "one two".split(maxsplit=1))
for bad in (lambda: "abc"[5], lambda: "a" + 1, lambda: "abc".index("z"), lambda: int("x1"),
            lambda: "é".encode("ascii"), lambda: "%d" % "a", lambda: ",".join([1])):
    try:
        bad()
    except (IndexError, TypeError, ValueError) as error:
        print(type(error).__name__, error)
text = """line one
  line two\
 joined"""
print(text, r"raw\n", "con" "cat", f"{'nested'}" "plain")
