"""Exceptions of compiled code as Python's own, with the compiled lines in their tracebacks."""
import builtins
import functools
import linecache
import sys
import types
import weakref

from janus import _native


@functools.lru_cache(maxsize=None)
def _getattr():
    return _native.attribute(_native.import_module("builtins"), "getattr")


def _attribute(compiled, name):
    """An attribute of the compiled object that Python's object has, too."""
    return _native.call(_getattr(), (compiled, name), None)


def class_of(compiled, is_exception):
    """Python's class for a compiled one: the builtin, or made after an exception class. The Object itself for others."""
    if is_exception:
        return _exception_class(compiled)
    place = _attribute(compiled, "__module__"), _attribute(compiled, "__name__")
    if place[0] == "builtins":
        found = getattr(builtins, place[1], None) or getattr(types, place[1], None)
        return found if isinstance(found, type) else compiled
    torch = sys.modules.get("torch")
    if torch is not None and place in (("torch", "Tensor"), ("torch.nn.parameter", "Parameter")):
        return torch.Tensor if place[1] == "Tensor" else torch.nn.Parameter
    return compiled


class ExceptionClass(type):
    """The class of compiled classes of exceptions, whose instances are made there."""

    def __call__(cls, *arguments, **named):
        if "__janus__" not in cls.__dict__:  # a subclass that the host has made
            return super().__call__(*arguments, **named)
        return cls.__dict__["__janus__"](*arguments, **named)


class Link:
    """Leads from an exception to the compiled one. One that was pickled has none."""
    __slots__ = ("compiled",)

    def __init__(self, compiled):
        self.compiled = compiled

    def __reduce__(self):
        return type(None), ()


def compiled_of(error):
    link = error.__dict__.get("__janus__")
    return None if link is None else link.compiled


# Of an exception of Python, not of the compiled one behind it.
_OWN = frozenset(("args", "with_traceback", "add_note"))


def _builtin(cls):
    return next(base for base in cls.__mro__ if base.__module__ == "builtins")


def _asks(function):
    """The method for a builtin function of one argument; of what has no compiled exception it is the builtin class's."""
    def method(self):
        compiled = compiled_of(self)
        return getattr(_builtin(type(self)), f"__{function.__name__}__")(self) if compiled is None else function(compiled)
    return method


def _equals(self, other):
    own, compiled = compiled_of(self), compiled_of(other) if isinstance(other, BaseException) else other
    return self is other if own is None or compiled is None else own == compiled


def _get_attribute(self, name):
    compiled = compiled_of(self)
    if compiled is None or name.startswith("__"):
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
    return getattr(compiled, name)


def _set_attribute(self, name, value):
    compiled = compiled_of(self)
    if compiled is None or name.startswith("__") or name in _OWN:
        BaseException.__setattr__(self, name, value)
    else:
        setattr(compiled, name, value)


def _copies(name):
    def method(self, *memo):
        return _native.call(_native.attribute(_native.import_module("copy"), name), (compiled_of(self),), None)
    return method


def _reduce(self, protocol):
    """As exceptions do: made anew of its arguments, then given its attributes."""
    compiled = compiled_of(self)
    kept = {name: value for name, value in self.__dict__.items() if name != "__janus__"}
    return type(self), self.args, {**(_attribute(compiled, "__dict__") if compiled is not None else {}), **kept}


def _remade(cls, arguments):
    made = cls.__new__(cls, *arguments)
    try:
        _builtin(cls).__init__(made, *arguments)  # fields of their own: errno, code, value
    except Exception:  # a class with an __init__ of its own may have other arguments than its base
        made.args = arguments
    return made


def _exception_class(compiled):
    module, name = _attribute(compiled, "__module__"), _attribute(compiled, "__qualname__")
    made = getattr(builtins, name, None) if module == "builtins" else None
    if made is None:
        # Crossing has made classes of the bases; what is no exception has stayed a compiled object.
        bases = tuple(base for base in _attribute(compiled, "__bases__") if isinstance(base, type))
        names = {"__module__": module, "__qualname__": name, "__doc__": _attribute(compiled, "__doc__"), "__janus__": compiled,
                 "__init__": lambda self, *arguments, **named: None, "__str__": _asks(str), "__repr__": _asks(repr),
                 "__eq__": _equals, "__hash__": _asks(hash), "__getattr__": _get_attribute, "__setattr__": _set_attribute,
                 "__copy__": _copies("copy"), "__deepcopy__": _copies("deepcopy"), "__reduce_ex__": _reduce}
        if any(base.__name__ == "BaseExceptionGroup" for cls in bases for base in cls.__mro__):
            names["derive"] = lambda self, errors: _get_attribute(self, "derive")(errors)
        made = ExceptionClass(name.rpartition(".")[2], bases, names)
    return made


