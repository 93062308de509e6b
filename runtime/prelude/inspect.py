"""What functions, classes and objects are made of."""
import sys
import types
import _signatures
import _traceback
from _signatures import BoundArguments, Parameter, Signature, signature

_empty = Parameter.empty
CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS, CO_NESTED, CO_GENERATOR = 1, 2, 4, 8, 16, 32
CO_COROUTINE, CO_ITERABLE_COROUTINE, CO_ASYNC_GENERATOR = 128, 256, 512
GEN_CREATED, GEN_RUNNING, GEN_SUSPENDED, GEN_CLOSED = "GEN_CREATED", "GEN_RUNNING", "GEN_SUSPENDED", "GEN_CLOSED"
CORO_CREATED, CORO_RUNNING = "CORO_CREATED", "CORO_RUNNING"
CORO_SUSPENDED, CORO_CLOSED = "CORO_SUSPENDED", "CORO_CLOSED"


def ismodule(object):
    return isinstance(object, types.ModuleType)


def isclass(object):
    return isinstance(object, type)


def ismethod(object):
    return isinstance(object, types.MethodType)


def isfunction(object):
    return isinstance(object, types.FunctionType)


def _code_has(obj, flag):
    """Looks through methods and functools.partial."""
    import functools
    while ismethod(obj):
        obj = obj.__func__
    while isinstance(obj, functools.partial):
        obj = obj.func
    return isfunction(obj) and bool(obj.__code__.co_flags & flag)


def isgeneratorfunction(obj):
    return _code_has(obj, CO_GENERATOR)


def isgenerator(object):
    return isinstance(object, types.GeneratorType)


def iscoroutinefunction(obj):
    return _code_has(obj, CO_COROUTINE)


def iscoroutine(object):
    return isinstance(object, types.CoroutineType)


def isawaitable(object):
    if isgenerator(object) and object.gi_code.co_flags & CO_ITERABLE_COROUTINE:
        return True
    return hasattr(type(object), "__await__")


def isasyncgenfunction(obj):
    return _code_has(obj, CO_ASYNC_GENERATOR)


def isasyncgen(object):
    return isinstance(object, types.AsyncGeneratorType)


def _state_of(running, suspended, frame):
    return "RUNNING" if running else "SUSPENDED" if suspended else "CLOSED" if frame is None else "CREATED"


def getgeneratorstate(generator):
    return "GEN_" + _state_of(generator.gi_running, generator.gi_suspended, generator.gi_frame)


def getcoroutinestate(coroutine):
    return "CORO_" + _state_of(coroutine.cr_running, coroutine.cr_suspended, coroutine.cr_frame)


def istraceback(object):
    return isinstance(object, types.TracebackType)


def isframe(object):
    return isinstance(object, types.FrameType)


def iscode(object):
    return isinstance(object, types.CodeType)


def isbuiltin(object):
    return isinstance(object, types.BuiltinFunctionType)


def isroutine(object):
    return isbuiltin(object) or isfunction(object) or ismethod(object) or ismethoddescriptor(object)


def ismethoddescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__get__") and not hasattr(type(object), "__set__")


def isdatadescriptor(object):
    if isclass(object) or ismethod(object) or isfunction(object):
        return False
    return hasattr(type(object), "__set__") or hasattr(type(object), "__delete__")


def isgetsetdescriptor(object):
    return isinstance(object, types.GetSetDescriptorType)


def ismemberdescriptor(object):
    return isinstance(object, types.MemberDescriptorType)


def isabstract(object):
    return isclass(object) and bool(getattr(object, "__abstractmethods__", None))


def getmembers(object, predicate=None):
    names = dir(object)
    if isclass(object):
        for base in object.__bases__:
            names += [name for name, value in base.__dict__.items()
                      if isinstance(value, types.DynamicClassAttribute) and name not in names]
    found = []
    for name in names:
        try:
            value = getattr(object, name)
        except AttributeError:
            continue
        if predicate is None or predicate(value):
            found.append((name, value))
    found.sort(key=lambda pair: pair[0])
    return found


def getmro(cls):
    return cls.__mro__


def unwrap(func, *, stop=None):
    seen = []
    while hasattr(func, "__wrapped__") and not (stop is not None and stop(func)):
        if func in seen:
            raise ValueError(f"wrapper loop when unwrapping {seen[0]!r}")
        seen.append(func)
        func = func.__wrapped__
    return func


def cleandoc(doc):
    first, *rest = doc.expandtabs().split("\n")
    margin = min([len(line) - len(line.lstrip()) for line in rest if line.lstrip()], default=0)
    lines = [first.lstrip(), *[line[margin:] for line in rest]]
    written = [i for i, line in enumerate(lines) if line]
    return "\n".join(lines[written[0]:written[-1] + 1]) if written else ""


def getdoc(object):
    doc = getattr(object, "__doc__", None)
    if doc is None and isfunction(object):
        return None
    return cleandoc(doc) if isinstance(doc, str) else None


def getmodule(object, _filename=None):
    if ismodule(object):
        return object
    return sys.modules.get(getattr(object, "__module__", None))


def getmodulename(path):
    name = path.rsplit("/", 1)[-1]
    return name[:-3] if name.endswith(".py") else None


