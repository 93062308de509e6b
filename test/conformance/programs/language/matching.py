# match: literals, sequences, mappings, classes, captures, guards, alternatives.
class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


def what(value):
    match value:
        case 0 | 1:
            return "bit"
        case int(n) if n < 0:
            return f"negative {n}"
        case int() | float():
            return "number"
        case "go" | "run" as word:
            return f"word {word}"
        case str():
            return "text"
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [first, *rest] if len(rest) > 2:
            return f"{first} and {len(rest)} more"
        case (x, y):
            return f"pair {x} {y}"
        case {"kind": kind, **others}:
            return f"{kind} with {sorted(others)}"
        case Point(0, y=y):
            return f"on the axis at {y}"
        case Point(x, y):
            return f"point {x} {y}"
        case None:
            return "none"
        case _:
            return "other"


for value in (0, True, -4, 2.5, "go", "x", [], [7], [1, 2], (3, 4), [1, 2, 3, 4], {"kind": "k", "z": 1},
              {}, Point(0, 2), Point(1, 2), None, object, b"x"):
    print(what(value))
