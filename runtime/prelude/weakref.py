"""References that keep nothing alive."""
from _weakref import getweakrefcount, getweakrefs, ref

ReferenceType = ref


class WeakMethod:
    """A weak reference to a bound method."""

    def __init__(self, meth, callback=None):
        if not hasattr(meth, "__self__"):
            raise TypeError(f"argument should be a bound method, not {type(meth)}")
        self._object = ref(meth.__self__, callback)
        self._function = meth.__func__

    def __call__(self):
        target = self._object()
        return None if target is None else self._function.__get__(target, type(target))

    def __eq__(self, other):
        return isinstance(other, WeakMethod) and self() == other()

    def __hash__(self):
        return hash(self._function)


class _KeyedRef(ref):
    """A reference that knows its key in a WeakValueDictionary."""

    def __new__(cls, target, callback, key):
        self = ref.__new__(cls, target, callback)
        self.key = key
        return self

    def __init__(self, target, callback, key):
        super().__init__(target, callback)


class WeakValueDictionary:
    """Entries go when their values do."""

    def __init__(self, other=(), /, **kw):
        self._data = {}
        self._owner = ref(self)
        self.update(other, **kw)

    def _remover(self):
        owner = self._owner

        def remove(reference):
            self = owner()
            if self is not None and self._data.get(reference.key) is reference:
                del self._data[reference.key]
        return remove

    def __getitem__(self, key):
        value = self._data[key]()
        if value is None:
            raise KeyError(key)
        return value

    def __setitem__(self, key, value):
        self._data[key] = _KeyedRef(value, self._remover(), key)

    def __delitem__(self, key):
        del self._data[key]

    def __contains__(self, key):
        return key in self._data and self._data[key]() is not None

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self.keys())

    def get(self, key, default=None):
        reference = self._data.get(key)
        value = None if reference is None else reference()
        return default if value is None else value

    def setdefault(self, key, default=None):
        value = self.get(key)
        if value is None:
            self[key] = value = default
        return value

    def items(self):
        return [(key, value) for key, value in [(key, reference()) for key, reference in list(self._data.items())]
                if value is not None]

    def keys(self):
        return [key for key, value in self.items()]

    def values(self):
        return [value for key, value in self.items()]

    def pop(self, key, *default):
        if key not in self:
            if default:
                return default[0]
            raise KeyError(key)
        value = self[key]
        del self[key]
        return value

    def update(self, other=(), /, **kw):
        for key, value in (other.items() if hasattr(other, "items") else other):
            self[key] = value
        for key in kw:
            self[key] = kw[key]

    def clear(self):
        self._data.clear()

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"


def _remover(owner):
    """Takes a dead reference out of the `_data` of its owner, which it does not keep alive."""
    owner = ref(owner)

    def remove(reference):
        getattr(owner(), "_data", {}).pop(reference, None)
    return remove


class WeakKeyDictionary:
    """Entries go when their keys do."""

    def __init__(self, dict=None):
        self._data = {}
        self._remove = _remover(self)
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self._data[ref(key)]

    def __setitem__(self, key, value):
        self._data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self._data[ref(key)]

    def __contains__(self, key):
        try:
            return ref(key) in self._data
        except TypeError:
            return False

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter(self.keys())

    def get(self, key, default=None):
        return self._data.get(ref(key), default)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def items(self):
        return [(key, value) for key, value in [(reference(), value) for reference, value in list(self._data.items())]
                if key is not None]

    def keys(self):
        return [key for key, value in self.items()]

    def values(self):
        return [value for key, value in self.items()]

    def pop(self, key, *default):
        return self._data.pop(ref(key), *default)

    def clear(self):
        self._data.clear()

    def update(self, other):
        for key, value in other.items():
            self[key] = value


class WeakSet:
    """Members go when nothing else keeps them."""

    def __init__(self, data=None):
        self._data = {}
        self._remove = _remover(self)
        for item in data or ():
            self.add(item)

    def add(self, item):
        self._data[ref(item, self._remove)] = None

    def discard(self, item):
        self._data.pop(ref(item), None)

    def remove(self, item):
        del self._data[ref(item)]

    def clear(self):
        self._data.clear()

    def __contains__(self, item):
        try:
            return ref(item) in self._data
        except TypeError:
            return False

    def __len__(self):
        return len(self._data)

    def __iter__(self):
        return iter([item for item in [reference() for reference in list(self._data)] if item is not None])

    def update(self, other):
        for item in other:
            self.add(item)


class finalize:
    """Calls a function once, when its object goes or the program ends."""

    _alive = {}

    def __init__(self, obj, func, /, *args, **kwargs):
        self._reference = ref(obj, self)
        self._call = (func, args, kwargs)
        self.atexit = True
        if not finalize._alive:
            import atexit
            atexit.register(finalize._at_exit)
        finalize._alive[id(self)] = self

    @classmethod
    def _at_exit(cls):
        for one in reversed(list(cls._alive.values())):
            if one.atexit:
                one()

    def __call__(self, _=None):
        if finalize._alive.pop(id(self), None) is None:
            return None
        func, args, kwargs = self._call
        return func(*args, **kwargs)

    def detach(self):
        target = self._reference()
        if finalize._alive.pop(id(self), None) is None or target is None:
            return None
        return (target,) + self._call

    def peek(self):
        target = self._reference()
        return None if target is None or not self.alive else (target,) + self._call

    @property
    def alive(self):
        return id(self) in finalize._alive


class _Proxy:
    """Passes everything on to an object that it does not keep."""

    __slots__ = ("_janus_ref",)

    def __init__(self, target, callback=None):
        object.__setattr__(self, "_janus_ref", ref(target, callback))

    def __getattribute__(self, name):
        target = object.__getattribute__(self, "_janus_ref")()
        if target is None:
            raise ReferenceError("weakly-referenced object no longer exists")
        return getattr(target, name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __repr__(self):
        return repr(_target(self))

    def __str__(self):
        return str(_target(self))

    def __bool__(self):
        return bool(_target(self))

    def __call__(self, *args, **kwargs):
        return _target(self)(*args, **kwargs)

    def __len__(self):
        return len(_target(self))

    def __iter__(self):
        return iter(_target(self))

    def __getitem__(self, key):
        return _target(self)[key]

    def __setitem__(self, key, value):
        _target(self)[key] = value

    def __delitem__(self, key):
        del _target(self)[key]

    def __contains__(self, item):
        return item in _target(self)

    def __eq__(self, other):
        return _target(self) == other

    __hash__ = None


def _target(proxy):
    target = object.__getattribute__(proxy, "_janus_ref")()
    if target is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return target


ProxyType = CallableProxyType = _Proxy
ProxyTypes = (_Proxy, _Proxy)


def proxy(object, callback=None):
    return _Proxy(object, callback)
