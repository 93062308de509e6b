# Text and binary files, seeking, iteration, appending, errors.
import os

with open("a.txt", "w") as f:
    print(f.write("one\ntwo\n"), f.name)
    print("three", 3, file=f)
with open("a.txt") as f:
    print(f.readline(), f.read(), repr(f.read()))
with open("a.txt", "a") as f:
    f.writelines(["four\n", "fünf €\n"])
for number, line in enumerate(open("a.txt", encoding="utf-8"), 1):
    print(number, line.rstrip())
with open("b.bin", "wb") as f:
    f.write(bytes(range(10)))
    f.write(b"\xff\x00")
with open("b.bin", "rb") as f:
    f.seek(4)
    print(f.read(3), f.tell(), f.seek(-2, 2), f.read(), f.read(1))
print(os.path.getsize("b.bin"), os.path.exists("a.txt"), os.path.exists("no"))
with open("a.txt") as f:
    print(f.readlines())
for action in (lambda: open("missing/x.txt"), lambda: open("a.txt", "q"), lambda: open(".")):
    try:
        action()
    except (OSError, ValueError) as error:
        print(type(error).__name__, error)
f = open("a.txt")
f.close()
try:
    f.read()
except ValueError as error:
    print(error)
try:
    open("b.bin", encoding="utf-8").read()
except UnicodeDecodeError as error:
    print(error)
