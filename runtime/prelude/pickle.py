"""Objects as bytes, and back. Reading runs what the bytes name: only read what you trust."""
import io
from _pickle_reading import Unpickler, UnpicklingError
from _pickle_writing import DEFAULT_PROTOCOL, HIGHEST_PROTOCOL, PickleError, Pickler, PicklingError

__all__ = ["PickleError", "PicklingError", "UnpicklingError", "Pickler", "Unpickler", "dump", "dumps", "load", "loads",
           "DEFAULT_PROTOCOL", "HIGHEST_PROTOCOL"]
format_version = "4.0"


class PickleBuffer:
    """A buffer that protocol 5 may leave out of the pickle."""

    def __init__(self, obj):
        self._view = memoryview(obj)

    def raw(self):
        return self._view

    def release(self):
        self._view.release()


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    Pickler(file, protocol, fix_imports=fix_imports).dump(obj)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    file = io.BytesIO()
    Pickler(file, protocol, fix_imports=fix_imports).dump(obj)
    return file.getvalue()


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    return Unpickler(file, fix_imports=fix_imports, encoding=encoding, errors=errors, buffers=buffers).load()


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=None):
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return Unpickler(io.BytesIO(data), fix_imports=fix_imports, encoding=encoding, errors=errors,
                     buffers=buffers).load()
