# Text files: modes, newlines, encodings, positions, errors.
def attempt(action):
    try:
        print(repr(action()))
    except Exception as error:
        print(type(error).__name__, error)


NAME = "text_files_out.txt"
with open(NAME, "w") as f:
    print(f.name, f.mode, f.encoding, f.closed, f.writable(), f.readable(), f.write("héllo\n"), f.tell())
    f.writelines(["a\n", "b\r\n", "c\rd\n", "last"])
    print("printed", 1, 2.5, file=f)
    print("no end", end="", file=f)
print(f.closed, f)
with open(NAME) as f:
    print(f.readline(), end="")
    print(f.tell(), f.read(3), f.readlines(), f.read(), f.readline() == "")
    print(f.seek(0), [line for line in f], f.newlines)
    f.seek(2)
    attempt(lambda: f.read(2))
with open(NAME, newline="") as f:
    print(f.readlines(), f.newlines)
with open(NAME, newline="\n") as f:
    print(f.readlines())
with open(NAME, newline="\r\n") as f:
    print(list(f))
with open(NAME, newline="\r") as f:
    print(list(f))
with open(NAME, "a") as f:
    f.write("\nappended")
    print(f.tell() > 0)
with open(NAME, "r+") as f:
    print(f.read(5))
    f.seek(0)
    f.write("HELLO")
    f.flush()
    f.seek(0, 2)
    f.write("!")
    f.seek(0)
    print(f.read())
with open(NAME, "w+") as f:
    f.write("0123456789")
    f.seek(4)
    print(f.read(2), f.tell(), f.seek(8), f.read(), f.seek(3), f.truncate(), f.seek(0), f.read())
with open(NAME, "w", newline="\r\n") as f:
    f.write("one\ntwo\n")
with open(NAME, "rb") as f:
    print(f.read())
for encoding in ("utf-8", "utf-16", "utf-32", "latin-1", "utf-8-sig", "utf-16-be"):
    with open(NAME, "w", encoding=encoding) as f:
        f.write("äé\n")
        f.write("x")
    with open(NAME, "rb") as f:
        print(encoding, f.read())
    with open(NAME, encoding=encoding) as f:
        print(f.read(1), f.read())
with open(NAME, "wb") as f:
    f.write(b"ok\xff\xfe\n")
with open(NAME, errors="replace") as f:
    print(f.read())
with open(NAME, errors="surrogateescape") as f:
    print(ascii(f.read()))
with open(NAME) as f:
    attempt(f.read)
with open(NAME, "w", encoding="ascii") as f:
    attempt(lambda: f.write("é"))
with open(NAME, "w", encoding="ascii", errors="backslashreplace") as f:
    f.write("é€")
with open(NAME) as f:
    print(f.read())
with open(NAME, "w") as f:
    for i in range(3000):
        f.write(f"line {i} {'x' * (i % 50)}\n")
with open(NAME) as f:
    total = longest = 0
    for line in f:
        total += 1
        longest = max(longest, len(line))
    print(total, longest, f.tell())
    f.seek(0)
    print(sum(len(part) for part in iter(lambda: f.read(1000), "")))
    f.seek(0)
    next(f)
    print(f.readline(6), f.readline(3), f.readline(), len(f.readlines(500)))
attempt(lambda: open("missing_folder/x"))
attempt(lambda: open("missing_file"))
attempt(lambda: open("."))
attempt(lambda: open(NAME, "x"))
for mode in ("z", "rw", "rbt", "", "r+b+", "U"):
    attempt(lambda: open(NAME, mode))
attempt(lambda: open(NAME, "rb", encoding="utf-8"))
attempt(lambda: open(NAME, "rb", newline=""))
attempt(lambda: open(NAME, "r", 0))
attempt(lambda: open(NAME, newline="x"))
attempt(lambda: open(NAME, encoding="nope"))
attempt(lambda: open(NAME, encoding=5))
attempt(lambda: open(1.5))
attempt(lambda: open("a\0b"))
attempt(lambda: open(-1))
attempt(lambda: open())
f = open(NAME)
attempt(lambda: f.write("x"))
attempt(lambda: f.seek(1, 1))
attempt(lambda: f.seek(-1))
attempt(lambda: f.seek(0, 9))
attempt(lambda: f.read("a"))
f.close()
f.close()
for method in (f.read, f.readline, f.tell, f.flush, f.fileno, f.readable, lambda: next(f), lambda: f.write("x")):
    attempt(method)
f = open(NAME, "w")
attempt(f.read)
attempt(lambda: f.write(5))
attempt(lambda: f.write(b"x"))
attempt(lambda: f.writelines([1]))
attempt(lambda: f.writelines(5))
f.write("unclosed")
del f
print(open(NAME).read())
try:
    with open(NAME, "w") as f:
        f.write("kept")
        raise ValueError("inside")
except ValueError as error:
    print(error, open(NAME).read(), f.closed)
try:
    open("gone")
except FileNotFoundError as error:
    print(error.errno, error.strerror, error.filename, error.args, isinstance(error, OSError))
