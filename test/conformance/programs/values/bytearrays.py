# bytearray: mutation and methods; memoryview.
def show(*cases):
    for case in cases:
        try:
            print(repr(case()))
        except Exception as error:
            print(type(error).__name__, error)


show(
    lambda: (bytearray(), bytearray(3), bytearray(b"ab"), bytearray("é", "utf-8"), bytearray([1, 2]), repr(bytearray(b"x'y")), bytearray(b"ab") + b"c", b"c" + bytearray(b"ab"), bytearray(b"ab") * 2, bytearray(b"ab") == b"ab"),
    lambda: (bytearray(b"abc").upper(), bytearray(b"a,b").split(b","), bytearray(b"abc")[1], bytearray(b"abc")[::-1], bytearray(b"abc").find(b"c"), bytearray(b"abc").decode(), bytearray(b"abc").hex(), bytearray.fromhex("ff00"), 97 in bytearray(b"a"), len(bytearray(5))),
    lambda: bytearray(-1),
    lambda: bytearray("a"),
    lambda: bytearray([256]),
    lambda: hash(bytearray()),
    lambda: bytearray(b"a")[5],
    lambda: bytearray(b"a")["x"],
    lambda: bytearray(b"a").pop(5),
    lambda: bytearray().pop(),
    lambda: bytearray(b"a").remove(5),
    lambda: bytearray(b"a").append(256),
    lambda: bytearray(b"a").append("a"),
    lambda: bytearray(b"a").extend("a"),
    lambda: bytearray(b"a").extend(5),
    lambda: bytearray(b"a").index(b"z"),
    lambda: (memoryview(b"abc")[0], memoryview(b"abc")[1:].tobytes(), memoryview(b"abc").tolist(), len(memoryview(b"abc")), memoryview(b"abc") == b"abc", memoryview(b"abc")[::-1].tobytes(), memoryview(b"abc").readonly, memoryview(b"abc").format, memoryview(b"abc").itemsize, memoryview(b"abc").nbytes, memoryview(b"abc").shape, memoryview(b"abc").hex()),
    lambda: memoryview(b"abc")[5],
    lambda: memoryview("abc"),
    lambda: memoryview(5),
    lambda: (memoryview(b"abcdefgh").cast("i").tolist(), memoryview(b"\x00\x00\x80?").cast("f")[0], bytes(memoryview(b"xy")), b"x" in memoryview(b"xyz").tobytes(), memoryview(b"\x01\x02\x03\x04").cast("H").tolist()),
    lambda: memoryview(b"abc").cast("i"),
)
a = bytearray(b"hello")
a[0] = 72
a[1:3] = b"EEE"
a.append(33)
a.extend(b"xyz")
a.extend([1, 2])
a.insert(0, 60)
print(a, len(a), a.pop(), a.pop(0), a)
a.remove(ord("x"))
del a[0]
del a[::2]
a += b"tail"
a *= 2
a.reverse()
print(a, a.copy() is a)
a[::2] = b"." * len(a[::2])
print(a)
try:
    a[::2] = b"x"
except ValueError as error:
    print(error)
try:
    a[0] = 300
except ValueError as error:
    print(error)
view = memoryview(a)
view[0] = 65
view[1:3] = b"BC"
print(a, view[:4].tobytes())
try:
    a.append(1)
except BufferError as error:
    print(error)
view.release()
a.append(1)
try:
    view[0]
except ValueError as error:
    print(error)
with memoryview(a) as v:
    print(v.obj is a, v.contiguous, v[0])
a.clear()
print(a, bool(a))
try:
    memoryview(b"abc")[0] = 1
except TypeError as error:
    print(error)