def getfile(object):
    if ismodule(object):
        if getattr(object, "__file__", None):
            return object.__file__
        raise TypeError(f"{object!r} is a built-in module")
    if isclass(object):
        module = sys.modules.get(object.__module__)
        if getattr(module, "__file__", None):
            return module.__file__
        raise TypeError(f"{object!r} is a built-in class")
    if ismethod(object):
        object = object.__func__
    if isfunction(object):
        return object.__code__.co_filename
    raise TypeError("module, class, method, function, traceback, frame, or code object was expected, got "
                    f"{type(object).__name__}")


getsourcefile = getfile


def getsource(object):
    raise OSError("could not get source code: a compiled module does not keep the text of its functions")


def getsourcelines(object):
    raise OSError("could not get source code: a compiled module does not keep the text of its functions")


def currentframe():
    return _traceback.frame(0)


class Traceback(tuple):
    """(filename, lineno, function, code_context, index)"""

    filename = property(lambda self: self[0])
    lineno = property(lambda self: self[1])
    function = property(lambda self: self[2])
    code_context = property(lambda self: self[3])
    index = property(lambda self: self[4])

    def __repr__(self):
        names = ("filename", "lineno", "function", "code_context", "index")
        return f"Traceback({', '.join([f'{name}={value!r}' for name, value in zip(names, self)])})"


class FrameInfo(tuple):
    """(frame, filename, lineno, function, code_context, index)"""

    frame = property(lambda self: self[0])
    filename = property(lambda self: self[1])
    lineno = property(lambda self: self[2])
    function = property(lambda self: self[3])
    code_context = property(lambda self: self[4])
    index = property(lambda self: self[5])

    def __repr__(self):
        names = ("frame", "filename", "lineno", "function", "code_context", "index")
        return f"FrameInfo({', '.join([f'{name}={value!r}' for name, value in zip(names, self)])})"


def getframeinfo(frame, context=1):
    if istraceback(frame):
        code, number = frame.tb_frame.f_code, frame.tb_lineno
    elif isframe(frame):
        code, number = frame.f_code, frame.f_lineno
    else:
        raise TypeError(f"{frame!r} is not a frame or traceback object")
    import linecache
    first = max(1, number - context // 2)
    lines = [linecache.getline(code.co_filename, i) for i in range(first, first + context)]
    known = any(lines)
    return Traceback((code.co_filename, number, code.co_name, lines if known else None, number - first if known else None))


def getouterframes(frame, context=1):
    found = []
    while frame is not None:
        found.append(FrameInfo((frame, *getframeinfo(frame, context))))
        frame = frame.f_back
    return found


def getinnerframes(tb, context=1):
    found = []
    while tb is not None:
        found.append(FrameInfo((tb.tb_frame, *getframeinfo(tb, context))))
        tb = tb.tb_next
    return found


def stack(context=1):
    return getouterframes(_traceback.frame(0), context)


def trace(context=1):
    error = sys.exception()
    return getinnerframes(None if error is None else error.__traceback__, context)


def getattr_static(obj, attr, default=_empty):
    if not isclass(obj):
        values = getattr(obj, "__dict__", {})
        if attr in values:
            return values[attr]
    for base in (obj if isclass(obj) else type(obj)).__mro__:
        if attr in base.__dict__:
            return base.__dict__[attr]
    if default is not _empty:
        return default
    raise AttributeError(attr)


class FullArgSpec(tuple):
    """(args, varargs, varkw, defaults, kwonlyargs, kwonlydefaults, annotations)"""

    args = property(lambda self: self[0])
    varargs = property(lambda self: self[1])
    varkw = property(lambda self: self[2])
    defaults = property(lambda self: self[3])
    kwonlyargs = property(lambda self: self[4])
    kwonlydefaults = property(lambda self: self[5])
    annotations = property(lambda self: self[6])

    def __repr__(self):
        names = ("args", "varargs", "varkw", "defaults", "kwonlyargs", "kwonlydefaults", "annotations")
        return f"FullArgSpec({', '.join([f'{name}={value!r}' for name, value in zip(names, self)])})"


def getfullargspec(func):
    args, defaults, keyword_only = [], [], []
    keyword_defaults, annotations = {}, {}
    varargs = varkw = None
    found = _signatures.signature(func, follow_wrapped=False, skip_bound=False)
    if found.return_annotation is not _empty:
        annotations["return"] = found.return_annotation
    for p in found.parameters.values():
        if p.kind is Parameter.VAR_POSITIONAL:
            varargs = p.name
        elif p.kind is Parameter.VAR_KEYWORD:
            varkw = p.name
        elif p.kind is Parameter.KEYWORD_ONLY:
            keyword_only.append(p.name)
            if p.default is not _empty:
                keyword_defaults[p.name] = p.default
        else:
            args.append(p.name)
            if p.default is not _empty:
                defaults.append(p.default)
        if p.annotation is not _empty:
            annotations[p.name] = p.annotation
    return FullArgSpec((args, varargs, varkw, tuple(defaults) or None, keyword_only, keyword_defaults or None,
                        annotations))


def get_annotations(obj, *, globals=None, locals=None, eval_str=False):
    if eval_str:
        raise NotImplementedError("get_annotations(eval_str=True) needs eval")
    if isclass(obj):
        return dict(obj.__dict__.get("__annotations__", {}))
    return dict(getattr(obj, "__annotations__", None) or {})


def getcallargs(func, /, *positional, **named):
    bound = signature(func).bind(*positional, **named)
    bound.apply_defaults()
    return dict(bound.arguments)
