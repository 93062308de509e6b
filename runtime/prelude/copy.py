"""Shallow and deep copies."""


class Error(Exception):
    pass


error = Error

_ATOMIC = (type(None), int, float, bool, complex, str, bytes, type, range, slice, property, type(Ellipsis),
           type(NotImplemented), type(len), type(lambda: 0))


def copy(x):
    cls = type(x)
    if cls in _ATOMIC or cls is tuple or cls is frozenset:
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    if issubclass(cls, type):
        return x
    copier = getattr(cls, "__copy__", None)
    if copier is not None:
        return copier(x)
    return _rebuild(x, None)


def deepcopy(x, memo=None, _nil=[]):
    cls = type(x)
    if cls in _ATOMIC:
        return x
    if memo is None:
        memo = {}
    known = memo.get(id(x), _nil)
    if known is not _nil:
        return known
    if cls is list:
        result = []
        memo[id(x)] = result
        for item in x:
            result.append(deepcopy(item, memo))
    elif cls is dict:
        result = {}
        memo[id(x)] = result
        for key, value in x.items():
            result[deepcopy(key, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        result = _deepcopy_tuple(x, memo)
    elif issubclass(cls, type):
        return x
    else:
        copier = getattr(x, "__deepcopy__", None)
        result = copier(memo) if copier is not None else _rebuild(x, memo)
    if result is not x:
        memo[id(x)] = result
        # Keeps x alive as long as its id stands in the memo.
        memo.setdefault(id(memo), []).append(x)
    return result


def _deepcopy_tuple(x, memo):
    items = [deepcopy(item, memo) for item in x]
    # The tuple may have been reached again through one of its items.
    if id(x) in memo:
        return memo[id(x)]
    for old, new in zip(x, items):
        if old is not new:
            return tuple(items)
    return x


def _rebuild(x, memo):
    """A new instance with the contents and attributes of x; deep when there is a memo."""
    deep = memo is not None

    def inner(value):
        return deepcopy(value, memo) if deep else value

    cls = type(x)
    reduce = getattr(cls, "__reduce__", None)
    if reduce is not None and reduce is not getattr(object, "__reduce__", None):
        made = x.__reduce__()
        if isinstance(made, str):
            return x
        function, args = made[0], made[1]
        y = function(*[inner(arg) for arg in args])
        state = made[2] if len(made) > 2 else None
    else:
        arguments = getattr(cls, "__getnewargs__", None)
        if arguments is not None:
            y = cls.__new__(cls, *[inner(arg) for arg in arguments(x)])
        elif isinstance(x, tuple):
            y = tuple.__new__(cls, [inner(item) for item in x])
        elif isinstance(x, (int, float, str, bytes, frozenset)):
            y = cls.__new__(cls, x)
        else:
            y = cls.__new__(cls)
        getstate = getattr(x, "__getstate__", None)
        if getstate is not None and hasattr(cls, "__setstate__"):
            state = getstate()
        else:
            state = getattr(x, "__dict__", None)
            slots = _slot_values(x)
            if slots:
                state = (state, slots)
    if deep:
        memo[id(x)] = y
    if state:
        state = inner(state)
        if hasattr(y, "__setstate__"):
            y.__setstate__(state)
        else:
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
                for name in slots:
                    setattr(y, name, slots[name])
            if state:
                y.__dict__.update(state)
    if isinstance(x, list):
        for item in x:
            y.append(inner(item))
    elif isinstance(x, dict):
        for key, value in x.items():
            y[inner(key)] = inner(value)
    elif isinstance(x, set):
        for item in x:
            y.add(inner(item))
    return y


def _slot_values(x):
    values = {}
    for cls in type(x).__mro__:
        names = cls.__dict__.get("__slots__", ())
        for name in ((names,) if isinstance(names, str) else names):
            if name not in ("__dict__", "__weakref__") and hasattr(x, name):
                values[name] = getattr(x, name)
    return values
