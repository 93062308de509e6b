"""Shallow and deep copies."""
import copyreg


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
    """A new instance, of what pickle would take it apart into; deep when there is a memo."""
    reduce = copyreg.dispatch_table.get(type(x))
    made = x.__reduce_ex__(4) if reduce is None else reduce(x)
    return x if isinstance(made, str) else _reconstruct(x, memo, *made)


def _reconstruct(x, memo, function, args, state=None, items=None, pairs=None):
    deep = memo is not None
    if deep and args:
        args = [deepcopy(arg, memo) for arg in args]
    y = function(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        _set_state(y, deepcopy(state, memo) if deep else state)
    if items is not None:
        for item in items:
            y.append(deepcopy(item, memo) if deep else item)
    if pairs is not None:
        for key, value in pairs:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            y[key] = value
    return y


def _set_state(y, state):
    if hasattr(y, "__setstate__"):
        y.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state is not None:
        y.__dict__.update(state)
    if slots is not None:
        for name, value in slots.items():
            setattr(y, name, value)
