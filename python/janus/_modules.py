"""Loading files."""
import atexit
import os
import types
from collections import namedtuple

from janus import _convert, _native


class FileInfo(namedtuple("FileInfo", "mismatch compiler processor modules")):
    """What inspect() answers: why this process cannot load the file ("" when it can), the release of the compiler, the
    level of the processor that the code asks for, a SourceInfo for each module in the file, the main one first."""


class SourceInfo(namedtuple("SourceInfo", "name source hash")):
    """A module in a file: dotted name, source file as given to the compiler, SHA-256 of its bytes in hexadecimal."""


# Of modules whose last CompiledModule went without unload(): a handle each. Like the modules of `import` they stay,
# since what came from them (`net = janus.load(path).Net()`) goes on using their globals.
_kept = {}  # the compiled module -> handle


@atexit.register
def unload_kept():
    """As the interpreter ends its own: what ends with their globals ends while it is there."""
    while _kept:
        _, handle = _kept.popitem()
        _native.unload(handle)


class CompiledModule(types.ModuleType):
    """A compiled module: its functions, classes and variables are attributes. It stays loaded until each that load()
    has given was ended, by unload() or a `with` block."""

    def _attach(self, path, name=None):
        handle, compiled = _native.load(path, name)
        self.__dict__["__janus__"] = compiled
        self.__dict__["__janus_handle__"] = handle
        self.__dict__.setdefault("__file__", path)  # the import system's is the source
        self.__dict__["__doc__"] = _convert.raw_attribute(compiled, "__doc__")
        return self

    def __getattr__(self, name):
        compiled = self.__dict__.get("__janus__")
        if compiled is None:
            raise AttributeError(f"module '{self.__name__}' was unloaded, or never loaded")
        return getattr(compiled, name)

    def __setattr__(self, name, value):
        # What the import system sets is Python's own.
        if name.startswith("__") or "__janus__" not in self.__dict__:
            super().__setattr__(name, value)
        else:
            setattr(self.__dict__["__janus__"], name, value)

    def __dir__(self):
        compiled = self.__dict__.get("__janus__")
        return sorted(set(self.__dict__) | set(dir(compiled) if compiled is not None else ()))

    def unload(self):
        """Ends what load() has given; attributes raise AttributeError from then on. The last one ends the module's
        state: functions of it that are still held raise. Nothing happens the second time."""
        handle = self.__dict__.pop("__janus_handle__", None)
        self.__dict__.pop("__janus__", None)
        if handle is not None:
            _native.unload(handle)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.unload()

    def __del__(self):
        handle, compiled = self.__dict__.get("__janus_handle__"), self.__dict__.get("__janus__")
        try:
            if handle is not None and _kept.setdefault(compiled, handle) != handle:
                _native.unload(handle)
        except BaseException:  # the interpreter ends
            pass


def load(path, name=None):
    """Loads a file and runs its module, and answers a CompiledModule.

    `name` is the module's `__name__`, the file's name without its endings when it is None. A file has one state in a
    process: loading it again runs nothing and answers the same. ImportError for what cannot be read, is no module of this
    release, or asks for another processor; what the module itself raises.
    """
    path = os.fsdecode(path)
    stem = os.path.basename(path).partition(".")[0]
    return CompiledModule(name or stem)._attach(path, name)


def inspect(path):
    """What a file says of itself, without running or mapping its code: a FileInfo.

    ImportError for what cannot be read, is no module or is damaged. What this process cannot load is described all the
    same.
    """
    mismatch, compiler, processor, modules = _native.inspect(os.fsdecode(path))
    return FileInfo(mismatch, compiler, processor, [SourceInfo(*row) for row in modules])
