"""Messages of a program, by level and by logger."""
import atexit
import io
import os
import sys
import time
import traceback
import warnings
from _thread import RLock, get_ident
from _traceback import frame as _frame
from _weak_references import ref as _weak_reference
from weakref import WeakValueDictionary as _WeakValueDictionary

CRITICAL = FATAL = 50
ERROR = 40
WARNING = WARN = 30
INFO = 20
DEBUG = 10
NOTSET = 0
raiseExceptions = True
_start_time = time.time()
_lock = RLock()     # of what the module keeps; `logging.config` holds it while it sets things up
_levelToName = {CRITICAL: "CRITICAL", ERROR: "ERROR", WARNING: "WARNING", INFO: "INFO", DEBUG: "DEBUG",
                NOTSET: "NOTSET"}
_nameToLevel = {"CRITICAL": CRITICAL, "FATAL": FATAL, "ERROR": ERROR, "WARN": WARNING, "WARNING": WARNING,
                  "INFO": INFO, "DEBUG": DEBUG, "NOTSET": NOTSET}


def _acquireLock():
    if _lock:
        _lock.acquire()


def _releaseLock():
    if _lock:
        _lock.release()


def getLevelName(level):
    name = _levelToName.get(level)
    if name is not None:
        return name
    return _nameToLevel.get(level, f"Level {level}")


def getLevelNamesMapping():
    return dict(_nameToLevel)


def addLevelName(level, levelName):
    _levelToName[level] = levelName
    _nameToLevel[levelName] = level


def _checkLevel(level):
    if isinstance(level, int):
        return level
    if str(level) == level:
        if level not in _nameToLevel:
            raise ValueError(f"Unknown level: {level!r}")
        return _nameToLevel[level]
    raise TypeError(f"Level not an integer or a valid string: {level!r}")


# ---------------------------------------------------------------- records

class LogRecord:
    """One message with all that is known of it."""

    def __init__(self, name, level, pathname, lineno, msg, args, exc_info, func=None, sinfo=None, **kwargs):
        now = time.time()
        self.name = name
        self.msg = msg
        if args and len(args) == 1 and isinstance(args[0], dict) and args[0]:
            args = args[0]
        self.args = args
        self.levelname = getLevelName(level)
        self.levelno = level
        self.pathname = pathname
        self.filename = os.path.basename(pathname)
        self.module = os.path.splitext(self.filename)[0]
        self.exc_info = exc_info
        self.exc_text = None
        self.stack_info = sinfo
        self.lineno = lineno
        self.funcName = func
        self.created = now
        self.msecs = int((now - int(now)) * 1000) + 0.0
        self.relativeCreated = (now - _start_time) * 1000
        threading = sys.modules.get("threading")
        self.thread = get_ident()
        self.threadName = "MainThread" if threading is None else threading.current_thread().name
        self.processName = "MainProcess"
        self.process = os.getpid()
        self.taskName = None

    def __repr__(self):
        return f'<LogRecord: {self.name}, {self.levelno}, {self.pathname}, {self.lineno}, "{self.msg}">'

    def getMessage(self):
        msg = str(self.msg)
        if self.args:
            msg = msg % self.args
        return msg


_record_factory = LogRecord


def setLogRecordFactory(factory):
    global _record_factory
    _record_factory = factory


def getLogRecordFactory():
    return _record_factory


def makeLogRecord(dict):
    record = _record_factory(None, None, "", 0, "", (), None, None)
    record.__dict__.update(dict)
    return record


# ---------------------------------------------------------------- formatting

_PERCENT_FIELD = r"(?i)%\(\w+\)[#0+ -]*(\*|\d+)?(\.(\*|\d+))?[diouxefgcrsa%]"
_FORMAT_SPEC = r"(?i)^(.?[<=>^])?[+ -]?#?0?(\d+|{\w+})?[,_]?(\.(\d+|{\w+}))?[bcdefgnosx%]?$"


