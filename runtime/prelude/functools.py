"""Tools for functions: partial application, caching, wrapping, dispatch on types."""
from _functools import cmp_to_key, partial, reduce
from _functools import _lru_cache_wrapper as _cache

WRAPPER_ASSIGNMENTS = ("__module__", "__name__", "__qualname__", "__doc__", "__annotations__")
WRAPPER_UPDATES = ("__dict__",)


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    there = {name: getattr(wrapped, name) for name in assigned if hasattr(wrapped, name)}
    for name, value in there.items():
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate


class _CacheInfo(tuple):
    """(hits, misses, maxsize, currsize)"""

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def __repr__(self):
        return (f"CacheInfo(hits={self[0]!r}, misses={self[1]!r}, maxsize={self[2]!r}, "
                f"currsize={self[3]!r})")


def lru_cache(maxsize=128, typed=False):
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        function, maxsize = maxsize, 128
        return _cached(function, maxsize, typed)
    elif maxsize is not None:
        raise TypeError("Expected first argument to be an integer, a callable, or None")

    def decorate(function):
        return _cached(function, maxsize, typed)
    return decorate


def _cached(function, maxsize, typed):
    wrapper = _cache(function, maxsize, typed, _CacheInfo)
    wrapper.cache_parameters = lambda: {"maxsize": maxsize, "typed": typed}
    return update_wrapper(wrapper, function)


def cache(function):
    return lru_cache(maxsize=None)(function)


class cached_property:
    """Computed at the first access, then an ordinary attribute of the instance."""

    __class_getitem__ = classmethod(type(list[int]))

    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__

    def __set_name__(self, owner, name):
        if self.attrname not in (None, name):
            both = f"{self.attrname!r} and {name!r}"
            raise TypeError(f"Cannot assign the same cached_property to two different names ({both}).")
        self.attrname = name

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError("Cannot use cached_property instance without calling __set_name__ on it.")
        values = getattr(instance, "__dict__", None)
        if values is None:
            raise TypeError(f"No '__dict__' attribute on {type(instance).__name__!r} instance to cache "
                            f"{self.attrname!r} property.")
        if self.attrname in values:
            return values[self.attrname]
        value = self.func(instance)
        try:
            values[self.attrname] = value
        except TypeError:
            raise TypeError(f"The '__dict__' attribute on {type(instance).__name__!r} instance does not support item "
                            f"assignment for caching {self.attrname!r} property.") from None
        return value


class partialmethod:
    """A method with arguments that are given in advance, behind the instance."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        inner = func if isinstance(func, partialmethod) else None
        self.func = func if inner is None else inner.func
        self.args = args if inner is None else inner.args + args
        self.keywords = keywords if inner is None else inner.keywords | keywords

    def __repr__(self):
        cls = type(self)
        shown = [repr(self.func), *map(repr, self.args), *[f"{name}={value!r}" for name, value in self.keywords.items()]]
        return f"{cls.__module__}.{cls.__qualname__}({', '.join(shown)})"

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, "__isabstractmethod__", False)

    def _function(self):
        """A function that takes the instance first."""
        def _method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **(self.keywords | keywords))
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method._partialmethod = self
        return _method

    def __get__(self, instance, owner=None):
        bound = self.func.__get__(instance, owner) if hasattr(self.func, "__get__") else self.func
        if bound is self.func:
            return self._function().__get__(instance, owner)
        made = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, "__self__"):
            made.__self__ = bound.__self__
        return made

    __class_getitem__ = classmethod(type(list[int]))


def total_ordering(cls):
    """Fills in the comparisons that follow from the one the class defines, and from ==."""
    root = None
    for name in ("__lt__", "__gt__", "__le__", "__ge__"):
        if getattr(cls, name, None) is not getattr(object, name, None):
            root = name
            break
    if root is None:
        raise ValueError("must define at least one ordering operation: < > <= >=")

    # Each from (the answer of the root operation, whether the operands are equal).
    rules = {
        "__lt__": {"__gt__": lambda r, e: not r and not e, "__le__": lambda r, e: r or e,
                   "__ge__": lambda r, e: not r},
        "__gt__": {"__lt__": lambda r, e: not r and not e, "__ge__": lambda r, e: r or e,
                   "__le__": lambda r, e: not r},
        "__le__": {"__ge__": lambda r, e: not r or e, "__lt__": lambda r, e: r and not e,
                   "__gt__": lambda r, e: not r},
        "__ge__": {"__le__": lambda r, e: not r or e, "__gt__": lambda r, e: r and not e,
                   "__lt__": lambda r, e: not r},
    }

    def make(rule, name):
        def compare(self, other):
            result = getattr(type(self), root)(self, other)  # of subclasses, their own
            if result is NotImplemented:
                return result
            return rule(result, self == other)
        compare.__name__ = name
        compare.__qualname__ = f"{cls.__qualname__}.{name}"
        return compare

    for name, rule in rules[root].items():
        if getattr(cls, name, None) is getattr(object, name, None):
            setattr(cls, name, make(rule, name))
    return cls


def _union_members(kind):
    """The classes of a union, or None for anything else."""
    origin = getattr(kind, "__origin__", None)
    if type(kind).__name__ == "UnionType" or getattr(origin, "_name", None) == "Union":
        return kind.__args__
    return None


def _nearest(cls, registry):
    """The registered class that stands first in the order of methods; abstract ones after what they are based on."""
    for base in cls.__mro__:
        if base in registry and base is not object:
            return base
    best = None
    for candidate in registry:
        if candidate is not object and isinstance(candidate, type) and candidate not in cls.__mro__ and \
                issubclass(cls, candidate):
            if best is None or issubclass(candidate, best):
                best = candidate
            elif not issubclass(best, candidate):
                raise RuntimeError(f"Ambiguous dispatch: {best!r} or {candidate!r}")
    return object if best is None else best


def singledispatch(func):
    """Chooses the implementation by the type of the first argument."""
    registry = {object: func}
    from weakref import WeakKeyDictionary
    chosen = WeakKeyDictionary()  # by class

    def dispatch(cls):
        found = chosen.get(cls)
        if found is None:
            found = chosen[cls] = registry[_nearest(cls, registry)]
        return found

    def register(cls, implementation=None):
        if implementation is None:
            if isinstance(cls, type) or _union_members(cls) is not None:
                return lambda f: register(cls, f)
            annotations = getattr(cls, "__annotations__", {})
            if not annotations:
                raise TypeError(f"Invalid first argument to `register()`: {cls!r}. Use either `@register(some_class)` "
                                "or plain `@register` on an annotated function.")
            implementation = cls
            name, cls = next(iter(annotations.items()))
            if not isinstance(cls, type) and _union_members(cls) is None:
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
        for member in _union_members(cls) or (cls,):
            registry[member] = implementation
        chosen.clear()
        return implementation

    def wrapper(*args, **keywords):
        if not args:
            raise TypeError(f"{func.__name__} requires at least 1 positional argument")
        return dispatch(args[0].__class__)(*args, **keywords)

    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = registry
    wrapper._clear_cache = chosen.clear
    return update_wrapper(wrapper, func)


class singledispatchmethod:
    """singledispatch for methods: the argument after the receiver decides."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, "__get__"):
            raise TypeError(f"{func!r} is not callable or a descriptor")
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        method.register = self.register
        return update_wrapper(method, self.func)

    __isabstractmethod__ = property(lambda self: getattr(self.func, "__isabstractmethod__", False))
