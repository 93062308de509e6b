"""The conversation with compiled code: one side has control at a time; requests nest."""
import io
import math
import operator
import os
import sys

from . import (arrays, channel, codec, environment, exceptions, memory, mirrors, numbers as n, objects, packages, proxies, randomness, source as program,
               spaces, storages, tensors)
from .codec import END, In, Out, read, settled, write

SECTIONS = (objects, randomness, tensors, mirrors)
# Immutable objects of the standard library, by value: the arguments that make them again.
REMADE = {
    ("datetime", "datetime"): lambda v: (v.year, v.month, v.day, v.hour, v.minute, v.second, v.microsecond, v.tzinfo),
    ("datetime", "date"): lambda v: (v.year, v.month, v.day),
    ("datetime", "time"): lambda v: (v.hour, v.minute, v.second, v.microsecond, v.tzinfo),
    ("datetime", "timedelta"): lambda v: (v.days, v.seconds, v.microseconds),
    ("datetime", "timezone"): lambda v: (v.utcoffset(None),),
    ("decimal", "Decimal"): lambda v: (str(v),),
    ("fractions", "Fraction"): lambda v: (v.numerator, v.denominator),
    ("pathlib", "PosixPath"): lambda v: (str(v),),
    ("pathlib", "PurePosixPath"): lambda v: (str(v),),
}
# Builtin classes that have no name in `builtins`, by what `types` calls them.
NAMED_TYPES = {type(None): "NoneType", type(...): "EllipsisType", type(NotImplemented): "NotImplementedType"}
# What an operation on our object says that has no special method.
SPECIAL = {"__round__": round, "__trunc__": math.trunc, "__floor__": math.floor, "__ceil__": math.ceil,
           "__reversed__": reversed, "__divmod__": divmod, "__pow__": pow, "__complex__": complex, "__bytes__": bytes,
           "__fspath__": os.fspath}

_path = ()  # what the program has put into its sys.path
_added = ()  # what of it was not in ours


# ---- values that need a look
HEAP_TYPE = 1 << 9  # of type.__flags__
HANDLES = set()  # types all of whose objects stay here, as far as they have crossed
HANDLE_CLASSES = {}  # classes of C that stay here, likewise: their flags


def _write_other(out, value):
    if isinstance(value, BaseException):
        exceptions.write_exception(out, value)
    elif proxies.write_proxy(out, value):
        pass
    elif packages.meet(type(value)):
        write(out, value)
    elif isinstance(value, type):
        _write_class(out, value)
    elif tensors.torch is not None and isinstance(value, tensors.torch.Tensor):
        objects.write_handle(out, value)
    elif (type(value).__module__, type(value).__qualname__) in REMADE:
        out.extend(n.MADE)
        write(out, type(value))
        write(out, REMADE[type(value).__module__, type(value).__qualname__](value))
    else:
        HANDLES.add(type(value))
        objects.write_handle(out, value)


def _write_class(out, cls):
    if issubclass(cls, BaseException):
        exceptions.write_class(out, cls)
    elif cls.__module__ == "builtins" and getattr(sys.modules["builtins"], cls.__qualname__, None) is cls:
        codec.write_global(out, "builtins", cls.__qualname__)
    elif cls in NAMED_TYPES:
        codec.write_global(out, "types", NAMED_TYPES[cls])
    elif (cls.__module__, cls.__qualname__) in REMADE:
        codec.write_global(out, cls.__module__, cls.__qualname__)
    elif tensors.torch is not None and cls in (tensors.torch.Tensor, tensors.torch.nn.Parameter):
        codec.write_global(out, "torch.nn" if cls is tensors.torch.nn.Parameter else "torch", cls.__name__)
    else:
        if type(cls) is type and not cls.__flags__ & HEAP_TYPE:
            HANDLE_CLASSES[cls] = objects.flags_of(cls)
        objects.write_handle(out, cls)


codec.write_other = _write_other


# ---- frames
NOTHING = b"\1" + bytes(23)  # a section without changes


def unchanged():
    """Whether there is nothing that the sections would tell."""
    return mirrors.unchanged() and objects.unchanged() and tensors.unchanged() and randomness.unchanged()


def _begin():
    out = Out()
    if unchanged():
        out.append(0)
        return out
    out.append(1)
    for section in SECTIONS:
        section.write_changes(out)
    if out == NOTHING:
        out[:] = b"\0"
    return out


def flush():
    """What compiled code prints comes behind what was printed here, if that goes to a file as well."""
    for stream in (sys.stdout, sys.stderr):
        if channel.FLUSHES_ALL or stream.__class__ is io.TextIOWrapper:
            try:
                stream.flush()
            except (AttributeError, OSError, ValueError):  # replaced or closed by somebody
                pass


def _open(data, descriptors):
    source = In(data, descriptors)
    for _ in range(source.byte()):
        for section in SECTIONS:
            section.read_changes(source)
    memory.bring_copies()
    return source


