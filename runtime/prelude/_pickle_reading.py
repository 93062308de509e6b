"""Pickles to objects, every protocol."""
import copyreg
import struct
import sys
from io import BytesIO
from _pickle_core import read as _read_native
from _pickle_writing import PickleError


class UnpicklingError(PickleError):
    pass


UnpicklingError.__module__ = "_pickle"


def renamed(module, name):
    """Where Python 3 has what a pickle names as in Python 2."""
    from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
    return NAME_MAPPING.get((module, name)) or (IMPORT_MAPPING.get(module, module), name)


_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\n": ""}
_DIGITS = {"x": 2, "u": 4, "U": 8}


def _unescaped(text, only=None):
    """Text with its backslash escapes carried out: all of them, or those of `only`."""
    parts = text.split("\\")
    result = [parts[0]]
    i = 1
    while i < len(parts):
        part = parts[i]
        kind = part[:1]
        if only is not None and kind not in only or kind == "" and only is not None:
            result.append("\\" + part)
        elif kind == "":  # an escaped backslash
            i += 1
            result.append("\\" + (parts[i] if i < len(parts) else ""))
        elif kind in _DIGITS:
            n = _DIGITS[kind]
            result.append(chr(int(part[1:1 + n], 16)) + part[1 + n:])
        elif kind in "01234567":
            n = 1
            while n < 3 and part[n:n + 1] in ("0", "1", "2", "3", "4", "5", "6", "7"):
                n += 1
            result.append(chr(int(part[:n], 8)) + part[n:])
        else:
            result.append(_ESCAPES.get(kind, kind) + part[1:])
        i += 1
    return "".join(result)


def _extend(target, items):
    if isinstance(target, list):
        return target.extend(items)
    for item in items:
        target.append(item)


