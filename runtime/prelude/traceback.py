"""Exceptions and where they came from, as text."""
import sys
from _traceback import entries, frame, message, pieces, place, source_line


class FrameSummary:
    """One line of a traceback."""

    __slots__ = ("filename", "lineno", "name", "line", "locals")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None,
                 colno=None, end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self.line = line or ""
        self.locals = None

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __getitem__(self, i):
        return (self.filename, self.lineno, self.name, self.line)[i]

    def __len__(self):
        return 4

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"


class StackSummary(list):
    @classmethod
    def from_list(cls, a_list):
        return cls([item if isinstance(item, FrameSummary) else FrameSummary(item[0], item[1], item[2], line=item[3])
                    for item in a_list])

    def format(self):
        return format_list(self)


def walk_tb(tb):
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def extract_tb(tb, limit=None):
    frames = []
    while tb is not None:
        code = tb.tb_frame.f_code
        frames.append(FrameSummary(code.co_filename, tb.tb_lineno, code.co_name, line=source_line(tb)))
        tb = tb.tb_next
    return StackSummary(_limited(frames, limit))


def _limited(items, limit):
    if limit is None:
        return items
    return items[:limit] if limit >= 0 else items[limit:]


def format_list(extracted_list):
    lines = []
    for frame in StackSummary.from_list(extracted_list):
        text = f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}\n'
        if frame.line:
            text += f"    {frame.line}\n"
        lines.append(text)
    return lines


def print_list(extracted_list, file=None):
    for text in format_list(extracted_list):
        print(text, file=sys.stderr if file is None else file, end="")


def format_tb(tb, limit=None):
    return [] if tb is None else _limited(entries(tb), limit)


def print_tb(tb, limit=None, file=None):
    for text in format_tb(tb, limit):
        print(text, file=sys.stderr if file is None else file, end="")


_MISSING = object()


def _exception_of(exc, value):
    if value is not _MISSING:
        return value
    if isinstance(exc, BaseException) or exc is None:
        return exc
    raise TypeError("Exception expected for value, " + f"{type(exc).__name__} found")


def format_exception_only(exc, /, value=_MISSING):
    value = _exception_of(exc, value)
    return ["NoneType: None\n"] if value is None else message(value).splitlines(keepends=True)


def format_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, chain=True):
    value = _exception_of(exc, value)
    if value is None:
        return format_exception_only(None)
    return pieces(value, value.__traceback__ if tb is _MISSING else tb, limit, chain)


def print_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, file=None, chain=True):
    for text in format_exception(exc, value, tb, limit, chain):
        print(text, file=sys.stderr if file is None else file, end="")


def format_exc(limit=None, chain=True):
    return "".join(format_exception(sys.exception(), limit=limit, chain=chain))


def print_exc(limit=None, file=None, chain=True):
    print_exception(sys.exception(), limit=limit, file=file, chain=chain)


def print_last(limit=None, file=None, chain=True):
    print_exception(sys.last_value, limit=limit, file=file, chain=chain)


class TracebackException:
    """An exception as it was, to be printed later."""

    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, **options):
        self.exc_type = exc_type
        self._value = exc_value
        self._traceback = exc_traceback
        self.stack = extract_tb(exc_traceback, limit)

    @classmethod
    def from_exception(cls, exc, **options):
        return cls(type(exc), exc, exc.__traceback__, **options)

    def format(self, *, chain=True):
        yield from format_exception(self.exc_type, self._value, self._traceback, chain=chain)

    def format_exception_only(self):
        yield from format_exception_only(self._value)

    def __str__(self):
        return str(self._value)


def clear_frames(tb):
    pass


def _outwards(innermost):
    frames = [frame(0) if innermost is None else innermost]
    while frames[-1] is not None:
        frames.append(frames[-1].f_back)
    return frames[:-1]


def walk_stack(f):
    return iter([(each, each.f_lineno) for each in _outwards(f)])


def extract_stack(f=None, limit=None):
    lines = []
    for each in _outwards(f):
        code, number = each.f_code, each.f_lineno
        lines.append(FrameSummary(code.co_filename, number, code.co_name, line=source_line(place(each))))
    lines.reverse()
    if limit is not None:
        lines = lines[-limit:] if limit >= 0 else lines[:-limit]
    return StackSummary(lines)


def format_stack(f=None, limit=None):
    return format_list(extract_stack(f, limit))


def print_stack(f=None, limit=None, file=None):
    print_list(extract_stack(f, limit), file)