# ---- what we ask
def ask(operation, *args):
    with channel.turn:
        out = _begin()
        out.append(operation)
        out.number(len(args))
        for arg in args:
            write(out, arg)
        arg = args = None
        mirrors.write_dropped(out)
        objects.write_released(out)
        flush()
        kind, data, descriptors = channel.ask(out, answer)
        try:
            source = _open(data, descriptors)
            value = read(source)
            compiled = read(source) if kind == n.ERROR else None  # the traceback, which this frame keeps (exceptions.py)
            mirrors.read_dropped(source)
            objects.read_released(source)
        except BaseException as error:
            channel.fail(error)
    if source.later:
        source.settle()
    objects.let_go()
    if source.postpones:
        value = source.attempt(settled, value)
    if source.failure is not None:
        raise source.failure
    if kind != n.ERROR:
        return value
    try:
        raise value.with_traceback(None)
    finally:
        del value  # it holds this frame


def _tell_released():
    try:
        ask(n.RELEASED)
    except RuntimeError:  # the session is over
        pass


objects.may_ask, objects.tell_released = channel.may_ask, _tell_released
randomness.may_ask = environment.may_ask = channel.may_ask
proxies.ask = exceptions.ask = tensors.ask = program.ask = randomness.ask = environment.ask = ask


# ---- what we are asked
def answer(data, descriptors, reply):
    """Does a request, and gives `reply` the kind and the bytes of its answer."""
    try:
        source = _open(data, descriptors)
        operation = source.byte()
        source.arrays = operation == TO_ARRAY
        args = []
        for _ in range(source.number()):
            args.append(read(source))
            if len(args) <= 2 and operation in (CALL, CALL_METHOD) and arrays.makes_arrays(args):
                source.arrays = True
        mirrors.read_dropped(source)
        objects.read_released(source)
    except BaseException as error:
        channel.fail(error)
    outcome = []
    channel.give_control()
    try:
        if source.later:
            source.settle()
        objects.let_go()
        if source.postpones:
            args = [source.attempt(settled, arg) for arg in args]
        if source.failure is not None:
            raise source.failure
        outcome.append(OPERATIONS[operation](*args))
        proxies.tell_attributes()
    except BaseException as error:  # goes to whoever asked
        outcome[:] = (None, error)
    args = source = None
    channel.take_control()
    try:
        reply_to(outcome, reply)
    except BaseException as error:
        channel.fail(error)
    finally:
        channel.answered()


def reply_to(outcome, reply):
    """`outcome` is a result, or None and an exception; it is emptied, so that nothing here holds what has gone."""
    out = _begin()
    error = outcome.pop() if len(outcome) == 2 else None
    kind = n.RESULT if error is None else n.ERROR
    if error is None:
        write(out, outcome.pop())
    else:
        exceptions.write_exception(out, error, True)
        write(out, exceptions.frames_of(error.__traceback__))
    error = None
    mirrors.write_dropped(out)
    objects.write_released(out)
    flush()
    reply(kind, out)


def start(arguments, folder):
    channel.start(arguments, folder)


def dropped(count, *numbers):
    """Storages, then objects, that compiled code does not use any more; those end once control is here."""
    for number in numbers[:count]:
        storages.drop(number)
    objects.end(numbers[count:])


def import_package(name, path):
    """`path` is what the program has put into its sys.path, which has nothing else."""
    global _path, _added
    if path != _path:
        own = [place for place in sys.path if place not in _added]
        _path, _added = path, [place for place in path if place not in own]
        sys.path[:] = [*path, *(place for place in own if place not in path)]
    __import__(name)  # unlike import_module it leaves no line of its own in a traceback
    return sys.modules[name]


def call_function(function, names, *args):
    if names is None:
        return function(*args)
    count = len(names)
    return function(*args[:-count], **dict(zip(names, args[-count:])))


def call_method(value, name, names, *args):
    return call_function(getattr(value, name), names, *args)


def call_special(value, name, *args):
    function = SPECIAL.get(name)
    if function is not None:
        return function(value, *args)
    method = getattr(type(value), name, None)
    if method is None:
        if name in ("__enter__", "__exit__"):
            raise TypeError(f"'{type(value).__qualname__}' object does not support the context manager protocol")
        raise AttributeError(f"'{type(value).__qualname__}' object has no attribute '{name}'")
    return method(value, *args)


def type_name(value):
    """As messages have it that are written in C: classes of C have their module's name before them."""
    cls = type(value)
    inner = cls.__flags__ & HEAP_TYPE or cls.__module__ == "builtins"
    return cls.__name__ if inner else f"{cls.__module__}.{cls.__name__}"


tensors.type_name = type_name


def next_item(iterator):
    try:
        return next(iterator)
    except StopIteration as end:
        if end.value is not None:
            raise
        return END


def _operations():
    # Nothing may keep these names: at the end of Python modules go in the order in which they were made.
    names = {**globals(), **vars(tensors), **vars(proxies), **vars(program), "release": objects.release,
             "random_place": randomness.random_place, "set_variable": environment.set_variable}
    return [eval(expression, names) for expression in n.EXPRESSIONS]


OPERATIONS = _operations()
TO_ARRAY, CALL, CALL_METHOD = (n.EXPRESSIONS.index(name) for name in ("to_array", "call_function", "call_method"))


def begin():
    if "torch" in sys.modules:
        tensors.torch_is_there()
    else:
        sys.meta_path.insert(0, tensors.WatchTorch)
    channel.serve(answer, Out())
