"""The types of things that have no built-in name, and classes made at run time."""
import sys
import _coroutines


def _function():
    pass


def _generator():
    yield


async def _coroutine():
    pass


async def _async_generator():
    yield


def _cell():
    inner = None

    def use():
        return inner
    return use.__closure__[0]


class _Class:
    __slots__ = ("slot",)

    def method(self):
        pass


FunctionType = type(_function)
LambdaType = FunctionType
CodeType = type(_function.__code__)
GeneratorType = type(_generator())
_made = _coroutine()
CoroutineType = type(_made)
_made.close()
del _made
AsyncGeneratorType = type(_async_generator())
CellType = type(_cell())
MethodType = type(_Class().method)
BuiltinFunctionType = type(len)
BuiltinMethodType = type([].append)
MethodDescriptorType = type(str.join)
WrapperDescriptorType = type(object.__init__)
MethodWrapperType = type(object().__str__)
ClassMethodDescriptorType = type(dict.__dict__["fromkeys"])
GetSetDescriptorType = type(FunctionType.__dict__["__code__"])
MemberDescriptorType = type(_Class.__dict__["slot"])
ModuleType = type(sys)
MappingProxyType = type(type.__dict__)
NoneType = type(None)
EllipsisType = type(...)
NotImplementedType = type(NotImplemented)
GenericAlias = type(list[int])
UnionType = type(int | str)

try:
    raise TypeError
except TypeError as _error:
    TracebackType = type(_error.__traceback__)
    FrameType = type(_error.__traceback__.tb_frame)


_being_shown = set()  # ids of namespaces


class SimpleNamespace:
    """Attributes given by keywords."""

    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)

    def __repr__(self):
        name = "namespace" if type(self) is SimpleNamespace else type(self).__name__
        if id(self) in _being_shown:
            return f"{name}(...)"
        _being_shown.add(id(self))
        try:
            return f"{name}({', '.join([f'{key}={value!r}' for key, value in self.__dict__.items()])})"
        finally:
            _being_shown.discard(id(self))

    def __reduce__(self):
        return type(self), (), self.__dict__

    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented


class DynamicClassAttribute:
    """A property of instances; on the class, __getattr__ of the metaclass answers."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.overwrite_doc = doc is None
        self.__doc__ = doc or getattr(fget, "__doc__", None)
        self.__isabstractmethod__ = bool(getattr(fget, "__isabstractmethod__", False))

    def __get__(self, instance, ownerclass=None):
        if instance is not None:
            if self.fget is None:
                raise AttributeError("unreadable attribute")
            return self.fget(instance)
        if self.__isabstractmethod__:
            return self
        raise AttributeError()

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def _with(self, fget, fset, fdel):
        doc = fget.__doc__ if self.overwrite_doc and fget is not None else None
        made = type(self)(fget, fset, fdel, doc or self.__doc__)
        made.overwrite_doc = self.overwrite_doc
        return made

    def getter(self, fget):
        return self._with(fget, self.fset, self.fdel)

    def setter(self, fset):
        return self._with(self.fget, fset, self.fdel)

    def deleter(self, fdel):
        return self._with(self.fget, self.fset, fdel)


def resolve_bases(bases):
    resolved = []
    for base in bases:
        entries = None if isinstance(base, type) else getattr(base, "__mro_entries__", None)
        if entries is None:
            resolved.append(base)
        else:
            resolved += list(entries(bases))
    if len(resolved) == len(bases) and all(new is old for new, old in zip(resolved, bases)):
        return bases
    return tuple(resolved)


def _metaclass_of(bases, keywords):
    meta = keywords.pop("metaclass", None)
    if meta is None:
        meta = type(bases[0]) if bases else type
    if isinstance(meta, type):
        for base in bases:
            kind = type(base)
            if issubclass(kind, meta):
                meta = kind
            elif not issubclass(meta, kind):
                raise TypeError("metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass "
                                "of the metaclasses of all its bases")
    return meta


def prepare_class(name, bases=(), kwds=None):
    keywords = dict(kwds or {})
    meta = _metaclass_of(bases, keywords)
    namespace = meta.__prepare__(name, bases, **keywords) if hasattr(meta, "__prepare__") else {}
    return meta, namespace, keywords


def _filled(namespace, exec_body, originals):
    if exec_body is not None:
        exec_body(namespace)
    namespace.update(originals)
    return namespace


def new_class(name, bases=(), kwds=None, exec_body=None):
    classes = resolve_bases(bases)
    meta, namespace, keywords = prepare_class(name, classes, kwds)
    originals = {} if classes == bases else {"__orig_bases__": bases}
    return meta(name, classes, _filled(namespace, exec_body, originals), **keywords)


def get_original_bases(cls):
    return cls.__dict__.get("__orig_bases__", cls.__bases__)


class _GeneratorWrapper:
    """An object with the methods of a generator, whose steps may be awaited."""

    def __init__(self, generator):
        self._generator = generator
        self.__name__ = getattr(generator, "__name__", None)
        self.__qualname__ = getattr(generator, "__qualname__", None)

    def send(self, value):
        return self._generator.send(value)

    def throw(self, kind, *details):
        return self._generator.throw(kind, *details)

    def close(self):
        return self._generator.close()

    def __iter__(self):
        return self

    __await__ = __iter__

    def __next__(self):
        return next(self._generator)


def _is_awaitable(made):
    if isinstance(made, CoroutineType):
        return True
    return isinstance(made, GeneratorType) and bool(made.gi_code.co_flags & 0x100)


def coroutine(func):
    """Generators of `func` may be awaited; other functions that give something like one are wrapped."""
    if not callable(func):
        raise TypeError("types.coroutine() expects a callable")
    if isinstance(func, FunctionType):
        flags = func.__code__.co_flags
        if flags & 0x180:
            return func
        if flags & 0x20:
            return _coroutines.coroutine(func)
    import functools

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        made = func(*args, **kwargs)
        if _is_awaitable(made) or not all([hasattr(made, name) for name in ("send", "throw", "close", "__next__")]):
            return made
        return _GeneratorWrapper(made)
    return wrapped
