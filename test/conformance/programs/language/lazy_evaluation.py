# Expressions that are evaluated late or not at all: names must mean what they mean in place.
log = []


def note(x):
    log.append(x)
    return x


class Table:
    rows = {}
    rows["a"] = 1
    rows["b"] = rows["a"] + 1 if rows else 0
    both = rows["a"] and rows["b"]
    assert rows["a"] == 1, f"{rows}"
    names = [k for k in rows]
    for key in names:
        if key == "b":
            pass
    last = key if key else None

    def __init__(self):
        self.items = [0, 0, 0]

    def __repr__(self):
        return "Table"

    def __getitem__(self, key):
        return ("item", key)

    def __setitem__(self, key, value):
        print("set", key, value)

    def size(self):
        return 3


class Wide(Table):
    def size(self):
        return super().size() + 1 if self.items else super().size()

    def both_sizes(self):
        return super().size() and super().size() + 10

    def indexed(self, i):
        if i:
            value = super().__getitem__(i)
        else:
            value = None
        while i > 0:
            i -= super().size()
        for j in range(2):
            value = (value, super().size())
        return value, i

    def checked(self, i):
        assert super().size() == i, super().size()
        return __class__.__name__


def walrus(xs):
    if (n := len(xs)) > 2 and (m := n * 2) > 6:
        print("large", n, m)
    while (x := xs.pop()) > 3:
        print("popped", x)
    y = (z := 4) if xs else (z := 5)
    xs[(k := 0)] = x
    assert (w := z), (v := "message")
    return x, y, z, k, w, [q for p in (1, 2) if (q := p)], q


def order(t, d):
    t[note("key")] = note("value")
    note(t)[note(1)] = note(2)
    d["a"], d["b"] = note(3), note(4)
    d[note("c")] += note(5)
    x = d["k"] = note(6)
    return x


def late(xs):
    fs = []
    for x in xs:
        fs.append(lambda: x)
    g = (x for x in xs if x)
    xs = [7]
    return [f() for f in fs], list(g)


def shadowed():
    def append(x):
        return "mine"

    class L:
        def append(self, x):
            return "L.append"

        def pop(self, *a):
            return "L.pop", a

    len = lambda s: 3
    return L().append(1), L().pop(), L().pop(2), append(1), len([]), [1, 2, 3].pop(0)


def chains(a, b, c):
    return a < b < c, a == b == c, not a < b, a in (b, c) in [True], a is not None


def generators(c):
    x = (yield 1) if c else (yield 2)
    y = c and (yield x)
    d = {}
    d[(yield 3)] = (yield 4)
    return x, y, d


def tricky_names(ag, cond=1, item=2):
    if_body = cond
    did_break = False
    for loop_body in range(3):
        if loop_body == item:
            break
    do_return = 4
    if do_return:
        return if_body, did_break, loop_body, do_return
    return None


def star(*args, **kw):
    return args, kw


print(Table.rows, Table.both, Table.last)
w = Wide()
print(w.size(), w.both_sizes(), w.indexed(4), w.indexed(0), w.checked(3))
try:
    w.checked(4)
except AssertionError as error:
    print("assert", error)
print(walrus([1, 2, 3, 4]))
print(order(Table(), {"c": 1}), log)
print(late([1, 2, 3]))
print(shadowed())
print(chains(1, 2, 3), chains(2, 2, 2))
g = generators(True)
try:
    print(next(g), g.send(10), g.send(20), g.send(30), g.send(40))
except StopIteration as stop:
    print(stop.value)
print(tricky_names(0))
print(star(*[1, 2], 3, *(4,), a=1, **{"b": 2}), star(dict=1), star(**{"function": 2, "arguments": 3}))