def _pattern(text):
    import re    # when somebody makes a formatter
    return re.compile(text)


class PercentStyle:
    default_format = "%(message)s"
    asctime_search = "%(asctime)"

    def __init__(self, fmt, *, defaults=None):
        self._fmt = fmt or self.default_format
        self._defaults = defaults

    def usesTime(self):
        return self._fmt.find(self.asctime_search) >= 0

    def validate(self):
        """ValueError where the format names no field."""
        if not _pattern(_PERCENT_FIELD).search(self._fmt):
            raise ValueError(f"Invalid format '{self._fmt}' for '{self.default_format[0]}' style")

    def format(self, record):
        values = record.__dict__ if not self._defaults else {**self._defaults, **record.__dict__}
        try:
            return self._format(values)
        except KeyError as error:
            raise ValueError(f"Formatting field not found in record: {error}") from None

    def _format(self, values):
        return self._fmt % values


class StrFormatStyle(PercentStyle):
    default_format = "{message}"
    asctime_search = "{asctime"

    def validate(self):
        from string import Formatter as Fields
        found = False
        try:
            for _, field, spec, conversion in Fields().parse(self._fmt):
                if field:
                    found = True
                    if not _pattern(r"^(\d+|\w+)(\.\w+|\[[^]]+\])*$").match(field):
                        raise ValueError(f"invalid field name/expression: {field!r}")
                if conversion and conversion not in "rsa":
                    raise ValueError(f"invalid conversion: {conversion!r}")
                if spec and not _pattern(_FORMAT_SPEC).match(spec):
                    raise ValueError(f"bad specifier: {spec!r}")
        except ValueError as error:
            raise ValueError(f"invalid format: {error}") from None
        if not found:
            raise ValueError("invalid format: no fields")

    def _format(self, values):
        return self._fmt.format(**values)


class StringTemplateStyle(PercentStyle):
    default_format = "${message}"
    asctime_search = "${asctime}"

    def usesTime(self):
        return "$asctime" in self._fmt or self.asctime_search in self._fmt

    def validate(self):
        from string import Template
        places = list(Template.pattern.finditer(self._fmt))
        if any(place.group(0) == "$" for place in places):
            raise ValueError("invalid format: bare '$' not allowed")
        if not any(place["named"] or place["braced"] for place in places):
            raise ValueError("invalid format: no fields")

    def _format(self, values):
        from string import Template
        return Template(self._fmt).substitute(**values)


BASIC_FORMAT = "%(levelname)s:%(name)s:%(message)s"
_STYLES = {"%": (PercentStyle, BASIC_FORMAT), "{": (StrFormatStyle, "{levelname}:{name}:{message}"),
           "$": (StringTemplateStyle, "${levelname}:${name}:${message}")}


class Formatter:
    converter = time.localtime
    default_time_format = "%Y-%m-%d %H:%M:%S"
    default_msec_format = "%s,%03d"

    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        kind = _STYLES.get(style, (None,))[0]
        if kind is None:
            raise ValueError("Style must be one of: " + ",".join(_STYLES))
        self.datefmt = datefmt
        made = self._style = kind(fmt, defaults=defaults)
        self._fmt = made._fmt
        if fmt is not None and validate:
            made.validate()

    def formatTime(self, record, datefmt=None):
        moment = type(self).converter(record.created)
        text = time.strftime(datefmt or self.default_time_format, moment)
        return text if datefmt or not self.default_msec_format else self.default_msec_format % (text, record.msecs)

    def formatException(self, ei):
        return "".join(traceback.format_exception(ei[0], ei[1], ei[2])).rstrip("\n")

    def usesTime(self):
        return self._style.usesTime()

    def formatMessage(self, record):
        return self._style.format(record)

    def formatStack(self, stack_info):
        return stack_info

    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info and not record.exc_text:
            record.exc_text = self.formatException(record.exc_info)
        for more in (record.exc_text, self.formatStack(record.stack_info) if record.stack_info else None):
            if more:
                if text[-1:] != "\n":
                    text += "\n"
                text += more
        return text


