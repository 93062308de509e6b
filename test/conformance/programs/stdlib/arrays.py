# array.array.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


from array import array

a = array("i", [3, 1, 2])

show(
    lambda: (a, array("d"), array("B", b"ab"), array("f", [1.5, 2]), array("u", "héy"), array("q", range(3)), array("h", a), len(a), a[0], a[-1], a[1:], a[::-1], a.typecode, a.itemsize, a.tolist(), a.tobytes(), 3 in a, a.index(2), a.count(1), list(a), a == array("i", [3, 1, 2]), a < array("i", [4]), a + a, a * 2, 2 * a, bool(array("b")), array("b", [-1]).tobytes(), array("Q", [2 ** 64 - 1])),
    lambda: a[9],
    lambda: a["x"],
    lambda: array("z"),
    lambda: array("ii"),
    lambda: array(5),
    lambda: array("i", "abc"),
    lambda: array("i", [1.5]),
    lambda: array("i", [2 ** 40]),
    lambda: array("i", [-2 ** 40]),
    lambda: array("B", [256]),
    lambda: array("B", [-1]),
    lambda: array("b", [200]),
    lambda: array("H", [-1]),
    lambda: array("q", [2 ** 63]),
    lambda: array("Q", [-1]),
    lambda: array("d", ["x"]),
    lambda: array("u", [5]),
    lambda: array("i").pop(),
    lambda: a.remove(9),
    lambda: a.index(9),
    lambda: a + [1],
    lambda: a.extend(array("d")),
    lambda: a.extend(["x"]),
    lambda: array("i", b"abc"),
    lambda: hash(a),
    lambda: (sum(a), max(a), sorted(a), bytes(array("B", [1, 2])), memoryview(a).tolist(), memoryview(a).format, array("i", (x for x in [1, 2])), array("d", [1, 2.5]).tolist(), array("u", "ab").tounicode(), repr(array("f", [0.1]))),
)
b = array("h")
b.append(1)
b.extend([2, 3])
b.insert(0, 9)
b.insert(-1, 7)
b.frombytes(b"\x01\x00")
b.fromlist([5])
print(b, b.pop(), b.pop(0), b)
b[0] = -5
b[1:3] = array("h", [10, 20, 30])
del b[-1]
b.reverse()
b += array("h", [8])
b *= 2
print(b)
b.byteswap()
print(b[0])
try:
    b[0] = 70000
except OverflowError as error:
    print(error)
try:
    b[0:1] = [1]
except TypeError as error:
    print(error)
view = memoryview(array("d", [1.0, 2.0]))
view[0] = 5.5
print(view.tolist(), view.obj)
with open("arrays_out.bin", "wb") as f:
    array("i", [1, 2, 3]).tofile(f)
with open("arrays_out.bin", "rb") as f:
    c = array("i")
    c.fromfile(f, 2)
    print(c)
    try:
        c.fromfile(f, 5)
    except EOFError as error:
        print(error, c)
