"""Objects to pickles, byte for byte as Python writes them."""
import copyreg
import struct
import sys
import types
from _functools import partial
from _pickle_core import write as _write_native

HIGHEST_PROTOCOL = 5
DEFAULT_PROTOCOL = 4
_BATCH = 1000
_FRAME_TARGET = 64 * 1024


class PickleError(Exception):
    pass


class PicklingError(PickleError):
    pass


for _cls in (PickleError, PicklingError):
    _cls.__module__ = "_pickle"


def encode_long(x):
    """The shortest two's complement, of no bytes for 0."""
    bits = (~x if x < 0 else x).bit_length() + 1
    return x.to_bytes((bits + 7) // 8, "little", signed=True) if x else b""


def module_of(obj, name):
    own = getattr(obj, "__module__", None)
    if own is not None:
        return own
    holders = [key for key, module in list(sys.modules.items())
               if key != "__main__" and module is not None and getattr(module, name, None) is obj]
    return holders[0] if holders else "__main__"


class PickleBuffer:
    """A buffer that protocol 5 may leave out of the pickle."""

    def __init__(self, obj):
        self._view = memoryview(obj)

    def raw(self):
        if self._view.nbytes and not (self._view.c_contiguous or self._view.f_contiguous):
            raise BufferError("cannot extract raw buffer from non-contiguous buffer")
        return self._view.cast("B") if self._view.format != "B" or self._view.ndim != 1 else self._view

    def release(self):
        self._view.release()

    def __bytes__(self):
        return bytes(self._view)

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'PickleBuffer' object")


def _raw_escapes(text):
    """What protocol 0 writes of a string: latin-1, with escapes for what ends a line or a text."""
    if text.isascii() and not any(c in text for c in "\\\0\n\r\x1a"):
        return text.encode("ascii")
    parts = []
    for c in text:
        code = ord(c)
        parts.append(b"\\U%08x" % code if code > 0xffff else b"\\u%04x" % code if code > 0xff or c in "\\\0\n\r\x1a"
                     else bytes([code]))
    return b"".join(parts)


def _owner(module, name):
    """What holds the last part of a dotted name of a module."""
    owner = sys.modules[module]
    for part in name.split(".")[:-1]:
        owner = getattr(owner, part)
    return owner


_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType)


