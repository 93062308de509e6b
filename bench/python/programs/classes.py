"""An interpreter of expressions: subclasses, properties, class methods, special methods, inheritance."""


class Expression:
    def __add__(self, other):
        return Add(self, other)

    def __mul__(self, other):
        return Multiply(self, other)

    @property
    def is_constant(self):
        return False


class Number(Expression):
    def __init__(self, value):
        self.value = value

    def evaluate(self, names):
        return self.value

    def simplified(self):
        return self

    @property
    def is_constant(self):
        return True

    def __eq__(self, other):
        return isinstance(other, Number) and self.value == other.value


class Name(Expression):
    def __init__(self, name):
        self.name = name

    def evaluate(self, names):
        return names[self.name]

    def simplified(self):
        return self


class Binary(Expression):
    neutral = None

    def __init__(self, left, right):
        self.left, self.right = left, right

    def evaluate(self, names):
        return self.apply(self.left.evaluate(names), self.right.evaluate(names))

    @classmethod
    def of(cls, left, right):
        return cls(left, right)

    def simplified(self):
        left, right = self.left.simplified(), self.right.simplified()
        if left.is_constant and right.is_constant:
            return Number(self.apply(left.value, right.value))
        if left == self.neutral:
            return right
        if right == self.neutral:
            return left
        return self.of(left, right)


class Add(Binary):
    neutral = Number(0)

    @staticmethod
    def apply(a, b):
        return a + b


class Multiply(Binary):
    neutral = Number(1)

    @staticmethod
    def apply(a, b):
        return a * b


def build(depth, k=1):
    if depth == 0:
        return Name("x") if k % 3 else Number(k % 2)
    left, right = build(depth - 1, 2 * k), build(depth - 1, 2 * k + 1)
    return left + right if k % 2 else left * right


def work(rounds=5):
    total = 0
    for i in range(rounds):
        tree = build(9, i + 1)
        simple = tree.simplified()
        for x in range(10):
            total = (total + tree.evaluate({"x": x}) - simple.evaluate({"x": x}) + simple.evaluate({"x": x}) % 1000) % 1000003
    return total
