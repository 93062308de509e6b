"""Exceptions of compiled code as Python's own, with the compiled lines in their tracebacks."""
import builtins
import functools
import linecache
import sys
import types
import weakref

from janus import _native

_classes = weakref.WeakValueDictionary()  # the compiled class -> Python's class, which holds it


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


def _exception_class(compiled):
    made = _classes.get(compiled)
    if made is not None:
        return made
    module, name = _attribute(compiled, "__module__"), _attribute(compiled, "__qualname__")
    made = getattr(builtins, name, None) if module == "builtins" else None
    if made is None:
        # Crossing has made classes of the bases; what is no exception has stayed a compiled object.
        bases = tuple(base for base in _attribute(compiled, "__bases__") if isinstance(base, type))
        made = type(name.rpartition(".")[2], bases, {"__module__": module, "__qualname__": name,
                                                          "__janus__": compiled})
    _classes[compiled] = made
    return made


def _exception(name, arguments, compiled):
    original = _native.original(compiled)
    if original is not None:  # it comes from this Python
        return original.with_traceback(None)
    cls = _attribute(compiled, "__class__")
    try:
        made = cls(*arguments)
    except Exception:  # a builtin that wants other arguments
        made = RuntimeError(f"{name}: {', '.join(map(str, arguments))}")
    made.__janus__ = compiled
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
def _frame_code(statement, file, function, line, place):
    """Code whose every instruction says to be of the line; `place`: its column, lines further, and the column there."""
    if sys.version_info < (3, 11):
        return compile("\n" * (line - 1) + statement, file, "exec").replace(co_name=function)
    # An entry is for up to eight units: kind 13 has a line alone, 14 with columns; no line further than the one before.
    kind, details = (13, b"\0") if place is None else (14, b"\0" + _numbers(place[1], place[0] + 1, place[2] + 1))
    code = compile(statement, file, "exec")
    units = len(code.co_code) // 2
    table = b"".join(bytes((0x80 | kind << 3 | min(8, units - at) - 1,)) + details for at in range(0, units, 8))
    return code.replace(co_name=function, co_qualname=function, co_firstlineno=line, co_linetable=table)


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


def raise_error(name, arguments, compiled, frames):
    """Raises the exception; each compiled call is a frame of its traceback."""
    error = _exception(name, arguments, compiled)
    if not frames:
        raise error
    # Frames come from running code that says to be of the compiled file and line: all but the last call the next.
    statement, target = "raise _", error
    for file, function, line, source, place in reversed(frames):
        if not _remember(file, line, source):
            place = None
        target = functools.partial(exec, _frame_code(statement, file, function, line, place), {"_": target})
        statement = "_()"
    target()
