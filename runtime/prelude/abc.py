"""Abstract base classes."""
from _abc_answers import answers, note
from _callers import noted
from _pattern_kinds import share
from _weak_references import ref


def abstractmethod(function):
    function.__isabstractmethod__ = True
    return function


class abstractproperty(property):
    __isabstractmethod__ = True


class abstractclassmethod(classmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        super().__init__(abstractmethod(callable))


class abstractstaticmethod(staticmethod):
    __isabstractmethod__ = True

    def __init__(self, callable):
        super().__init__(abstractmethod(callable))


def _is_abstract(value):
    if isinstance(value, property) and not isinstance(value, abstractproperty):
        return any([getattr(part, "__isabstractmethod__", False) for part in (value.fget, value.fset, value.fdel)])
    if isinstance(value, (classmethod, staticmethod)):
        value = value.__func__
    return getattr(value, "__isabstractmethod__", False)


def _forgetter(cls):
    """Takes a class that has ended out of what `cls` knows; keeps neither alive."""
    cls = ref(cls)

    def forget(reference):
        knowing = cls()
        if knowing is not None:
            knowing._abc_registry.pop(reference, None)
            knowing._abc_known.pop(reference, None)
    return forget


class ABCMeta(type):
    """Classes with abstract methods have no instances; other classes may be registered as subclasses."""

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        if "__abc_tpflags__" in namespace:
            del cls.__abc_tpflags__
        abstracts = {key for key, value in namespace.items() if _is_abstract(value)}
        for base in bases:
            for key in getattr(base, "__abstractmethods__", ()):
                if _is_abstract(getattr(cls, key, None)):
                    abstracts.add(key)
        cls.__abstractmethods__ = frozenset(abstracts)
        cls._abc_registry = {}  # weak references, in order
        cls._abc_known = {}  # by weak references
        cls._abc_forget = _forgetter(cls)
        cls._abc_version = 0
        return cls

    def register(cls, subclass):
        global _registrations
        if not isinstance(subclass, type):
            raise TypeError("Can only register classes")
        if issubclass(subclass, cls):
            return subclass
        if issubclass(cls, subclass):
            raise RuntimeError("Refusing to create an inheritance cycle")
        cls._abc_registry[ref(subclass, cls._abc_forget)] = True
        share(cls, subclass)
        _registrations += 1
        answers.clear()
        answers[""] = _registrations
        return subclass

    def __instancecheck__(cls, instance):
        kind = type(instance)
        answer = cls._abc_known.get(ref(kind)) if cls._abc_version == _registrations else None
        if answer is None:
            answer = _asked_here(cls, kind)
        if answer:
            return True
        claimed = instance.__class__
        return claimed is not kind and _asked_here(cls, claimed)

    def __subclasscheck__(cls, subclass):
        """What a class answers is kept until another class is registered somewhere."""
        if not isinstance(subclass, type):
            raise TypeError("issubclass() arg 1 must be a class")
        if cls._abc_version != _registrations:
            cls._abc_known = {}
            cls._abc_version = _registrations
        answer = cls._abc_known.get(ref(subclass))
        if answer is None:
            answer = cls._abc_known[ref(subclass, cls._abc_forget)] = _is_subclass(cls, subclass)
            note(cls, subclass, answer)
        return answer


def _is_subclass(cls, subclass):
    answer = cls.__subclasshook__(subclass)
    if answer is not NotImplemented:
        return answer
    if cls in subclass.__mro__:
        return True
    return _is_subclass_of_others(cls, subclass)


def _is_subclass_of_others(cls, subclass):
    others = [registered() for registered in cls._abc_registry] + cls.__subclasses__()
    if not others:
        return False
    caller = noted("abc")
    try:
        return any(known is not None and issubclass(subclass, known) for known in others)
    finally:
        noted(caller)


def _asked_here(cls, subclass):
    """Protocols let this module ask what nobody else may, and look for the module that asks."""
    caller = noted("abc")
    try:
        return cls.__subclasscheck__(subclass)
    finally:
        noted(caller)


_registrations = 0


class ABC(metaclass=ABCMeta):
    __slots__ = ()


def update_abstractmethods(cls):
    """Finds the abstract methods again, after methods were added to a class."""
    if not hasattr(cls, "__abstractmethods__"):
        return cls
    names = {name for base in cls.__bases__ for name in getattr(base, "__abstractmethods__", ())} | set(cls.__dict__)
    cls.__abstractmethods__ = frozenset([name for name in names if _is_abstract(getattr(cls, name, None))])
    return cls


def get_cache_token():
    return _registrations
