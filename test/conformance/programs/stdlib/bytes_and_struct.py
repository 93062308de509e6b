# bytes, bytearray, struct in both byte orders, buffers.
import struct

header = struct.pack(">HBB", 0, 8, 3) + struct.pack(">3I", 10, 28, 28)
print(header, len(header), struct.unpack(">HBB", header[:4]), struct.calcsize("<bhiqfd"))
print(struct.unpack(f">{3}I", header[4:]), struct.pack("<d", 1.5), struct.unpack("<f", b"\x00\x00\x80?"))
print(list(struct.iter_unpack("<H", b"\x01\x00\x02\x00")), struct.pack("4sx?", b"ab", True))
b = b"hello"
print(b[0], b[1:3], b.upper(), b.hex(), bytes.fromhex("00ff"), b.find(b"l"), b + b"!", list(b[:2]))
a = bytearray(b"abc")
a[0] = 65
a.append(100)
a += b"ef"
print(a, a.decode(), bytes(a), len(a), bytearray(3), bytes([1, 2]), 65 in a)
print(b"a,b".split(b","), b"x".join([b"1", b"2"]), b"%d" % 5, b"ab" < b"b", b"tab\t\x00'")
view = memoryview(a)[1:3]
print(bytes(view), len(view))
for bad in (lambda: struct.unpack(">I", b"abc"), lambda: struct.pack(">B", 300), lambda: bytes([256]),
            lambda: struct.pack("<I", "x")):
    try:
        bad()
    except (struct.error, ValueError) as error:
        print(type(error).__name__, error)