class Unpickler:
    def __init__(self, file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
        if not hasattr(file, "read") or not hasattr(file, "readline"):
            raise TypeError("file must have 'read' and 'readline' attributes")
        self._file = file
        self._encoding = encoding
        self._errors = errors
        self._fix_imports = fix_imports
        self._buffers = None if buffers is None else iter(buffers)
        self._known = []  # what was remembered as 0, 1, ...; a dict once a number was left out

    @property
    def memo(self):
        return dict(enumerate(self._known)) if type(self._known) is list else self._known

    @memo.setter
    def memo(self, known):
        self._known = dict(known)

    def persistent_load(self, pid):
        raise UnpicklingError("unsupported persistent id encountered")

    def find_class(self, module, name):
        if self._fix_imports and self.proto < 3:
            module, name = renamed(module, name)
        __import__(module)
        found = sys.modules[module]
        for part in name.split(".") if self.proto >= 4 else [name]:
            if not hasattr(found, part):
                raise AttributeError(f"Can't get attribute {name!r} on {sys.modules[module]!r}")
            found = getattr(found, part)
        return found

    def load(self):
        if not hasattr(self, "_file"):
            raise UnpicklingError(f"Unpickler.__init__() was not called by {type(self).__name__}.__init__()")
        self.proto = 0
        self.stack = []
        self._marks = []
        file = self._file
        try:
            return self._run(file)
        finally:
            self._file = file

    def _run(self, file):
        while True:
            self.stack = _read_native(self._file, self.stack, self._marks, self._known)
            op = self._file.read(1)
            if not op:
                if self._file is not file:  # the end of a frame
                    self._file = file
                    continue
                raise EOFError("Ran out of input")
            if op == b".":
                if not self.stack:
                    raise UnpicklingError("unexpected MARK found" if self._marks else "unpickling stack underflow")
                return self.stack.pop()
            handler = self._handlers.get(op)
            if handler is None:
                self._no_operation(op)
            try:
                handler(self)
            except IndexError:
                if self.stack:
                    raise
                raise UnpicklingError("unpickling stack underflow") from None

    def _no_operation(self, op):
        shown = op.decode("latin-1") if 32 <= op[0] < 127 else "\\x%02x" % op[0]
        raise UnpicklingError(f"invalid load key, '{shown}'.")

    # ---- input
    def _read(self, n):
        data = self._file.read(n)
        if len(data) < n:
            raise UnpicklingError("pickle data was truncated")
        return data

    def _line(self):
        line = self._file.readline()
        if line[-1:] != b"\n":
            raise UnpicklingError("pickle data was truncated")
        return line[:-1]

    def _number(self, format):
        return struct.unpack(format, self._read(struct.calcsize(format)))[0]

    def _pop_mark(self):
        if not self._marks:
            raise UnpicklingError("could not find MARK")
        items = self.stack
        self.stack = self._marks.pop()
        return items

    def _push(self, value):
        self.stack.append(value)

    def _old_str(self, data):
        return data if self._encoding == "bytes" else data.decode(self._encoding, self._errors)

    # ---- operations
    def _op_proto(self):
        self.proto = self._read(1)[0]
        if self.proto > 5:
            raise ValueError(f"unsupported pickle protocol: {self.proto}")

    def _op_frame(self):
        size = self._number("<Q")
        if size > sys.maxsize:
            raise OverflowError(f"FRAME length exceeds system's maximum of {sys.maxsize} bytes")
        frame = self._read(size)
        if type(self._file) is BytesIO:
            self._file.seek(-size, 1)
        else:
            self._file = BytesIO(frame)

    def _op_mark(self):
        self._marks.append(self.stack)
        self.stack = []

    def _op_int(self):
        text = self._line()
        self._push(False if text == b"00" else True if text == b"01" else int(text))

    def _op_long(self):
        self._push(int(self._line().rstrip(b"L")))

    def _op_long1(self):
        self._push(int.from_bytes(self._read(self._read(1)[0]), "little", signed=True))

    def _op_long4(self):
        n = self._number("<i")
        if n < 0:
            raise UnpicklingError("LONG pickle has negative byte count")
        self._push(int.from_bytes(self._read(n), "little", signed=True))

    def _op_float(self):
        self._push(float(self._line()))

    def _op_string(self):
        text = self._line()
        if len(text) < 2 or text[:1] != text[-1:] or text[:1] not in (b"'", b'"'):
            raise UnpicklingError("the STRING opcode argument must be quoted")
        self._push(self._old_str(_unescaped(text[1:-1].decode("latin-1")).encode("latin-1")))

    def _op_unicode(self):
        self._push(_unescaped(self._line().decode("latin-1"), "uU"))

    def _op_tuple(self):
        self._push(tuple(self._pop_mark()))

    def _tuple_of(self, n):
        items = tuple(self.stack[-n:])
        if len(items) < n:
            raise UnpicklingError("unpickling stack underflow")
        del self.stack[-n:]
        self._push(items)

    def _op_dict(self):
        items = self._pop_mark()
        if len(items) % 2:
            raise UnpicklingError("odd number of items for DICT")
        self._push({items[i]: items[i + 1] for i in range(0, len(items), 2)})

    def _op_inst(self):
        module = self._line().decode("ascii")
        name = self._line().decode("ascii")
        self._instance(self.find_class(module, name), self._pop_mark())

    def _op_obj(self):
        args = self._pop_mark()
        self._instance(args.pop(0), args)

    def _instance(self, cls, args):
        self._push(cls(*args) if args or not isinstance(cls, type) or hasattr(cls, "__getinitargs__")
                   else cls.__new__(cls))

    def _op_newobj(self):
        args = self.stack.pop()
        cls = self.stack.pop()
        self._push(cls.__new__(cls, *args))

    def _op_newobj_ex(self):
        kwargs = self.stack.pop()
        args = self.stack.pop()
        cls = self.stack.pop()
        self._push(cls.__new__(cls, *args, **kwargs))

    def _op_global(self):
        module = self._line().decode("utf-8")
        name = self._line().decode("utf-8")
        self._push(self.find_class(module, name))

    def _op_stack_global(self):
        name, module = self.stack.pop(), self.stack.pop()
        if not (isinstance(name, str) and isinstance(module, str)):
            raise UnpicklingError("STACK_GLOBAL requires str")
        self._push(self.find_class(module, name))

    def _extension(self, code):
        known = copyreg._extension_cache.get(code)
        if known is None:
            if code <= 0:
                raise UnpicklingError("EXT specifies code <= 0")
            key = copyreg._inverted_registry.get(code)
            if key is None:
                raise ValueError(f"unregistered extension code {code}")
            known = copyreg._extension_cache[code] = self.find_class(*key)
        self._push(known)

    def _op_next_buffer(self):
        if self._buffers is None:
            raise UnpicklingError("pickle stream refers to out-of-band data but no *buffers* argument was given")
        found = [buffer for _, buffer in zip(range(1), self._buffers)]
        if not found:
            raise UnpicklingError("not enough out-of-band buffers")
        self.stack += found

    def _op_read_only(self):
        view = memoryview(self.stack[-1])
        if not view.readonly:
            self.stack[-1] = view.toreadonly()

    def _op_reduce(self):
        args = self.stack.pop()
        func = self.stack.pop()
        self._push(func(*args))

    def _op_pop(self):
        if self.stack:
            self.stack.pop()
        else:
            self._pop_mark()

    def _memoized(self, number):
        known = self._known
        if not (0 <= number < len(known) if type(known) is list else number in known):
            raise UnpicklingError(f"Memo value not found at index {number}")
        self._push(known[number])

    def _remember(self, number):
        if number < 0:
            raise ValueError("negative PUT argument")
        if type(self._known) is list and number >= len(self._known):
            if number == len(self._known):
                return self._known.append(self.stack[-1])
            self._known = dict(enumerate(self._known))
        self._known[number] = self.stack[-1]

    def _op_append(self):
        value = self.stack.pop()
        self.stack[-1].append(value)

    def _op_appends(self):
        items = self._pop_mark()
        _extend(self.stack[-1], items)

    def _op_setitem(self):
        value = self.stack.pop()
        key = self.stack.pop()
        self.stack[-1][key] = value

    def _op_setitems(self):
        items = self._pop_mark()
        target = self.stack[-1]
        if len(items) % 2:
            raise UnpicklingError("odd number of items for SETITEMS")
        pairs = iter(items)
        for key, value in zip(pairs, pairs):
            target[key] = value

    def _op_additems(self):
        items = self._pop_mark()
        target = self.stack[-1]
        for item in items:
            target.add(item)

    def _op_build(self):
        state = self.stack.pop()
        target = self.stack[-1]
        setstate = getattr(target, "__setstate__", None)
        if setstate is not None:
            setstate(state)
            return
        attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, None)
        if attributes:
            names = target.__dict__
            for name, value in attributes.items():
                names[sys.intern(name) if type(name) is str else name] = value
        for key in slots or ():
            setattr(target, key, slots[key])

    def _op_binpersid(self):
        self._push(self.persistent_load(self.stack.pop()))

    def _op_persid(self):
        self._push(self.persistent_load(self._line().decode("ascii")))


