# eval and compile of expressions: operators, displays, comprehensions, lambdas, fields of texts, and where names are found.
import math

number = 3


def local_names(a, b=2):
    c = [a, b]
    return eval("a + b, c, number"), eval("[x * 2 for x in c]"), eval("(lambda z, *r, k=1: (z, r, k))(a, 5, k=b)")


class Space:
    inner = 4
    found = eval("inner + number")


class Mapping(dict):
    def __missing__(self, name):
        return name.upper()


def attempt(text, *spaces):
    try:
        print(text, "->", eval(text, *spaces))
    except Exception as error:
        print(text, "->", type(error).__name__, error)


print(local_names(1), Space.found, eval("number ** 2"))
for text in ["1 + 2 * 3 ** 2", "-2 ** 2", "7 // 2 % 3 << 2 | 1 ^ 8 & 12", "1 < 2 < 3 != 4", "not 1 or 2 and 3", "1 if 0 else 2",
             "()", "(1,)", "1, 2", "[*range(3), 4]", "{1: 2, **{3: 4}}", "{1, 2} | {3}", "'a' 'b' r'\\n'", "b'\\x41\\n'",
             "f'{1 + 1:>{5}}|{\"x\"!r}|{3=}'", "0x1F + 0b11 + 0o7 + 1_000", "3j * 2.5e-1", "'abc'[::-1], 'abc'[1:], [1, 2][-1]",
             "sum(i * j for i in range(3) for j in range(i) if j % 2 == 0)", "{k: v for k, v in zip('ab', (1, 2))}",
             "max([3, 1], key=lambda v: -v)", "dict(a=1, **{'b': 2})", "(y := 5) + y", "..., None, True", "[a for a, *b in [(1, 2, 3)]]",
             "1 +", "(1", "1)", "a b", "'abc", "x = 1", "for", "0777", "missing_name", "[].x", "1 / 0", "(1]", "pass", "é", "f'{}'"]:
    attempt(text, {"e": 1})
attempt("a + b", {"a": 1}, {"b": 2})
attempt("a + b", {}, Mapping(b="x"))
attempt("math.floor(2.5)", {"math": math})
attempt("len('abc')", {"__builtins__": {}})
attempt("len('abc')", 3)
attempt(3)
attempt("x\0")
attempt(b" 1 + 1 ")
code = compile("a * 2", "<text>", "eval")
print(eval(code, {"a": 21}), eval(code, {"a": "ab"}), code.co_filename)
try:
    compile("1 +", "<text>", "eval")
except SyntaxError as error:
    print(error.filename, error.lineno, error.msg)
try:
    compile("1", "<text>", "other")
except ValueError as error:
    print(error)
value = eval("[i for i in range(number)]")
spaces = {}
print(value, eval("1", spaces), list(spaces), eval(repr({"a": [1, (2.5, None)], "b": b"x"})))
