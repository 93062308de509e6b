"""Loops over range(): bounds of all kinds, errors, and a `range` that is another thing."""
import itertools


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        print("index", self.value)
        return self.value

    def __repr__(self):
        return f"Index({self.value})"


def items(*arguments):
    found = []
    for i in range(*arguments):
        found.append(i)
    return found


def up_to(stop):
    found = []
    for i in range(stop):
        found.append(i)
        if len(found) == 4:
            break
    else:
        found.append("done")
    return found


def between(start, stop):
    return [i for i in range(start, stop)]


def steps(start, stop, step):
    found = []
    for i in range(start, stop, step):
        found.append(i)
        if len(found) == 5:
            break
    return found


def report(function, *arguments):
    try:
        print(function.__name__, arguments, function(*arguments))
    except (TypeError, ValueError, OverflowError) as error:
        print(function.__name__, type(error).__name__, error)


most, least = (1 << 63) - 1, -(1 << 63)
for stop in (0, 1, 3, 4, 5, -1, True, False, Index(2), most, 1 << 70, 2.0, "3", None):
    report(up_to, stop)
for pair in ((2, 5), (5, 2), (-3, 2), (True, 3), (most - 2, most), (least, least + 2), (most, 1 << 63), (Index(1), Index(3)), (1, None), (1, 2.5)):
    report(between, *pair)
for triple in ((0, 10, 3), (10, 0, -3), (0, 10, -1), (10, 0, 1), (0, 1, 0), (least, most, most), (most, least, least), (most - 1, most, 5),
               (least + 1, least, -5), (0, most, most), (0, 5, True), (0, 5, Index(2)), (0, 5, 1 << 80), (0, 1, 1.0)):
    report(steps, *triple)
report(items)
report(items, 1, 2, 3, 4)
report(items, 1)


def nested(n):
    return [(i, j) for i in range(n) for j in range(i, n, 2)]


print(nested(4))
lazy = (i * i for i in range(5))
print(type(iter(range(3))).__name__, next(lazy), list(lazy))


def changes(n):
    found = []
    for i in range(n):
        n += 10
        i *= 2
        found.append((i, n))
    return found


print(changes(3))


def sums():
    iterator = iter(range(6))
    total = 0
    for i in iterator:
        total += i * next(iterator, 100)
    return total


print(sums(), sum(range(10)), list(zip(range(3), itertools.count(5))))


def shadowed(range):
    return [i for i in range(4)]


print(shadowed(lambda n: "text"[:n]))
print(shadowed(lambda n: {n: 1}))
try:
    shadowed(lambda n: n)
except TypeError as error:
    print(error)
saved = range
range = reversed
print(items([1, 2, 3]))


class range:
    def __init__(self, *arguments):
        self.arguments = arguments

    def __iter__(self):
        return iter(self.arguments)


print(items(7, 8), between(1, 2))
range = saved
print(items(3), between(1, 4))
