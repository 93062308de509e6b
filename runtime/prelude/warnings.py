"""Warnings: filters, and the lines on standard error."""
import sys
from _traceback import call_place, forget_silent, frame, is_silent, place, silent_key, source_line
from _traceback import silent as _silent    # keys of warnings that the filters do not show again, until these are others

_actions = ("error", "ignore", "always", "default", "module", "once")
_defaultaction = "default"
# (action, message or None, category, module or None, line or 0), the first that matches counts; texts are given by patterns, or whole
filters = [("default", None, DeprecationWarning, "__main__", 0),
           ("ignore", None, DeprecationWarning, None, 0),
           ("ignore", None, PendingDeprecationWarning, None, 0),
           ("ignore", None, ImportWarning, None, 0),
           ("ignore", None, ResourceWarning, None, 0)]
onceregistry = {}
_filters_version = 1
_registries = {}        # file name: what was shown of its lines
_SILENT_MOST = 1000


def warn(message, category=None, stacklevel=1, source=None):
    noted = call_place()
    _warn_at(_place_of_caller(stacklevel, noted), message, category, source)


def _place_of_caller(stacklevel, noted=None):
    """The line that runs in the caller's caller, ...; None further out than the program, and where its modules keep no frames."""
    if noted is not None and stacklevel <= 1:
        return noted
    found = frame(max(stacklevel, 1) - 1)
    return None if found is None else place(found)


def _warn_unawaited_coroutine(coroutine):
    _warn_at(_place_of_caller(1), f"coroutine '{coroutine.__qualname__}' was never awaited", RuntimeWarning, coroutine)


def _warn_at(where, message, category, source=None):
    """In the name of `where`, which call_place() gave; functions that warn in their callers' name ask for it first."""
    if type(message) is str and is_silent(where, category, message):
        return
    category = _category_of(message, category)
    line = None if where is None else source_line(where)
    if where is None:
        filename, lineno, module = "sys", 1, "sys"
    else:
        caller = where.tb_frame
        filename, lineno = caller.f_code.co_filename, where.tb_lineno
        module = caller.f_globals.get("__name__") or "<string>"
    registry = _registries.setdefault(filename, {})
    warn_explicit(message, category, filename, lineno, module, registry, None, source, line)
    key = silent_key(where, category, message)
    if key is not None and (registry.get((message, category, lineno))
                            or _action(message, category, module, lineno) == "ignore"):
        if len(_silent) >= _SILENT_MOST:
            _silent.clear()
        _silent[key] = True


def _category_of(message, category):
    if isinstance(message, Warning):
        return type(message)
    if category is None:
        return UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    return category


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None,
                  _line=None):
    if module is None:
        module = filename or "<unknown>"
        if module[-3:].lower() == ".py":
            module = module[:-3]
    if registry is None:
        registry = {}
    if registry.get("version", 0) != _filters_version:
        registry.clear()
        registry["version"] = _filters_version
    if isinstance(message, Warning):
        text = str(message)
        category = type(message)
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    action = _action(text, category, module, lineno)
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        if onceregistry.get((text, category)):
            return
        onceregistry[(text, category)] = 1
    elif action == "module":
        if registry.get((text, category, 0)):
            return
        registry[(text, category, 0)] = 1
    elif action not in ("always", "default"):
        raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters:\n {filters[0]}")
    if action != "always":
        registry[key] = 1
    _show(WarningMessage(message, category, filename, lineno, None, None, source), _line)


def _action(text, category, module, lineno):
    for action, message_pattern, kind, module_pattern, line in filters:
        if (_fits(message_pattern, text) and issubclass(category, kind) and _fits(module_pattern, module)
                and line in (0, lineno)):
            return action
    return _defaultaction


def _fits(pattern, text):
    return pattern is None or (pattern == text if isinstance(pattern, str) else pattern.match(text))


def _show(warning, line):
    own = showwarning is not _showwarning     # somebody's
    if own and not callable(showwarning):
        raise TypeError("warnings.showwarning() must be set to a function or method")
    where = (warning.file, warning.line) if own else (None, line)
    showwarning(warning.message, warning.category, warning.filename, warning.lineno, *where)
    if not own and warning.source is not None and sys.stderr is not None:
        sys.stderr.write(f"{warning.category.__name__}: Enable tracemalloc to get the object allocation traceback\n")


def showwarning(message, category, filename, lineno, file=None, line=None):
    stream = sys.stderr if file is None else file
    if stream is None:
        return
    try:
        stream.write(formatwarning(message, category, filename, lineno, line))
    except OSError:
        pass


_showwarning = showwarning


def formatwarning(message, category, filename, lineno, line=None):
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line is None:
        line = _line_of(filename, lineno)
    line = line.strip()
    return f"{text}  {line}\n" if line else text


def _line_of(filename, lineno):
    try:
        with open(filename, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if number == lineno:
                    return line
    except (OSError, UnicodeDecodeError):
        pass
    return ""


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    assert action in _actions, f"invalid action: {action!r}"
    assert isinstance(message, str), "message must be a string"
    assert isinstance(category, type), "category must be a class"
    assert issubclass(category, Warning), "category must be a Warning subclass"
    assert isinstance(module, str), "module must be a string"
    assert isinstance(lineno, int) and lineno >= 0, "lineno must be an int >= 0"
    import re
    _add_filter((action, re.compile(message, re.I) if message else None, category,
                 re.compile(module) if module else None, lineno), append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    assert action in _actions, f"invalid action: {action!r}"
    assert isinstance(lineno, int) and lineno >= 0, "lineno must be an int >= 0"
    _add_filter((action, None, category, None, lineno), append)


def _add_filter(entry, append):
    if append:
        if entry not in filters:
            filters.append(entry)
    else:
        if entry in filters:
            filters.remove(entry)
        filters.insert(0, entry)
    _filters_mutated()


def _filters_mutated():
    global _filters_version
    _filters_version += 1
    forget_silent()     # no step of a graph: warnings in one are silent from its beginning to its end


def resetwarnings():
    filters[:] = []
    _filters_mutated()


class WarningMessage:
    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")


class catch_warnings:
    """Restores the filters at the end; with record=True gives the list of the warnings shown inside."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __enter__(self):
        global filters, showwarning
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        self._filters = filters
        self._show = showwarning
        filters = filters[:]
        _filters_mutated()
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        log = []

        def keep(message, category, filename, lineno, file=None, line=None):
            log.append(WarningMessage(message, category, filename, lineno, file, line))
        showwarning = keep
        return log

    def __exit__(self, *exc_info):
        global filters, showwarning
        if not self._entered:
            raise RuntimeError(f"Cannot exit {self!r} without entering first")
        filters = self._filters
        showwarning = self._show
        _filters_mutated()