class Pickler:
    def __init__(self, file, protocol=None, *, fix_imports=True, buffer_callback=None):
        if protocol is None:
            protocol = DEFAULT_PROTOCOL
        if protocol < 0:
            protocol = HIGHEST_PROTOCOL
        elif protocol > HIGHEST_PROTOCOL:
            raise ValueError(f"pickle protocol must be <= {HIGHEST_PROTOCOL}")
        if buffer_callback is not None and protocol < 5:
            raise ValueError("buffer_callback needs protocol >= 5")
        if not hasattr(file, "write"):
            raise TypeError("file must have a 'write' attribute")
        self._write = file.write
        self.proto = protocol
        self.bin = protocol >= 1
        self.fix_imports = fix_imports and protocol < 3
        self._buffer_callback = buffer_callback
        self.memo = {}
        self._buffer = bytearray()  # always the same object
        self._reducers = None
        self._is_native = False     # no method of a subclass has a say in the parts of built-in types
        self._is_forgotten = False  # after one dump nobody asks for the memo
        self.fast = False

    def clear_memo(self):
        self.memo.clear()

    def persistent_id(self, obj):
        return None

    def dump(self, obj):
        if not hasattr(self, "_write"):
            raise PicklingError(f"Pickler.__init__() was not called by {type(self).__name__}.__init__()")
        if self.proto >= 2:
            self._write(b"\x80" + bytes([self.proto]))
        cls = type(self)
        self._is_native = self.bin and cls.save is Pickler.save and cls.persistent_id is Pickler.persistent_id and \
            "persistent_id" not in self.__dict__
        overrides = hasattr(self, "reducer_override")
        self._reducers = None if overrides else getattr(self, "dispatch_table", copyreg.dispatch_table)
        if self._is_native:
            _write_native(self, self._buffer, self.memo, self.proto, self.fast, self._reducers, obj, self._is_forgotten)
        else:
            self.save(obj)
        self._put(b".")
        self._end_frame()

    # ---- output
    def _put(self, data):
        self._buffer.extend(data)

    def _end_frame(self):
        data = bytes(self._buffer)
        self._buffer.clear()
        if self.proto >= 4 and len(data) >= 4:
            self._write(b"\x95" + struct.pack("<Q", len(data)))
        if data:
            self._write(data)

    def _put_large(self, header, data):
        """Large strings stand outside of frames."""
        if self.proto >= 4 and len(data) >= _FRAME_TARGET:
            self._end_frame()
            self._write(header)
            self._write(data)
        else:
            self._put(header)
            self._put(data)

    def memoize(self, obj):
        if self.fast:
            return
        number = len(self.memo)
        self.memo[id(obj)] = number, obj
        if self.proto >= 4:
            self._put(b"\x94")
        elif not self.bin:
            self._put(b"p%d\n" % number)
        elif number < 256:
            self._put(b"q" + bytes([number]))
        else:
            self._put(b"r" + struct.pack("<I", number))

    def _get(self, number):
        self._put(b"g%d\n" % number if not self.bin else
                  b"h" + bytes([number]) if number < 256 else b"j" + struct.pack("<I", number))

    # ---- the parts
    def save(self, obj):
        if self._is_native:
            _write_native(self, self._buffer, self.memo, self.proto, self.fast, self._reducers, obj, False)
        else:
            self._save(obj)

    def _save(self, obj):
        if len(self._buffer) >= _FRAME_TARGET and self.proto >= 4:
            self._end_frame()
        pid = self.persistent_id(obj)
        if pid is not None:
            if self.bin:
                self.save(pid)
                self._put(b"Q")
            elif str(pid).isascii():
                self._put(b"P" + str(pid).encode("ascii") + b"\n")
            else:
                raise PicklingError("persistent IDs in protocol 0 must be ASCII strings")
            return
        cls = type(obj)
        if obj is None:
            self._put(b"N")
            return
        if cls is bool:
            self._put((b"\x88" if obj else b"\x89") if self.proto >= 2 else b"I01\n" if obj else b"I00\n")
            return
        if cls is int:
            self._save_int(obj)
            return
        if cls is float:
            self._put(b"G" + struct.pack(">d", obj) if self.bin else b"F" + repr(obj).encode("ascii") + b"\n")
            return
        known = self.memo.get(id(obj))
        if known is not None:
            self._get(known[0])
            return
        saver = _SAVERS.get(cls)
        if saver is not None:
            saver(self, obj)
            return
        reduced = NotImplemented
        override = getattr(self, "reducer_override", None)
        if override is not None:
            reduced = override(obj)
        if reduced is NotImplemented:
            table = getattr(self, "dispatch_table", copyreg.dispatch_table)
            reduce = table.get(cls)
            if reduce is not None:
                reduced = reduce(obj)
            elif issubclass(cls, type):
                self.save_global(obj)
                return
            elif isinstance(obj, _FUNCTIONS):
                self._save_function(obj)
                return
            else:
                reduced = obj.__reduce_ex__(self.proto)
        if isinstance(reduced, str):
            self.save_global(obj, reduced)
            return
        if not isinstance(reduced, tuple):
            raise PicklingError("__reduce__ must return a string or tuple")
        if not 2 <= len(reduced) <= 6:
            raise PicklingError("tuple returned by __reduce__ must contain 2 through 6 elements")
        self.save_reduce(*reduced, obj=obj)

    def _save_int(self, x):
        if not self.bin:
            self._put(b"I%d\n" % x if -0x80000000 <= x <= 0x7fffffff else b"L%dL\n" % x)
            return
        if x >= 0:
            if x <= 0xff:
                self._put(b"K" + bytes([x]))
                return
            if x <= 0xffff:
                self._put(b"M" + struct.pack("<H", x))
                return
        if -0x80000000 <= x <= 0x7fffffff:
            self._put(b"J" + struct.pack("<i", x))
            return
        if self.proto < 2:
            self._put(b"L%dL\n" % x)
            return
        data = encode_long(x)
        self._put(b"\x8a" + bytes([len(data)]) + data if len(data) < 256
                  else b"\x8b" + struct.pack("<i", len(data)) + data)

    def _save_complex(self, obj):
        self.save_reduce(complex, (obj.real, obj.imag), obj=obj)

    def _save_bytes(self, obj):
        if self.proto < 3:
            if obj:
                import _codecs
                self.save_reduce(_codecs.encode, (obj.decode("latin-1"), "latin1"), obj=obj)
            else:
                self.save_reduce(bytes, (), obj=obj)
            return
        size = len(obj)
        header = b"C" + bytes([size]) if size <= 0xff else \
            b"\x8e" + struct.pack("<Q", size) if size > 0xffffffff and self.proto >= 4 else b"B" + struct.pack("<I", size)
        self._put_large(header, obj)
        self.memoize(obj)

    def _save_bytearray(self, obj):
        if self.proto < 5:
            self.save_reduce(bytearray, (bytes(obj),) if obj else (), obj=obj)
            return
        self._put_large(b"\x96" + struct.pack("<Q", len(obj)), bytes(obj))
        self.memoize(obj)

    def _save_buffer(self, obj):
        if self.proto < 5:
            raise PicklingError("PickleBuffer can only pickled with protocol >= 5")
        try:
            view = obj.raw()
        except BufferError:
            raise PicklingError("PickleBuffer can not be pickled when pointing to a non-contiguous buffer") from None
        if self._buffer_callback is not None and not self._buffer_callback(obj):
            self._put(b"\x97\x98" if view.readonly else b"\x97")
        elif view.readonly:
            self._save_bytes(bytes(view))
        else:
            self._save_bytearray(bytearray(view))

    def _save_str(self, obj):
        if not self.bin:
            self._put(b"V" + _raw_escapes(obj) + b"\n")
            self.memoize(obj)
            return
        data = obj.encode("utf-8", "surrogatepass")
        size = len(data)
        header = b"\x8c" + bytes([size]) if size <= 0xff and self.proto >= 4 else b"X" + struct.pack("<I", size)
        self._put_large(header, data)
        self.memoize(obj)

    def _save_tuple(self, obj):
        if not obj:
            self._put(b")" if self.bin else b"(t")
            return
        small = len(obj) <= 3 and self.proto >= 2
        if not small:
            self._put(b"(")
        for item in obj:
            self.save(item)
        known = self.memo.get(id(obj))
        if known is not None:
            # The tuple holds itself through one of its items.
            self._put(b"0" * len(obj) if small else b"1" if self.bin else b"0" * (len(obj) + 1))
            self._get(known[0])
            return
        self._put((b"", b"\x85", b"\x86", b"\x87")[len(obj)] if small else b"t")
        self.memoize(obj)

    def _save_list(self, obj):
        self._put(b"]" if self.bin else b"(l")
        self.memoize(obj)
        self._batch_appends(obj, True)

    def _batch_appends(self, items, whole=False):
        items = list(items)
        if len(items) == 1 or not self.bin:
            for item in items:
                self.save(item)
                self._put(b"a")
            return
        for start in range(0, len(items), _BATCH):
            batch = items[start:start + _BATCH]
            if len(batch) == 1 and not whole:
                self.save(batch[0])
                self._put(b"a")
                continue
            self._put(b"(")
            for item in batch:
                self.save(item)
            self._put(b"e")

    def _save_dict(self, obj):
        self._put(b"}" if self.bin else b"(d")
        self.memoize(obj)
        self._batch_setitems(obj.items(), True)

    def _batch_setitems(self, pairs, whole=False):
        pairs = list(pairs)
        for start in range(0, len(pairs), _BATCH):
            batch = pairs[start:start + _BATCH]
            single = len(batch) == 1 and (len(pairs) == 1 or not whole) or not self.bin
            if not single:
                self._put(b"(")
            for key, value in batch:
                self.save(key)
                self.save(value)
                if single:
                    self._put(b"s")
            if not single:
                self._put(b"u")

    def _save_set(self, obj):
        if self.proto < 4:
            self.save_reduce(set, (list(obj),), obj=obj)
            return
        self._put(b"\x8f")
        self.memoize(obj)
        items = list(obj)
        for start in range(0, len(items), _BATCH):
            self._put(b"(")
            for item in items[start:start + _BATCH]:
                self.save(item)
            self._put(b"\x90")

    def _save_frozenset(self, obj):
        if self.proto < 4:
            self.save_reduce(frozenset, (list(obj),), obj=obj)
            return
        self._put(b"(")
        for item in obj:
            self.save(item)
        known = self.memo.get(id(obj))
        if known is not None:
            self._put(b"1")
            self._get(known[0])
            return
        self._put(b"\x91")
        self.memoize(obj)

    def _save_function(self, obj):
        owner = getattr(obj, "__self__", None)
        if owner is not None and not isinstance(owner, types.ModuleType):
            self.save_reduce(getattr, (owner, obj.__name__), obj=obj)
        else:
            self.save_global(obj)

    def _save_singleton(self, obj):
        self.save_global(obj, "Ellipsis" if obj is ... else "NotImplemented")

    def save_global(self, obj, name=None):
        if name is None:
            name = getattr(obj, "__qualname__", None) or obj.__name__
        if obj is type(None) or obj is type(...) or obj is type(NotImplemented):
            value = None if obj is type(None) else ... if obj is type(...) else NotImplemented
            self.save_reduce(type, (value,), obj=obj)
            return
        module = module_of(obj, name)
        try:
            __import__(module)
            found = sys.modules[module]
            for part in name.split("."):
                if part == "<locals>":
                    raise AttributeError(f"Can't get local attribute {name!r} on {found!r}")
                found = getattr(found, part)
        except (ImportError, KeyError):
            raise PicklingError(f"Can't pickle {obj!r}: import of module {module!r} failed") from None
        except AttributeError:
            if "<locals>" in name:
                raise AttributeError(f"Can't pickle local object {name!r}") from None
            raise PicklingError(f"Can't pickle {obj!r}: attribute lookup {name.split('.')[-1]} on {module} failed") \
                from None
        if found is not obj:
            raise PicklingError(f"Can't pickle {obj!r}: it's not the same object as {module}.{name}")
        if self.proto >= 2 and self._put_extension(module, name):
            return
        if self.proto >= 4:
            self.save(module)
            self.save(name)
            self._put(b"\x93")
        elif (owner := _owner(module, name)) is not sys.modules[module]:
            self.save_reduce(getattr, (owner, name.rpartition(".")[2]))
        else:
            name = name.rpartition(".")[2]
            if self.fix_imports:
                from _compat_pickle import REVERSE_IMPORT_MAPPING, REVERSE_NAME_MAPPING
                if (module, name) in REVERSE_NAME_MAPPING:
                    module, name = REVERSE_NAME_MAPPING[module, name]
                else:
                    module = REVERSE_IMPORT_MAPPING.get(module, module)
            try:
                self._put(f"c{module}\n{name}\n".encode("ascii" if self.proto < 3 else "utf-8"))
            except UnicodeEncodeError:
                raise PicklingError(f"can't pickle global identifier '{module}.{name}' using pickle protocol {self.proto}") from None
        self.memoize(obj)

    def _put_extension(self, module, name):
        """True if copyreg has a number for this name."""
        code = copyreg._extension_registry.get((module, name))
        if code is None:
            return False
        self._put(b"\x82" + struct.pack("<B", code) if code <= 0xff else b"\x83" + struct.pack("<H", code) if code <= 0xffff
                  else b"\x84" + struct.pack("<i", code))
        return True

    def save_reduce(self, func, args, state=None, listitems=None, dictitems=None, state_setter=None, *, obj=None):
        if not isinstance(args, tuple):
            raise PicklingError("args from save_reduce() must be a tuple")
        if not callable(func):
            raise PicklingError("func from save_reduce() must be callable")
        name = getattr(func, "__name__", "")
        if name == "__newobj_ex__" and self.proto >= 4:
            for part in args:
                self.save(part)
            self._put(b"\x92")
        elif name == "__newobj_ex__" and self.proto >= 2:
            cls, positional, keywords = args
            self.save(partial(cls.__new__, cls, *positional, **keywords))
            self.save(())
            self._put(b"R")
        elif name == "__newobj__" and self.proto >= 2:
            cls = args[0]
            if not hasattr(cls, "__new__"):
                raise PicklingError("args[0] from __newobj__ args has no __new__")
            if obj is not None and cls is not obj.__class__:
                raise PicklingError("args[0] from __newobj__ args has the wrong class")
            self.save(cls)
            self.save(args[1:])
            self._put(b"\x81")
        else:
            self.save(func)
            self.save(args)
            self._put(b"R")
        if obj is not None:
            known = self.memo.get(id(obj))
            if known is not None:
                self._put(b"0")
                self._get(known[0])
            else:
                self.memoize(obj)
        if listitems is not None:
            self._batch_appends(listitems)
        if dictitems is not None:
            self._batch_setitems(dictitems)
        if state is not None:
            if state_setter is None:
                self.save(state)
                self._put(b"b")
            else:
                self.save(state_setter)
                self.save(obj)
                self.save(state)
                self._put(b"\x86R0")


_SAVERS = {str: Pickler._save_str, bytes: Pickler._save_bytes, tuple: Pickler._save_tuple, list: Pickler._save_list,
           dict: Pickler._save_dict, set: Pickler._save_set, frozenset: Pickler._save_frozenset,
           bytearray: Pickler._save_bytearray, PickleBuffer: Pickler._save_buffer, complex: Pickler._save_complex, type: Pickler.save_global,
           type(...): Pickler._save_singleton, type(NotImplemented): Pickler._save_singleton}