_default_formatter = Formatter()


class BufferingFormatter:
    """Several records as one text."""

    def __init__(self, linefmt=None):
        self.linefmt = linefmt or _default_formatter

    def formatHeader(self, records):
        return ""

    def formatFooter(self, records):
        return ""

    def format(self, records):
        if not records:
            return ""
        return self.formatHeader(records) + "".join(map(self.linefmt.format, records)) + self.formatFooter(records)


# ---------------------------------------------------------------- filters and handlers

class Filter:
    def __init__(self, name=""):
        self.name = name

    def filter(self, record):
        return not self.name or record.name == self.name or record.name.startswith(self.name + ".")


class Filterer:
    def __init__(self):
        self.filters = []

    def addFilter(self, filter):
        if filter not in self.filters:
            self.filters.append(filter)

    def removeFilter(self, filter):
        if filter in self.filters:
            self.filters.remove(filter)

    def filter(self, record):
        for filter in self.filters:
            accepts = filter.filter if hasattr(filter, "filter") else filter
            if not accepts(record):
                return False
        return True


_handlerList = []    # weakly, in the order of their making
_handlers = _WeakValueDictionary()    # those that have a name


class _Alone:
    """The time in which a handler has one thread: records of several do not mix."""

    def __init__(self, handler):
        self._handler = handler

    def __enter__(self):
        self._handler.acquire()

    def __exit__(self, *details):
        self._handler.release()


class Handler(Filterer):
    def __init__(self, level=NOTSET):
        super().__init__()
        self._name, self.formatter, self.level = None, None, _checkLevel(level)
        self.createLock()
        _handlerList.append(_weak_reference(self))

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        if self._name in _handlers:
            del _handlers[self._name]
        self._name = name
        if name:
            _handlers[name] = self

    def get_name(self):
        return self.name

    def set_name(self, name):
        self.name = name

    def createLock(self):
        self.lock = RLock()

    def acquire(self):
        if self.lock is not None:
            self.lock.acquire()

    def release(self):
        if self.lock is not None:
            self.lock.release()

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def format(self, record):
        return (self.formatter or _default_formatter).format(record)

    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")

    def handle(self, record):
        accepted = self.filter(record)
        if accepted:
            with _Alone(self):
                self.emit(record)
        return accepted

    def setFormatter(self, fmt):
        self.formatter = fmt

    def flush(self):
        pass

    def close(self):
        if self._name in _handlers:
            del _handlers[self._name]

    def handleError(self, record):
        if raiseExceptions and sys.stderr:
            sys.stderr.write("--- Logging error ---\n")
            traceback.print_exc(file=sys.stderr)
            sys.stderr.write(f"Message: {record.msg!r}\nArguments: {record.args}\n")

    def __repr__(self):
        return f"<{self.__class__.__name__} ({getLevelName(self.level)})>"


class StreamHandler(Handler):
    terminator = "\n"
    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream

    def flush(self):
        if self.stream and hasattr(self.stream, "flush"):
            self.stream.flush()

    def emit(self, record):
        try:
            self.stream.write(self.format(record) + self.terminator)
            self.flush()
        except RecursionError:
            raise
        except Exception:
            self.handleError(record)

    def setStream(self, stream):
        if stream is self.stream:
            return None
        old = self.stream
        self.flush()
        self.stream = stream
        return old

    def __repr__(self):
        name = str(getattr(self.stream, "name", ""))
        return f"<{self.__class__.__name__} {name + ' ' if name else ''}({getLevelName(self.level)})>"


