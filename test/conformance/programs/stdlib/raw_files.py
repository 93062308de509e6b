# io: buffers over raw files of the program, and classes derived from text files.
import io
import os


class Raw(io.RawIOBase):
    def __init__(self, data=b""):
        self.data, self.at, self.calls = bytearray(data), 0, []

    def readable(self):
        return True

    def writable(self):
        return True

    def seekable(self):
        return True

    def readinto(self, buffer):
        part = bytes(self.data[self.at:self.at + min(len(buffer), 5)])
        buffer[:len(part)] = part
        self.at += len(part)
        return len(part)

    def write(self, data):
        part = bytes(data)[:4]
        self.data[self.at:self.at + len(part)] = part
        self.at += len(part)
        self.calls.append(len(part))
        return len(part)

    def seek(self, offset, whence=0):
        self.at = offset + (0, self.at, len(self.data))[whence]
        return self.at

    def truncate(self, size=None):
        del self.data[self.at if size is None else size:]
        return len(self.data)


reader = io.BufferedReader(Raw(b"first line\nsecond\nthird"))
print(reader.readline(), reader.read(3), reader.tell(), list(reader), reader.read(), reader.seek(6), reader.read(4))
writer = io.BufferedWriter(raw := Raw())
print(writer.write(b"hello world"), bytes(raw.data))
writer.flush()
print(bytes(raw.data), raw.calls, writer.raw is raw, writer.tell())
writer.close()
print(raw.closed, writer.closed)
both = io.BufferedRandom(Raw(b"0123456789"))
both.seek(4)
both.write(b"XY")
both.seek(0)
print(both.read(), both.detach().closed)


class Closed(Raw):
    def readable(self):
        return False


try:
    io.BufferedReader(Closed())
except OSError as error:
    print(type(error).__name__, error)


class Text(io.TextIOWrapper):
    def __init__(self, text=""):
        super().__init__(io.BufferedWriter(io.BytesIO(text.encode())), "utf-8", newline="\n")
        self.lines = 0

    def write(self, text):
        self.lines += text.count("\n")
        return super().write(text)

    def text(self):
        self.flush()
        return self.buffer.raw.getvalue().decode()


text = Text()
print("one\ntwo", file=text)
print(text.text(), text.lines, text.encoding, isinstance(text, io.TextIOBase))
empty = io.TextIOWrapper.__new__(io.TextIOWrapper)
try:
    empty.read()
except ValueError as error:
    print(error)
print(os.path.join(b"a", b"b"), os.path.splitext(b"x.tar.gz"), os.path.normpath(b"a/../b"), os.path.commonpath([b"/a/b", b"/a/c"]),
      os.path.relpath("/a/b", "/a/c"), isinstance(io.StringIO(), os.PathLike), os.fspath(type("P", (os.PathLike,), {"__fspath__": lambda self: "p"})()))
