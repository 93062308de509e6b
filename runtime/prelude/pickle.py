"""Objects as bytes, and back. Reading runs what the bytes name: only read what you trust."""
import io
from copyreg import dispatch_table
from _pickle_reading import Unpickler, UnpicklingError
from _pickle_writing import (DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, PickleBuffer, PickleError, Pickler, PicklingError,
                             encode_long)

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "PickleBuffer", "MARK", "STOP", "POP", "POP_MARK", "DUP", "FLOAT", "INT", "BININT", "BININT1", "LONG", "BININT2",
           "NONE", "PERSID", "BINPERSID", "REDUCE", "STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE",
           "APPEND", "BUILD", "GLOBAL", "DICT", "EMPTY_DICT", "APPENDS", "GET", "BINGET", "INST", "LONG_BINGET", "LIST",
           "EMPTY_LIST", "OBJ", "PUT", "BINPUT", "LONG_BINPUT", "SETITEM", "TUPLE", "EMPTY_TUPLE", "SETITEMS", "BINFLOAT",
           "TRUE", "FALSE", "PROTO", "NEWOBJ", "EXT1", "EXT2", "EXT4", "TUPLE1", "TUPLE2", "TUPLE3", "NEWTRUE", "NEWFALSE",
           "LONG1", "LONG4", "BINBYTES", "SHORT_BINBYTES", "SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES8", "EMPTY_SET",
           "ADDITEMS", "FROZENSET", "NEWOBJ_EX", "STACK_GLOBAL", "MEMOIZE", "FRAME", "BYTEARRAY8", "NEXT_BUFFER",
           "READONLY_BUFFER"]
format_version = "4.0"
compatible_formats = ["1.0", "1.1", "1.2", "1.3", "2.0", "3.0", "4.0", "5.0"]
bytes_types = bytes, bytearray

# The operations, by what the format calls them.
MARK, STOP, POP, POP_MARK, DUP = b"(", b".", b"0", b"1", b"2"
FLOAT, BINFLOAT, INT, BININT, BININT1, BININT2 = b"F", b"G", b"I", b"J", b"K", b"M"
LONG, LONG1, LONG4, NONE, TRUE, FALSE, NEWTRUE, NEWFALSE = b"L", b"\x8a", b"\x8b", b"N", b"I01\n", b"I00\n", b"\x88", b"\x89"
PERSID, BINPERSID, REDUCE, BUILD, GLOBAL, STACK_GLOBAL = b"P", b"Q", b"R", b"b", b"c", b"\x93"
STRING, BINSTRING, SHORT_BINSTRING, UNICODE, BINUNICODE, SHORT_BINUNICODE, BINUNICODE8 = \
    b"S", b"T", b"U", b"V", b"X", b"\x8c", b"\x8d"
BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8, NEXT_BUFFER, READONLY_BUFFER = b"B", b"C", b"\x8e", b"\x96", b"\x97", b"\x98"
LIST, EMPTY_LIST, APPEND, APPENDS, DICT, EMPTY_DICT, SETITEM, SETITEMS = b"l", b"]", b"a", b"e", b"d", b"}", b"s", b"u"
TUPLE, EMPTY_TUPLE, TUPLE1, TUPLE2, TUPLE3 = b"t", b")", b"\x85", b"\x86", b"\x87"
EMPTY_SET, ADDITEMS, FROZENSET = b"\x8f", b"\x90", b"\x91"
GET, BINGET, LONG_BINGET, PUT, BINPUT, LONG_BINPUT, MEMOIZE = b"g", b"h", b"j", b"p", b"q", b"r", b"\x94"
INST, OBJ, NEWOBJ, NEWOBJ_EX, EXT1, EXT2, EXT4, PROTO, FRAME = \
    b"i", b"o", b"\x81", b"\x92", b"\x82", b"\x83", b"\x84", b"\x80", b"\x95"


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    file = io.BytesIO()
    pickler = Pickler(file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)
    pickler._is_forgotten = True
    pickler.dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(io.BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors,
                     buffers=buffers).load()


def decode_long(data):
    return int.from_bytes(data, "little", signed=True)


# CPython has both in C and in Python.
_Pickler, _Unpickler, _dump, _dumps, _load, _loads = Pickler, Unpickler, dump, dumps, load, loads