class FileHandler(StreamHandler):
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        filename = os.fspath(filename)
        self.baseFilename = os.path.abspath(filename)
        self.mode = mode
        self.encoding = encoding
        self.errors = errors
        self.delay = delay
        Handler.__init__(self)
        self.stream = None if delay else self._open()

    def _open(self):
        return io.open(self.baseFilename, self.mode, encoding=self.encoding, errors=self.errors)

    def emit(self, record):
        if self.stream is None:
            self.stream = self._open()
        super().emit(record)

    def close(self):
        if self.stream:
            self.flush()
            self.stream.close()
            self.stream = None
        super().close()

    def __repr__(self):
        return f"<{self.__class__.__name__} {self.baseFilename} ({getLevelName(self.level)})>"


class NullHandler(Handler):
    def handle(self, record):
        pass

    def emit(self, record):
        pass


class _StderrHandler(StreamHandler):
    """Writes to what sys.stderr is at the time."""

    def __init__(self, level=NOTSET):
        Handler.__init__(self, level)

    @property
    def stream(self):
        return sys.stderr


lastResort = _StderrHandler(WARNING)


# ---------------------------------------------------------------- loggers

def _caller(stacklevel):
    """File, line and function of the call of a logging function."""
    frame = _frame(max(stacklevel, 1) - 1)      # of the program: modules of the library keep none
    if frame is None:
        return "(unknown file)", 0, "(unknown function)"
    return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name


