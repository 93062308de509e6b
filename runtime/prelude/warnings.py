"""Warnings: filters, and the line on standard error."""
import sys

filters = []            # (action, message prefix, category, module), most recent first
_seen = set()


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = type(message)
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    text = str(message)
    warning = message if isinstance(message, Warning) else category(message)
    action = _action(text, category)
    if action == "ignore":
        return
    if action == "error":
        raise warning
    key = (text, category)
    if action in ("default", "once", "module") and key in _seen:
        return
    _seen.add(key)
    showwarning(warning, category, "<unknown>", 0)


def _action(text, category):
    for action, prefix, kind, module in filters:
        if text.startswith(prefix) and issubclass(category, kind):
            return action
    if issubclass(category, (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)):
        return "ignore"
    return "default"


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    warn(message, category)


def showwarning(message, category, filename, lineno, file=None, line=None):
    stream = sys.stderr if file is None else file
    stream.write(formatwarning(message, category, filename, lineno, line))


def formatwarning(message, category, filename, lineno, line=None):
    return f"{filename}:{lineno}: {category.__name__}: {message}\n"


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    entry = (action, message, category, module)
    if append:
        filters.append(entry)
    else:
        filters.insert(0, entry)


def simplefilter(action, category=Warning, lineno=0, append=False):
    filterwarnings(action, "", category, "", lineno, append)


def resetwarnings():
    filters.clear()


class WarningMessage:
    def __init__(self, message, category, filename, lineno):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self.category.__name__!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : None}}")


class catch_warnings:
    """Restores the filters at the end; with record=True gives the list of the warnings shown inside."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._action = action
        self._category = category

    def __enter__(self):
        global showwarning
        self._filters = filters[:]
        self._seen = set(_seen)
        self._show = showwarning
        _seen.clear()
        if self._action is not None:
            simplefilter(self._action, self._category)
        if not self._record:
            return None
        log = []

        def keep(message, category, filename, lineno, file=None, line=None):
            log.append(WarningMessage(message, category, filename, lineno))
        showwarning = keep
        return log

    def __exit__(self, *exc_info):
        global showwarning
        filters[:] = self._filters
        _seen.clear()
        _seen.update(self._seen)
        showwarning = self._show