def _text(format):
    def handler(self):
        self._push(self._read(self._number(format)).decode("utf-8", "surrogatepass"))
    return handler


def _data(format, make):
    def handler(self):
        n = self._number(format)
        if n < 0:
            raise UnpicklingError("BINSTRING pickle has negative byte count")
        self._push(make(self, self._read(n)))
    return handler


def _value(make):
    def handler(self):
        self._push(make())
    return handler


_HANDLERS = {
    b"\x80": Unpickler._op_proto, b"\x95": Unpickler._op_frame, b"(": Unpickler._op_mark,
    b"N": _value(lambda: None), b"\x88": _value(lambda: True), b"\x89": _value(lambda: False),
    b")": _value(lambda: ()), b"]": _value(lambda: []), b"}": _value(lambda: {}), b"\x8f": _value(lambda: set()),
    b"I": Unpickler._op_int, b"L": Unpickler._op_long, b"\x8a": Unpickler._op_long1, b"\x8b": Unpickler._op_long4,
    b"J": lambda self: self._push(self._number("<i")), b"K": lambda self: self._push(self._read(1)[0]),
    b"M": lambda self: self._push(self._number("<H")), b"F": Unpickler._op_float,
    b"G": lambda self: self._push(self._number(">d")), b"S": Unpickler._op_string, b"V": Unpickler._op_unicode,
    b"X": _text("<I"), b"\x8c": _text("<B"), b"\x8d": _text("<Q"),
    b"T": _data("<i", lambda self, data: self._old_str(data)), b"U": _data("<B", lambda self, data: self._old_str(data)),
    b"B": _data("<I", lambda self, data: data), b"C": _data("<B", lambda self, data: data),
    b"\x8e": _data("<Q", lambda self, data: data), b"\x96": _data("<Q", lambda self, data: bytearray(data)),
    b"t": Unpickler._op_tuple, b"\x85": lambda self: self._tuple_of(1), b"\x86": lambda self: self._tuple_of(2),
    b"\x87": lambda self: self._tuple_of(3), b"l": lambda self: self._push(self._pop_mark()), b"d": Unpickler._op_dict,
    b"\x91": lambda self: self._push(frozenset(self._pop_mark())), b"i": Unpickler._op_inst, b"o": Unpickler._op_obj,
    b"\x81": Unpickler._op_newobj, b"\x92": Unpickler._op_newobj_ex, b"c": Unpickler._op_global,
    b"\x93": Unpickler._op_stack_global, b"R": Unpickler._op_reduce, b"0": Unpickler._op_pop,
    b"1": lambda self: self._pop_mark(), b"2": lambda self: self._push(self.stack[-1]),
    b"g": lambda self: self._memoized(int(self._line())), b"h": lambda self: self._memoized(self._read(1)[0]),
    b"j": lambda self: self._memoized(self._number("<I")), b"p": lambda self: self._remember(int(self._line())),
    b"q": lambda self: self._remember(self._read(1)[0]), b"r": lambda self: self._remember(self._number("<I")),
    b"\x94": lambda self: self._remember(len(self._known)), b"a": Unpickler._op_append, b"e": Unpickler._op_appends,
    b"s": Unpickler._op_setitem, b"u": Unpickler._op_setitems, b"\x90": Unpickler._op_additems,
    b"\x82": lambda self: self._extension(self._read(1)[0]), b"\x83": lambda self: self._extension(self._number("<H")),
    b"\x84": lambda self: self._extension(self._number("<i")), b"\x97": Unpickler._op_next_buffer,
    b"\x98": Unpickler._op_read_only, b"b": Unpickler._op_build, b"Q": Unpickler._op_binpersid, b"P": Unpickler._op_persid,
}
Unpickler._handlers = _HANDLERS