class Logger(Filterer):
    def __init__(self, name, level=NOTSET):
        super().__init__()
        self.name, self.level = name, _checkLevel(level)
        self.parent, self.propagate, self.handlers, self.disabled = None, True, [], False

    def setLevel(self, level):
        self.level = _checkLevel(level)

    def debug(self, msg, *args, **kwargs):
        if self.isEnabledFor(DEBUG):
            self._log(DEBUG, msg, args, **kwargs)

    def info(self, msg, *args, **kwargs):
        if self.isEnabledFor(INFO):
            self._log(INFO, msg, args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        if self.isEnabledFor(WARNING):
            self._log(WARNING, msg, args, **kwargs)

    def warn(self, msg, *args, **kwargs):
        warnings.warn("The 'warn' method is deprecated, use 'warning' instead", DeprecationWarning, 2)
        self.warning(msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        if self.isEnabledFor(ERROR):
            self._log(ERROR, msg, args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.error(msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        if self.isEnabledFor(CRITICAL):
            self._log(CRITICAL, msg, args, **kwargs)

    fatal = critical

    def log(self, level, msg, *args, **kwargs):
        if not isinstance(level, int) and raiseExceptions:
            raise TypeError("level must be an integer")
        if isinstance(level, int) and self.isEnabledFor(level):
            self._log(level, msg, args, **kwargs)

    def makeRecord(self, name, level, fn, lno, msg, args, exc_info, func=None, extra=None, sinfo=None):
        record = _record_factory(name, level, fn, lno, msg, args, exc_info, func, sinfo)
        added = {} if extra is None else extra
        taken = [key for key in added if key in ("message", "asctime") or key in record.__dict__]
        if taken:
            raise KeyError(f"Attempt to overwrite {taken[0]!r} in LogRecord")
        record.__dict__.update(added)
        return record

    def _log(self, level, msg, args, exc_info=None, extra=None, stack_info=False, stacklevel=1):
        path, line, function = _caller(stacklevel)
        if exc_info:
            if isinstance(exc_info, BaseException):
                exc_info = (type(exc_info), exc_info, exc_info.__traceback__)
            elif not isinstance(exc_info, tuple):
                exc_info = sys.exc_info()
        shown = None
        if stack_info:
            shown = "Stack (most recent call last):\n" + "".join(traceback.format_stack(_frame(max(stacklevel, 1) - 1))).rstrip("\n")
        self.handle(self.makeRecord(self.name, level, path, line, msg, args, exc_info, function, extra, shown))

    def handle(self, record):
        if not self.disabled and self.filter(record):
            self.callHandlers(record)

    def addHandler(self, hdlr):
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def removeHandler(self, hdlr):
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def hasHandlers(self):
        logger = self
        while logger:
            if logger.handlers:
                return True
            logger = logger.parent if logger.propagate else None
        return False

    def callHandlers(self, record):
        logger = self
        found = 0
        while logger:
            for handler in logger.handlers:
                found += 1
                if record.levelno >= handler.level:
                    handler.handle(record)
            logger = logger.parent if logger.propagate else None
        if not found and lastResort and record.levelno >= lastResort.level:
            lastResort.handle(record)

    def getEffectiveLevel(self):
        logger = self
        while logger and not logger.level:
            logger = logger.parent
        return logger.level if logger else NOTSET

    def isEnabledFor(self, level):
        return not self.disabled and level > Logger.manager.disable and level >= self.getEffectiveLevel()

    def getChild(self, suffix):
        return self.manager.getLogger(suffix if self.parent is None else f"{self.name}.{suffix}")

    def __repr__(self):
        return f"<{self.__class__.__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"


class RootLogger(Logger):
    def __init__(self, level):
        super().__init__("root", level)


class PlaceHolder:
    """Stands in the tree for a name that only has others below it."""

    def __init__(self, alogger):
        self.loggerMap = {alogger: None}

    def append(self, alogger):
        self.loggerMap[alogger] = None


class Manager:
    """The tree of loggers."""

    def __init__(self, rootnode):
        self.root = rootnode
        self.disable = 0
        self.loggerDict = {}
        self.loggerClass = None

    def getLogger(self, name):
        if not isinstance(name, str):
            raise TypeError("A logger name must be a string")
        known = self.loggerDict.get(name)
        if isinstance(known, Logger):
            return known
        logger = self.loggerDict[name] = (self.loggerClass or _logger_class)(name)
        logger.manager = self
        logger.parent = self._parent_of(logger)
        for other in known.loggerMap if known else ():
            if not other.parent.name.startswith(name):
                other.parent = logger
        return logger

    def _parent_of(self, logger):
        """The nearest one above; names on the way there stand for the logger."""
        above = logger.name.rpartition(".")[0]
        while above:
            place = self.loggerDict.setdefault(above, logger)
            if place is logger:
                self.loggerDict[above] = PlaceHolder(logger)
            elif isinstance(place, Logger):
                return place
            else:
                place.append(logger)
            above = above.rpartition(".")[0]
        return self.root

    def setLoggerClass(self, klass):
        self.loggerClass = klass


_logger_class = Logger
root = RootLogger(WARNING)
Logger.root = root
Logger.manager = Manager(root)


def setLoggerClass(klass):
    global _logger_class
    _logger_class = klass


def getLoggerClass():
    return _logger_class


class LoggerAdapter:
    """A logger with extra information in each record."""

    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, logger, extra=None):
        self.logger = logger
        self.extra = extra

    def process(self, msg, kwargs):
        kwargs["extra"] = self.extra
        return msg, kwargs

    def log(self, level, msg, *args, **kwargs):
        if self.logger.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)

    def debug(self, msg, *args, **kwargs):
        self.log(DEBUG, msg, *args, **kwargs)

    def info(self, msg, *args, **kwargs):
        self.log(INFO, msg, *args, **kwargs)

    def warning(self, msg, *args, **kwargs):
        self.log(WARNING, msg, *args, **kwargs)

    def error(self, msg, *args, **kwargs):
        self.log(ERROR, msg, *args, **kwargs)

    def exception(self, msg, *args, exc_info=True, **kwargs):
        self.log(ERROR, msg, *args, exc_info=exc_info, **kwargs)

    def critical(self, msg, *args, **kwargs):
        self.log(CRITICAL, msg, *args, **kwargs)

    def setLevel(self, level):
        self.logger.setLevel(level)

    def isEnabledFor(self, level):
        return self.logger.isEnabledFor(level)

    def getEffectiveLevel(self):
        return self.logger.getEffectiveLevel()

    def hasHandlers(self):
        return self.logger.hasHandlers()

    name = property(lambda self: self.logger.name)
    manager = property(lambda self: self.logger.manager)

    def __repr__(self):
        return f"<{self.__class__.__name__} {self.name} ({getLevelName(self.getEffectiveLevel())})>"


# ---------------------------------------------------------------- the module's functions

def getLogger(name=None):
    if not name or isinstance(name, str) and name == root.name:
        return root
    return Logger.manager.getLogger(name)


def basicConfig(*, filename=None, filemode="a", format=None, datefmt=None, style="%", level=None, stream=None,
                handlers=None, force=False, encoding=None, errors="backslashreplace"):
    if force:
        for handler in root.handlers[:]:
            root.removeHandler(handler)
            handler.close()
    if root.handlers:
        return
    if handlers is None:
        if stream is not None and filename is not None:
            raise ValueError("'stream' and 'filename' should not be specified together")
        if filename is not None:
            handlers = [FileHandler(filename, filemode, encoding=encoding, errors=errors)]
        else:
            handlers = [StreamHandler(stream)]
    elif stream is not None or filename is not None:
        raise ValueError("'stream' or 'filename' should not be specified together with 'handlers'")
    if style not in _STYLES:
        raise ValueError(f"Style must be one of: {','.join(_STYLES)}")
    formatter = Formatter(_STYLES[style][1] if format is None else format, datefmt, style)
    for handler in handlers:
        if handler.formatter is None:
            handler.setFormatter(formatter)
        root.addHandler(handler)
    if level is not None:
        root.setLevel(level)


def disable(level=CRITICAL):
    Logger.manager.disable = _checkLevel(level)


def _ready():
    if not root.handlers:
        basicConfig()


def critical(msg, *args, **kwargs):
    _ready()
    root.critical(msg, *args, **kwargs)


fatal = critical


def error(msg, *args, **kwargs):
    _ready()
    root.error(msg, *args, **kwargs)


def exception(msg, *args, exc_info=True, **kwargs):
    error(msg, *args, exc_info=exc_info, **kwargs)


def warning(msg, *args, **kwargs):
    _ready()
    root.warning(msg, *args, **kwargs)


def warn(msg, *args, **kwargs):
    warnings.warn("The 'warn' function is deprecated, use 'warning' instead", DeprecationWarning, 2)
    warning(msg, *args, **kwargs)


def info(msg, *args, **kwargs):
    _ready()
    root.info(msg, *args, **kwargs)


def debug(msg, *args, **kwargs):
    _ready()
    root.debug(msg, *args, **kwargs)


def log(level, msg, *args, **kwargs):
    _ready()
    root.log(level, msg, *args, **kwargs)


def shutdown(handlerList=_handlerList):
    """Ends all handlers, the last one first."""
    for reference in handlerList[::-1]:
        handler = reference()
        if handler is None:
            continue
        try:
            with _Alone(handler):
                handler.flush()
                handler.close()
        except (OSError, ValueError):    # its stream has been closed already
            pass
        except Exception:
            if raiseExceptions:
                raise


atexit.register(shutdown)
_shown_before = None    # warnings.showwarning, while warnings are captured


def _show_warning(message, category, filename, lineno, file=None, line=None):
    if file is not None:
        _shown_before(message, category, filename, lineno, file, line)
        return
    logger = getLogger("py.warnings")
    if not logger.handlers:
        logger.addHandler(NullHandler())
    logger.warning(warnings.formatwarning(message, category, filename, lineno, line))


def captureWarnings(capture):
    """Whether warnings go to the logger `py.warnings`."""
    global _shown_before
    if capture and _shown_before is None:
        _shown_before, warnings.showwarning = warnings.showwarning, _show_warning
    elif not capture and _shown_before is not None:
        warnings.showwarning, _shown_before = _shown_before, None
