# Binary files: reading, writing, buffering, positions.
def attempt(action):
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, error)


NAME = "binary_files_out.bin"
with open(NAME, "wb") as f:
    print(f.write(b"hello\n"), f.write(bytearray(b"wor")), f.write(memoryview(b"ld\n")), f.tell(), f.name, f.mode)
    f.writelines([b"x\n", b"y"])
    print(f)
with open(NAME, "rb") as f:
    print(f, f.read(3), f.tell(), f.readline(), f.peek(2)[:2], f.read1(4), f.readlines(), f.read(), f.read(5))
    print(f.seek(-3, 2), f.read(), f.seek(2), f.seek(3, 1), f.read(2), f.seekable(), f.readable(), f.writable(), f.isatty())
    f.seek(0)
    print(list(f), f.fileno() > 2)
    buffer = bytearray(4)
    f.seek(1)
    print(f.readinto(buffer), buffer, f.tell())
    f.seek(100)
    print(f.read(), f.tell())
    attempt(lambda: f.write(b"x"))
    attempt(lambda: f.read("a"))
    attempt(lambda: f.seek(-1))
    attempt(lambda: f.seek("a"))
    attempt(lambda: f.readinto(b"abc"))
with open(NAME, "r+b") as f:
    print(f)
    f.write(b"HE")
    print(f.read(2))
    f.seek(0, 2)
    f.write(b"end")
    f.seek(4)
    f.write(b"--")
    f.seek(0)
    print(f.read(), f.truncate(5), f.seek(0), f.read())
with open(NAME, "ab") as f:
    print(f.tell())
    f.write(b"+more")
    f.seek(0)
    f.write(b"+again")
with open(NAME, "rb", buffering=0) as f:
    print(f, f.read(2), f.read(), f.readall(), f.seek(0), f.read(-1))
with open(NAME, "w+b") as f:
    f.write(bytes(range(256)) * 600)
    print(f.tell(), f.seek(70000), f.read(4), f.seek(65530), f.read(12), f.tell())
    f.seek(1000)
    f.write(b"\0" * 10)
    f.seek(998)
    print(f.read(14))
    big = bytearray(140000)
    f.seek(0)
    print(f.readinto(big), len(big), big[131072:131076])
attempt(lambda: open(NAME, "wb").write("text"))
attempt(lambda: open(NAME, "wb").write(5))
attempt(lambda: open(NAME, "wb").read())
f = open(NAME, "wb")
f.write(b"data")
f.flush()
print(open(NAME, "rb").read())
f.close()
for method in (f.fileno, f.tell, lambda: f.write(b""), lambda: f.__enter__()):
    attempt(method)
with open(NAME, "rb") as f, open(NAME + ".copy", "wb") as g:
    g.write(f.read())
print(open(NAME + ".copy", "rb").read(), open(bytes(NAME, "ascii"), "rb").read())
