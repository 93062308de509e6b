"""Exceptions and their classes on both sides."""
from itertools import islice

from . import numbers as n
from . import objects
from .codec import Postponed, SIZED, read, reads, settled, write, write_global

ask = None  # of serve.py
MOST_FRAMES = 2000
OURS = "<janus_bridge"


def frames_of(traceback):
    """(file, line, function, column, last line, end column) of a traceback's entries. An exception that has come out of
    compiled code brings its traceback there, which goes back as the last of them."""
    frames = []
    while traceback is not None and len(frames) < MOST_FRAMES:
        code = traceback.tb_frame.f_code
        file = code.co_filename
        compiled = traceback.tb_frame.f_locals.get("compiled") if code is ask.__code__ else None
        if compiled is not None:
            frames.append(compiled)
        if not file.startswith(OURS) and not file.startswith("<frozen importlib"):
            line, end_line, column, end_column = traceback.tb_lineno, -1, -1, -1
            if hasattr(code, "co_positions"):
                place = next(islice(code.co_positions(), traceback.tb_lasti // 2, None), None)
                if place is not None and None not in place:
                    line, end_line, column, end_column = place
            frames.append((file, line, code.co_name, column, end_line, end_column))
        traceback = traceback.tb_next
    return tuple(frames)


# ---- classes
def write_class(out, cls):
    if cls.__module__ == "builtins":
        write_global(out, "builtins", cls.__qualname__)
        return
    number = cls.__dict__.get("__janus_number__")
    if number is not None:
        objects.write_yours(out, number)
        return
    if "__janus__" in cls.__dict__:  # what the package `janus` has for a class of compiled code
        write(out, cls.__dict__["__janus__"])
        return
    number, is_new = objects.export(cls)
    out.extend(SIZED.pack(n.CLASS, number))
    out.append(is_new)
    if is_new:
        out.text(cls.__module__)
        out.text(cls.__qualname__)
        out.text(cls.__name__)
        write(out, tuple(base for base in cls.__bases__
                         if base is object or issubclass(base, BaseException)) or (Exception,))


def _forward(name):
    def method(self, *args):
        return ask(n.SPECIAL, self, name, *args)
    return method


def _get_attribute(self, name):
    if name.startswith("__"):
        raise AttributeError(name)
    return ask(n.GET_ATTR, self, name)


class ExceptionClass(type):
    """The class of compiled code's classes of exceptions, whose instances are made there."""

    def __call__(cls, *args, **keywords):
        if "__janus_number__" not in cls.__dict__:  # a subclass that was made here
            return super().__call__(*args, **keywords)
        return ask(n.CALL, cls, tuple(keywords) or None, *args, *keywords.values())


@reads(n.CLASS)
def _read_class(source):
    number, is_new = source.number(), source.byte()
    if not is_new:
        return objects.known(number)
    module, qualname, name = source.text(), source.text(), source.text()
    bases = tuple(read(source) for _ in range(source.number()))
    namespace = {"__module__": module, "__qualname__": qualname, "__janus_number__": number,
                 "__str__": _forward("__str__"), "__repr__": _forward("__repr__"), "__getattr__": _get_attribute,
                 "__init__": lambda self, *args, **keywords: None}

    def make():
        return ExceptionClass(name, bases, namespace)
    return objects.adopt(number, make(), make)


# ---- instances
class _Link:
    """Tells when an exception of compiled code is not used here any more."""
    __slots__ = ("exception", "number", "__weakref__")


def number_of(error):
    link = error.__dict__.get("_janus_link")  # a copy of an exception has it, too
    return None if link is None or link.exception is not error else link.number


def _arguments(error):
    if isinstance(error, OSError) and type(error).__module__ == "builtins" and error.filename is not None \
            and len(error.args) == 2:
        return (*error.args, error.filename, *((None, error.filename2) if error.filename2 is not None else ()))
    return error.args if type(error.args) is tuple else ()


# What constructors of builtin classes take by keyword.
KEYWORDS = {ImportError: ("name", "path"), NameError: ("name",), AttributeError: ("name", "obj")}


def _keywords(error):
    names = next((names for cls, names in KEYWORDS.items() if isinstance(error, cls)), ())
    return tuple((name, getattr(error, name)) for name in names if getattr(error, name, None) is not None)


_writing = set()


def write_exception(out, error, is_raised=False):
    """With its frames; those of one that is raised come with the frame of the protocol."""
    number = number_of(error)
    if number is not None:
        objects.write_yours(out, number)
        return
    out.extend(SIZED.pack(n.EXCEPTION, objects.export(error)[0]))
    write_class(out, type(error))
    write(out, _arguments(error))
    write(out, _keywords(error))
    write(out, () if is_raised else frames_of(error.__traceback__))
    _writing.add(id(error))
    try:
        for chained in (error.__cause__, error.__context__):
            write(out, None if chained is None or id(chained) in _writing else chained)
    finally:
        _writing.discard(id(error))
    out.append(error.__suppress_context__)


def _make(number, cls, args, keywords):
    error = None
    if cls.__module__ == "builtins":
        try:
            error = cls(*args)
        except Exception:  # an __init__ that wants other arguments than `args`
            pass
    if error is None:
        error = cls.__new__(cls, *args)
        error.args = args
    for name, value in keywords:
        setattr(error, name, value)
    link = _Link()
    link.exception, link.number = error, number
    error.__dict__["_janus_link"] = link
    return link


@reads(n.EXCEPTION)
def _read_exception(source):
    number, is_new = source.number(), source.byte()
    if not is_new:
        return objects.known(number).exception
    cls, args, keywords = read(source), read(source), read(source)
    if source.failure is not None:
        return None

    if type(keywords) is Postponed:  # an object whose key is not made yet
        keywords = ()
    if type(args) is Postponed:
        waiting, args = args, ()

        def set_arguments():
            nonlocal args
            args = objects.known(number).exception.args = settled(waiting)
        source.later.append(set_arguments)

    made = _make(number, cls, args, keywords)
    # One that is made again is without the object: it would live as long as compiled code may ask for that.
    keywords = tuple(pair for pair in keywords if pair[0] != "obj")
    return objects.adopt(number, made, lambda: _make(number, cls, args, keywords)).exception