# What constructors of builtin classes take by keyword.
_KEYWORDS = {ImportError: ("name", "path"), NameError: ("name",), AttributeError: ("name", "obj")}
# By the identity of the compiled ones: exceptions that are being made, since chains may lead back to them; and those of
# compiled classes that are here, each of which holds its own.
_making = {}
_twins = weakref.WeakValueDictionary()


def exception_of(compiled):
    """Python's exception for a compiled one: the one that it has been here, or another with the same content."""
    original = _native.original(compiled)
    if original is not None:  # it comes from this Python
        return original
    identity = _native.identity(compiled)
    made = _making.get(identity)
    if made is not None:
        return made
    made = _twins.get(identity)
    if made is None or _native.identity(compiled_of(made)) != identity:
        made = _made_of(compiled, identity)
    _making[identity] = made
    try:
        for name in ("__cause__", "__context__", "__suppress_context__"):
            value = _attribute(compiled, name)
            if value is not None and value is not False:  # else what the host has set stays
                setattr(made, name, value)
    finally:
        del _making[identity]
    return made


def _made_of(compiled, identity):
    cls, arguments = _attribute(compiled, "__class__"), _attribute(compiled, "args")
    names = [_attribute(compiled, name) for name in ("filename", "filename2")] if issubclass(cls, OSError) else ()
    if any(name is not None for name in names) and len(arguments) == 2:
        arguments = (*arguments, names[0], None, names[1])
    if type(cls) is ExceptionClass:  # it asks for its other attributes
        made = _twins[identity] = _remade(cls, arguments)
        notes = _native.call(_getattr(), (compiled, "__notes__", None), None)
        kept = {} if notes is None else {"__notes__": notes}
    else:
        made, kept = cls(*arguments), _attribute(compiled, "__dict__")
    for name in next((names for base, names in _KEYWORDS.items() if isinstance(made, base)), ()):
        setattr(made, name, _attribute(compiled, name))
    made.__dict__.update(kept, __janus__=Link(compiled))
    return made


def _numbers(*values):
    """As line tables have them: six bits a byte, low ones first; the seventh says that more follow."""
    data = bytearray()
    for value in values:
        while value >= 64:
            data.append(64 | value & 63)
            value >>= 6
        data.append(value)
    return bytes(data)


@functools.lru_cache(maxsize=1024)
def _function_at(file, function, line, place):
    """A generator function that says to be at the line; `place`: its column, lines further, and the column there."""
    code = (lambda: (yield)).__code__.replace(co_filename=file, co_name=function, co_firstlineno=line)
    if sys.version_info >= (3, 11):
        # An entry is for up to eight units: kind 13 has a line alone, 14 with columns; no line further than before.
        kind, details = (13, b"\0") if place is None else (14, b"\0" + _numbers(place[1], place[0] + 1, place[2] + 1))
        units = len(code.co_code) // 2
        table = b"".join(bytes((0x80 | kind << 3 | min(8, units - at) - 1,)) + details for at in range(0, units, 8))
        code = code.replace(co_qualname=function, co_linetable=table)
    return types.FunctionType(code, {})


def _frame_at(*place):
    """A frame that nothing runs, and that holds none of those which are running: that of a generator has none before
    it."""
    return _function_at(*place)().gi_frame


_remembered = set()


def _remember(file, line, source):
    """The source lines of files that are not here, without their margins, for whoever prints the traceback. Answers
    whether the file is here."""
    if (file, line) in _remembered:
        return False
    if not source or linecache.getline(file, line):
        return True
    _remembered.add((file, line))
    lines = list(linecache.cache[file][2]) if file in linecache.cache else []
    lines += ["\n"] * (line - len(lines))
    lines[line - 1] = source + "\n"
    linecache.cache[file] = (0, None, lines, file)
    return False


def error_of(compiled, frames):
    """The exception that the host gets; each compiled call is an entry of its traceback."""
    error = exception_of(compiled)
    traceback = None
    for file, function, line, source, place in reversed(frames):
        if not _remember(file, line, source):
            place = None
        traceback = types.TracebackType(traceback, _frame_at(file, function, line, place), 0, line)
    return error.with_traceback(traceback)
