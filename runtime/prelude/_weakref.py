"""Weak references, and objects that stand for others without keeping them."""
import operator
from _weak_references import getweakrefcount, getweakrefs, ref

ReferenceType = ref
_get, _set, _new = object.__getattribute__, object.__setattr__, object.__new__


def _remove_dead_weakref(dict, key):
    """Removes an entry whose value has ended."""
    reference = dict.get(key)
    if reference is not None and reference() is None:
        del dict[key]


def _target(value):
    """What a proxy stands for; any other value is itself."""
    if type(value) is not ProxyType and type(value) is not CallableProxyType:
        return value
    target = _get(value, "_reference")()
    if target is None:
        raise ReferenceError("weakly-referenced object no longer exists")
    return target


class ProxyType:
    """Passes everything on to an object that it does not keep."""

    __slots__ = ("_reference", "__weakref__")
    __module__ = "weakref"
    __hash__ = None

    def __new__(cls, *args):
        raise TypeError(f"cannot create 'weakref.{cls.__name__}' instances")

    def __getattribute__(self, name):
        return getattr(_target(self), name)

    def __setattr__(self, name, value):
        setattr(_target(self), name, value)

    def __delattr__(self, name):
        delattr(_target(self), name)

    def __repr__(self):
        target = _target(self)
        return f"<weakproxy at {id(self):#x} to {type(target).__name__} at {id(target):#x}>"

    def __bytes__(self):
        return bytes(_target(self))

    def __setitem__(self, key, value):
        _target(self)[key] = value

    def __delitem__(self, key):
        del _target(self)[key]

    def __contains__(self, item):
        return item in _target(self)

    def __iter__(self):
        return iter(_target(self))

    def __next__(self):
        target = _target(self)
        if not hasattr(type(target), "__next__"):
            raise TypeError(f"Weakref proxy referenced a non-iterator '{type(target).__name__}' object")
        return next(target)

    def __pow__(self, other, modulus=None):
        return pow(_target(self), _target(other), _target(modulus))

    def __rpow__(self, other):
        return pow(_target(other), _target(self))


def _passed_on(function):
    return lambda self, *others: function(_target(self), *[_target(other) for other in others])


def _turned(function):
    return lambda self, other: function(_target(other), _target(self))


for _name in ("add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor"):
    _function = getattr(operator, f"__{_name}__")
    setattr(ProxyType, f"__{_name}__", _passed_on(_function))
    setattr(ProxyType, f"__r{_name}__", _turned(_function))
    setattr(ProxyType, f"__i{_name}__", _passed_on(getattr(operator, f"__i{_name}__")))
ProxyType.__ipow__ = _passed_on(operator.ipow)
ProxyType.__divmod__, ProxyType.__rdivmod__ = _passed_on(divmod), _turned(divmod)
for _name in ("lt", "le", "eq", "ne", "gt", "ge", "neg", "pos", "abs", "invert", "index", "getitem"):
    setattr(ProxyType, f"__{_name}__", _passed_on(getattr(operator, f"__{_name}__")))
for _name, _function in (("str", str), ("bool", bool), ("int", int), ("float", float), ("len", len), ("reversed", reversed)):
    setattr(ProxyType, f"__{_name}__", _passed_on(_function))
ProxyType.__hash__ = None


class CallableProxyType(ProxyType):
    __slots__ = ()
    __module__ = "weakref"

    def __call__(self, *args, **keywords):
        return _target(self)(*args, **keywords)


# Proxies without a callback, by the object that they stand for: there is one of each.
_proxies = {}


def proxy(target, callback=None, /):
    if callback is None:
        known = _proxies.get(id(target))
        made = None if known is None else known()
        if made is not None and _get(made, "_reference")() is target:
            return made
    made = _new(CallableProxyType if callable(target) else ProxyType)
    if callback is None:
        key = id(target)
        _set(made, "_reference", ref(target, lambda reference: _proxies.pop(key, None)))
        _proxies[key] = ref(made)
    else:
        held = ref(made)
        _set(made, "_reference", ref(target, lambda reference: callback(held())))
    return made
