"""How often `and`, `or`, `not`, conditional expressions and chains of comparisons ask for a truth: what decided an
operand of another `and` or `or` is not asked again, and a condition asks each operand once."""
# form-expect: fail the form asks what decided an operand of another `and` or `or` again


class Asked:
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __bool__(self):
        print(self.name, end=" ")
        return self.value

    def __repr__(self):
        return self.name

    def __lt__(self, other):
        return Asked(f"{self.name}<{other.name}", self.value)

    def __eq__(self, other):
        return Asked(f"{self.name}={other.name}", other.value)


def values(a, b, c):
    yield "and or", lambda: a and b or c
    yield "or and", lambda: (a or b) and c
    yield "and and", lambda: (a and b) and c
    yield "nested", lambda: ((a and b) or c) and (b or a)
    yield "last", lambda: a and (b or c)
    yield "middle", lambda: a and (b or c) and b
    yield "not and", lambda: not (a and b)
    yield "not or", lambda: not (a or b or c)
    yield "not not", lambda: not not a
    yield "not operand", lambda: (not a) or (not (b and c))
    yield "conditional operand", lambda: ((a or b) if c else b) and a
    yield "last conditional operand", lambda: (b if c else (a or b)) and a
    yield "conditional", lambda: (a and b) if (b or c) else (c or a)
    yield "chain", lambda: a < b < c
    yield "chain operand", lambda: (a < b < c) or b
    yield "not chain", lambda: not a < b < c
    yield "equal", lambda: (a == b) and c or (b == c)


def conditions(a, b, c):
    if a and b or c:
        print("1", end=" ")
    if not (a and b):
        print("2", end=" ")
    if a < b < c < a:
        print("3", end=" ")
    if not (a < b < c) or (a == c):
        print("4", end=" ")
    print(5 if ((a or b) if c else (b and c)) else 6, end=" ")
    while not (a or (b and c)):
        print("7", end=" ")
        break
    print([0 for _ in (1, 2) if (a or b) and not c])
    try:
        assert (a and b) or not c, "refused"
    except AssertionError as error:
        print(error)


for bits in range(8):
    operands = [Asked(name, bool(bits >> i & 1)) for i, name in enumerate("abc")]
    for name, made in values(*operands):
        print(made(), name, bits)
    conditions(*operands)
