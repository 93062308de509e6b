"""Items by slices that are written at the site: loads with steps, stores, and who else gets the slice."""


class Index:
    def __init__(self, n):
        self.n = n

    def __index__(self):
        print("index", self.n)
        return self.n


class Shown:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


class Own(list):
    def __getitem__(self, key):
        return "own", key

    def __setitem__(self, key, value):
        print("own set", key)
        super().__setitem__(key, value)


class Derived(list):
    pass


def load(o, a, b, c):
    return o[a:b:c], o[a:b], o[::c]


def store(o, a, b, v):
    o[a:b] = v
    return o


def store_by(o, a, b, c, v):
    o[a:b:c] = v
    return o


bounds = [None, 0, 1, 3, -1, -2, 7, -9, 2 ** 62, -2 ** 62, 2 ** 70, -2 ** 70, True, False]
steps = [None, 1, 2, -1, -3, 2 ** 62, -2 ** 63, 2 ** 63, -2 ** 70, True]
for o in ([10, 11, 12, 13, 14], (1, 2, 3), "text", b"bytes", range(6), [], Derived([1, 2, 3])):
    total = []
    for a in bounds:
        for b in bounds:
            for c in steps:
                total.append([list(part) for part in load(o, a, b, c)])
    print(type(o).__name__, len(total), hash(str(total)) == hash(str(total)), total[37], total[411], total[-1], total[1001])
for a in bounds:
    for b in bounds:
        line = []
        for v in ([], [1], [1, 2, 3, 4], (5, 6), "xy", range(2), {9: 0}, (i for i in range(2))):
            line.append(store([10, 11, 12, 13, 14], a, b, v))
        print(a, b, line)
for c in steps:
    for v in ([1], [1, 2, 3], [1, 2, 3, 4, 5], "abc"):
        try:
            print(c, store_by([10, 11, 12, 13, 14], None, None, c, v))
        except ValueError as error:
            print(c, error)
for o, a, b, c in (([1], 0, 1, 0), ([1], "a", 1, None), ([1], 0, 1.5, None), (5, 0, 1, 1), ({}, 0, 1, 1), ("t", 0, 1, 0)):
    for call in (lambda: load(o, a, b, c), lambda: store_by(o, a, b, c, [0])):
        try:
            print(call())
        except (TypeError, ValueError) as error:
            print(type(error).__name__, error)
for v in (5, None, 1.5):
    try:
        store([1, 2], 0, 1, v)
    except TypeError as error:
        print(error)

l = [1, 2, 3]
l[1:2] = l
print(l)
l[::-1] = l
print(l)
l[:] = l
print(l, l[Index(1):Index(3):Index(1)], l[:Index(2)])
l[Index(0):Index(2)] = [Index(5).n]
print(l, load(Shown(), 1, "b", None), load(Own([1]), 1, 2, 3))
store(Shown(), 1, 2, 3), store_by(Shown(), None, None, None, []), store(Own([1, 2]), 0, 1, [3])
del Shown()[1:2], l[:1]
data = bytearray(b"abcdef")
data[1:3] = b"XYZ"
data[::2] = b"1234"
print(data, l)


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("end of", self.name, len(holder))


holder = [Noisy("a"), Noisy("b"), 3]
holder[:2] = [1]
print(holder)


def order(name, value):
    print(name, end=" ")
    return value


order("object", [1, 2, 3])[order("start", 0):order("stop", 2):order("step", 1)] = order("value", [7, 8])
print()


def reverses(n):
    """Prefixes turned round, in place, as ints and as texts."""
    numbers, turns = list(range(n)), 0
    for i in range(200):
        k = (i * 7 + 3) % n
        numbers[:k + 1] = numbers[k::-1]
        turns += numbers[0]
        places = numbers[2:] + numbers[:2]
        numbers[2:4] = places[-1:1:-3][:2]
    return numbers, turns


print(reverses(9))
