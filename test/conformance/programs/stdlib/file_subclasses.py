"""Subclasses of the classes of binary files: their methods are what buffers call."""
import tempfile
import os
import io

path = os.path.join(tempfile.mkdtemp(), "f")
class U(io.FileIO):
    def tell(self): raise io.UnsupportedOperation("no tell")
    def seek(self, *a): raise io.UnsupportedOperation("no seek")
u = U(path, "wb")
u.x = 3
print(type(u).__name__, isinstance(u, io.FileIO), u.x, u.write(b"abc"))
try: print(u.tell())
except io.UnsupportedOperation as e: print(repr(e))
u.close()
class R(io.FileIO): pass
r = io.BufferedReader(R(path))
print(r.read(2), type(r.raw).__name__)
class B(io.BufferedReader): pass
b = B(io.FileIO(path))
print(type(b).__name__, b.read())
