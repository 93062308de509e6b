"""How objects are taken apart and put together, for copy and pickle."""

import operator
from _collections import OrderedDict, defaultdict, deque


def _reduce_union(union):
    import functools
    return functools.reduce, (operator.or_, union.__args__)


dispatch_table = {type(int | str): _reduce_union}


def pickle(ob_type, pickle_function, constructor_ob=None):
    wrong = "reduction functions" if not callable(pickle_function) else \
        "constructors" if constructor_ob is not None and not callable(constructor_ob) else None
    if wrong:
        raise TypeError(f"{wrong} must be callable")
    dispatch_table[ob_type] = pickle_function


def constructor(object):
    if not callable(object):
        raise TypeError("constructors must be callable")


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _reconstructor(cls, base, state):
    made = object.__new__(cls) if base is object else base.__new__(cls, state)
    if base.__init__ != object.__init__:
        base.__init__(made, state)
    return made


def _slotnames(cls):
    names = []
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in ((slots,) if isinstance(slots, str) else slots):
            if name in ("__dict__", "__weakref__"):
                continue
            if name.startswith("__") and not name.endswith("__"):
                stripped = base.__name__.lstrip("_")
                name = f"_{stripped}{name}" if stripped else name
            names.append(name)
    return names


def _state_of(obj):
    """object.__getstate__"""
    state = getattr(obj, "__dict__", None) or None
    if state is not None:
        state = dict(state)
    slots = {}
    for name in _slotnames(type(obj)):
        try:
            slots[name] = getattr(obj, name)
        except AttributeError:
            pass
    return (state, slots) if slots else state


def _reduce_deque(obj):
    args = () if obj.maxlen is None else ((), obj.maxlen)
    return type(obj), args, obj.__getstate__(), iter(obj)


# The built-in types that are made of other things than their items.
_BUILT_IN = ((range, lambda obj: (range, (obj.start, obj.stop, obj.step))),
             (slice, lambda obj: (slice, (obj.start, obj.stop, obj.step))),
             (deque, _reduce_deque),
             (defaultdict, lambda obj: (type(obj), () if obj.default_factory is None else (obj.default_factory,), None,
                                        None, iter(obj.items()))),
             (OrderedDict, lambda obj: (type(obj), (), obj.__getstate__(), None, iter(obj.items()))),
             (set, lambda obj: (type(obj), (list(obj),), obj.__getstate__())),
             (frozenset, lambda obj: (type(obj), (list(obj),), obj.__getstate__())),
             (bytearray, lambda obj: (type(obj), (bytes(obj),), obj.__getstate__())),
             (type(_state_of.__get__(0)), lambda obj: (getattr, (obj.__self__, obj.__func__.__name__))),
             (type(str.join), lambda obj: (getattr, (obj.__objclass__, obj.__name__))),
             (type(object.__str__), lambda obj: (getattr, (obj.__objclass__, obj.__name__))),
             (property, lambda obj: (property, (obj.fget, obj.fset, obj.fdel, obj.__doc__))))
_SIMPLE = (int, float, complex, str, bytes, tuple)


def _reduce_ex(obj, protocol):
    """The two oldest protocols: an instance of the first base that is built in, and the state beside it."""
    cls = type(obj)
    if protocol >= 2:
        raise AssertionError("protocols 0 and 1")
    for base in cls.__mro__:
        if base.__module__ == "builtins" or not _is_heap_type(base):
            break
    else:
        base = object
    if base is object:
        state = None
    elif base is cls:
        raise TypeError(f"cannot pickle {cls.__name__!r} object")
    else:
        state = base(obj)
    args = cls, base, state
    if type(obj).__getstate__ is object.__getstate__ and getattr(obj, "__slots__", None):
        raise TypeError("a class that defines __slots__ without defining __getstate__ cannot be pickled")
    found = obj.__getstate__() if type(obj).__getstate__ is not object.__getstate__ else getattr(obj, "__dict__", None)
    return (_reconstructor, args, found) if found else (_reconstructor, args)


def _is_heap_type(cls):
    return "__dict__" in cls.__dict__ or "__slots__" in cls.__dict__ or "__module__" in cls.__dict__


# Numbers that stand for names in pickles.
_extension_registry = {}  # (module, name) -> number
_inverted_registry = {}
_extension_cache = {}  # number -> object


def add_extension(module, name, code):
    number = int(code)
    if not 0 < number < 1 << 31:
        raise ValueError("code out of range")
    names = module, name
    has, taken = _extension_registry.get(names), _inverted_registry.get(number)
    if has is None and taken is None:
        _extension_registry[names] = number
        _inverted_registry[number] = names
    elif has is not None and has != number:
        raise ValueError(f"key {names} is already registered with code {has}")
    elif taken is not None and taken != names:
        raise ValueError(f"code {number} is already in use for key {taken}")


def remove_extension(module, name, code):
    key = module, name
    if _extension_registry.get(key) != code or _inverted_registry.get(code) != key:
        raise ValueError(f"key {key} is not registered with code {code}")
    del _extension_registry[key], _inverted_registry[code]
    _extension_cache.pop(code, None)


def clear_extension_cache():
    _extension_cache.clear()


def __reduce_ex__(obj, protocol):
    cls = type(obj)
    if not hasattr(cls, "__getnewargs_ex__") and not hasattr(cls, "__getnewargs__"):
        for base, reduce in _BUILT_IN:
            if isinstance(obj, base):
                return reduce(obj)
    if protocol < 2:
        return _reduce_ex(obj, protocol)
    kwargs = None
    if hasattr(cls, "__getnewargs_ex__"):
        given = obj.__getnewargs_ex__()
        if not isinstance(given, tuple):
            raise TypeError(f"__getnewargs_ex__ should return a tuple, not '{type(given).__name__}'")
        if len(given) != 2:
            raise ValueError(f"__getnewargs_ex__ should return a tuple of length 2, not {len(given)}")
        args, kwargs = given
        if not isinstance(args, tuple):
            raise TypeError("first item of the tuple returned by __getnewargs_ex__ must be a tuple, not "
                            f"'{type(args).__name__}'")
        if not isinstance(kwargs, dict):
            raise TypeError("second item of the tuple returned by __getnewargs_ex__ must be a dict, not "
                            f"'{type(kwargs).__name__}'")
    elif hasattr(cls, "__getnewargs__"):
        args = obj.__getnewargs__()
        if not isinstance(args, tuple):
            raise TypeError(f"__getnewargs__ should return a tuple, not '{type(args).__name__}'")
    else:
        args = ()
        for base in _SIMPLE:
            if isinstance(obj, base):
                args = (base(obj),)
                break
        else:
            if not _can_be_made(cls):
                raise TypeError(f"cannot pickle {cls.__name__!r} object")
    state = obj.__getstate__()
    items = iter(obj) if isinstance(obj, list) else None
    pairs = iter(obj.items()) if isinstance(obj, dict) else None
    if kwargs:
        return __newobj_ex__, (cls, args, kwargs), state, items, pairs
    return __newobj__, (cls,) + args, state, items, pairs


def _can_be_made(cls):
    """Classes of users, and built-in ones whose instances are no more than their items."""
    for base in cls.__mro__:
        if base in (object, list, dict) or isinstance(base.__dict__.get("__module__"), str) and \
                base.__module__ != "builtins":
            continue
        return False
    return True
