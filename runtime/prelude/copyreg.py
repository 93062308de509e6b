"""How objects are taken apart and put together, for copy and pickle."""

from _collections import OrderedDict, defaultdict, deque
from _functools import partial

dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    if not callable(pickle_function):
        raise TypeError("reduction functions must be callable")
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


def _dict_state(obj):
    return getattr(obj, "__dict__", None) or None


def _reduce_deque(obj):
    args = () if obj.maxlen is None else ((), obj.maxlen)
    return type(obj), args, _dict_state(obj), iter(obj)


def _reduce_partial(obj):
    args, state = (obj.func, *obj.args), _dict_state(obj)
    return (__newobj_ex__, (type(obj), args, obj.keywords), state) if obj.keywords else (type(obj), args, state)


# The built-in types that are made of other things than their items.
_BUILT_IN = ((range, lambda obj: (range, (obj.start, obj.stop, obj.step))),
             (slice, lambda obj: (slice, (obj.start, obj.stop, obj.step))),
             (deque, _reduce_deque),
             (partial, _reduce_partial),
             (defaultdict, lambda obj: (type(obj), () if obj.default_factory is None else (obj.default_factory,), None,
                                        None, iter(obj.items()))),
             (OrderedDict, lambda obj: (type(obj), (), _dict_state(obj), None, iter(obj.items()))),
             (set, lambda obj: (type(obj), (list(obj),), _dict_state(obj))),
             (frozenset, lambda obj: (type(obj), (list(obj),), _dict_state(obj))),
             (bytearray, lambda obj: (type(obj), (bytes(obj),), _dict_state(obj))),
             (type(_state_of.__get__(0)), lambda obj: (getattr, (obj.__self__, obj.__func__.__name__))),
             (property, lambda obj: (property, (obj.fget, obj.fset, obj.fdel, obj.__doc__))))
_SIMPLE = (int, float, complex, str, bytes, tuple)


def __reduce_ex__(obj, protocol):
    cls = type(obj)
    if not hasattr(cls, "__getnewargs_ex__") and not hasattr(cls, "__getnewargs__"):
        for base, reduce in _BUILT_IN:
            if isinstance(obj, base):
                return reduce(obj)
    kwargs = None
    if hasattr(cls, "__getnewargs_ex__"):
        args, kwargs = obj.__getnewargs_ex__()
    elif hasattr(cls, "__getnewargs__"):
        args = tuple(obj.__getnewargs__())
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
