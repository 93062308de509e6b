"""Operators and comparisons of ints, bools and floats in one expression, up to where they are exact."""
import math

exact = 1 << 53
numbers = [0, 1, -1, 2, 7, True, False, 0.0, -0.0, 0.5, -2.5, 1e300, math.inf, -math.inf, math.nan, exact, exact + 1, -exact, -exact - 1, float(exact),
           (1 << 62) + 1, float(1 << 62), (1 << 63) - 1, -(1 << 63), 2.0 ** 63, 1 << 64, 2.0 ** 64, 1 << 2000]


class Number(int):
    def __radd__(self, other):
        return ("radd", other)

    def __eq__(self, other):
        return "equal"

    __hash__ = int.__hash__


class Real(float):
    def __truediv__(self, other):
        return ("truediv", other)

    def __lt__(self, other):
        return "less"


def shown(function, a, b):
    try:
        result = function(a, b)
        return f"{type(result).__name__} {result!r}" if not isinstance(result, int) or abs(result) < 1 << 80 else f"int {hash(result)}"
    except (ZeroDivisionError, OverflowError, TypeError) as error:
        return f"{type(error).__name__} {error}"


operators = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b,
    "<": lambda a, b: a < b, "<=": lambda a, b: a <= b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}
for symbol, function in operators.items():
    for a in numbers:
        print(symbol, *[shown(function, a, b) for b in numbers], sep=" | ")
for a in (2, 2.0, -8, -8.0, 0, 0.0, True, 10, math.inf):
    print(*[shown(lambda a, b: a ** b, a, b) for b in (2, 2.0, -1, -1.0, 0.5, 1 / 3, 0, 0.0, 400.0, False)], sep=" | ")


def inplace(a, b):
    added, divided, product, lessened = a, a, a, a
    added += b
    product *= b
    lessened -= b
    divided /= b
    return added, lessened, product, divided


for a, b in ((1, 2.5), (2.5, 1), (True, 0.5), (3, 4), ((1 << 62), 2.0), (7, 0.0), (7, 0), (7.0, False)):
    print(shown(inplace, a, b))
for a, b in ((1, Number(2)), (1.5, Number(2)), (Real(1), 2), (1, Real(2)), (Real(4), 2.0), (Number(3), 3.0)):
    print(*[shown(function, a, b) for function in operators.values()], sep=" | ")
    print(shown(min, a, b), shown(max, a, b))
print(min(2, 1.0, True), max(1, 1.0, True), min([3, math.nan, 1]), max(math.nan, 1), min((2, "b"), (2, "a")), max([1, 2], [1, 1, 5]))
print(sorted([(1, "b"), (1, "a"), (0, "z"), (1.0, "a"), (True, "c")]), (1, 2) < (1, 2, 0), [1, 2] == [1, 2.0], (1, math.nan) == (1, math.nan))
nan = math.nan
print((nan,) == (nan,), [nan] == [nan], nan in [nan], [1, 2, 3] < [1, 2, 4], ("a", 1) >= ("a", 1), [[1]] == [[True]], (1, "a") != (1, "b"))
try:
    (1, "a") < (1, 2)
except TypeError as error:
    print(error)
table = {(1, "a"): 1, (1.0, "b"): 2, (True, "c"): 3}
print(table[True, "a"], table[1, "b"], table[1.0, "c"], (2, "a") in table)
