"""The abstract classes that ask for a method or two."""
from abc import ABCMeta, abstractmethod
from types import GenericAlias


class absent:
    """What `found` gives for a key that is not there: a class, which graphs know."""


def found(container, key):
    try:
        return container[key]
    except KeyError:
        return absent


def drain(take, end):
    """Calls `take` until it raises `end`."""
    try:
        while True:
            take()
    except end:
        return


def check_methods(cls, *names):
    """True when every one is defined and not None."""
    for name in names:
        defined = [base.__dict__[name] for base in cls.__mro__ if name in base.__dict__]
        if not defined or defined[0] is None:
            return NotImplemented
    return True


class Hashable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__hash__") if cls is Hashable else NotImplemented


class Awaitable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __await__(self):
        yield

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__await__") if cls is Awaitable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Coroutine(Awaitable):
    __slots__ = ()

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise typ


class AsyncIterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    __class_getitem__ = classmethod(GenericAlias)


class AsyncIterator(AsyncIterable):
    __slots__ = ()

    def __aiter__(self):
        return self


class AsyncGenerator(AsyncIterator):
    __slots__ = ()


class Iterable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __iter__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__iter__") if cls is Iterable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Iterator(Iterable):
    __slots__ = ()

    @abstractmethod
    def __next__(self):
        raise StopIteration

    def __iter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__iter__", "__next__") if cls is Iterator else NotImplemented


class Reversible(Iterable):
    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__reversed__", "__iter__") if cls is Reversible else NotImplemented


class Generator(Iterator):
    __slots__ = ()

    def __next__(self):
        return self.send(None)

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise typ

    def close(self):
        try:
            self.throw(GeneratorExit)
            raise RuntimeError("generator ignored GeneratorExit")
        except (GeneratorExit, StopIteration):
            return

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is Generator:
            return check_methods(subclass, "__iter__", "__next__", "send", "throw", "close")
        return NotImplemented


class Sized(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__len__") if cls is Sized else NotImplemented


class Container(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__contains__") if cls is Container else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Collection(Sized, Iterable, Container):
    __slots__ = ()

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is Collection:
            return check_methods(subclass, "__len__", "__iter__", "__contains__")
        return NotImplemented


class Callable(metaclass=ABCMeta):
    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__call__") if cls is Callable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)
