"""Exceptions of compiled code as Python's own, with the compiled lines in their tracebacks."""
import builtins
import functools
import linecache
import sys

from janus import _native

_classes = {}  # the compiled class -> Python's class


@functools.lru_cache(maxsize=None)
def _getattr():
    return _native.import_module("builtins").getattr


def _attribute(compiled, name):
    """An attribute of the compiled object that Python's object has, too."""
    return _native.call(_getattr(), (compiled, name), None)


def exception_class(compiled):
    """Python's class for a compiled exception class: the builtin, or one made after it."""
    made = _classes.get(compiled)
    if made is not None:
        return made
    module, name = _attribute(compiled, "__module__"), _attribute(compiled, "__qualname__")
    made = getattr(builtins, name, None) if module == "builtins" else None
    if made is None:
        # Crossing has made classes of the bases; what is no exception has stayed a compiled object.
        bases = tuple(base for base in _attribute(compiled, "__bases__") if isinstance(base, type))
        made = type(name.rpartition(".")[2], bases, {"__module__": module, "__qualname__": name})
    _classes[compiled] = made
    return made


def _exception(name, arguments, compiled):
    cls = _attribute(compiled, "__class__")
    try:
        made = cls(*arguments)
    except Exception:  # a builtin that wants other arguments
        made = RuntimeError(f"{name}: {', '.join(map(str, arguments))}")
    made.__janus__ = compiled
    return made


@functools.lru_cache(maxsize=1024)
def _frame_code(statement, file, function, line):
    if sys.version_info < (3, 11):
        return compile("\n" * (line - 1) + statement, file, "exec").replace(co_name=function)
    # All of the code is of one line, without columns: entries of kind 13 for up to eight units each, no line further.
    code = compile(statement, file, "exec")
    units = len(code.co_code) // 2
    table = b"".join(bytes((0x80 | 13 << 3 | min(8, units - at) - 1, 0)) for at in range(0, units, 8))
    return code.replace(co_name=function, co_qualname=function, co_firstlineno=line, co_linetable=table)


def _remember(file, line, source):
    """The source lines of files that are not here, for whoever prints the traceback."""
    if not source or linecache.getline(file, line):
        return
    lines = list(linecache.cache[file][2]) if file in linecache.cache else []
    lines += ["\n"] * (line - len(lines))
    lines[line - 1] = source + "\n"
    linecache.cache[file] = (0, None, lines, file)


def raise_error(name, arguments, compiled, frames):
    """Raises the exception; each compiled call is a frame of its traceback."""
    error = _exception(name, arguments, compiled)
    if not frames:
        raise error
    # Frames come from running code that says to be of the compiled file and line: all but the last call the next.
    statement, target = "raise _", error
    for file, function, line, source in reversed(frames):
        _remember(file, line, source)
        target = functools.partial(exec, _frame_code(statement, file, function, line), {"_": target})
        statement = "_()"
    target()
