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
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __hash__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__hash__") if cls is Hashable else NotImplemented


class Awaitable(metaclass=ABCMeta):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __await__(self):
        yield

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__await__") if cls is Awaitable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


def _thrown(kind, value, traceback):
    """The exception that `throw(kind, value, traceback)` means."""
    made = kind if value is None else value
    if traceback is None:
        return made
    return (made() if isinstance(made, type) else made).with_traceback(traceback)


class Coroutine(Awaitable):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def send(self, value):
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        raise _thrown(typ, val, tb)

    def close(self):
        ended = False
        try:
            self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration):
            ended = True
        if not ended:
            raise RuntimeError("coroutine ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not Coroutine:
            return NotImplemented
        return check_methods(subclass, "__await__", "send", "throw", "close")


class AsyncIterable(metaclass=ABCMeta):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__aiter__") if cls is AsyncIterable else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class AsyncIterator(AsyncIterable):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    async def __anext__(self):
        raise StopAsyncIteration

    def __aiter__(self):
        return self

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__anext__", "__aiter__") if cls is AsyncIterator else NotImplemented


class AsyncGenerator(AsyncIterator):
    __module__ = "collections.abc"
    __slots__ = ()

    async def __anext__(self):
        return await self.asend(None)

    @abstractmethod
    async def asend(self, value):
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        raise _thrown(typ, val, tb)

    async def aclose(self):
        ended = False
        try:
            await self.athrow(GeneratorExit)
        except (GeneratorExit, StopAsyncIteration):
            ended = True
        if not ended:
            raise RuntimeError("asynchronous generator ignored GeneratorExit")

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not AsyncGenerator:
            return NotImplemented
        return check_methods(subclass, "__aiter__", "__anext__", "asend", "athrow", "aclose")


class Iterable(metaclass=ABCMeta):
    __module__ = "collections.abc"
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
    __module__ = "collections.abc"
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
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __reversed__(self):
        while False:
            yield None

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__reversed__", "__iter__") if cls is Reversible else NotImplemented


class Generator(Iterator):
    __module__ = "collections.abc"
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
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __len__(self):
        return 0

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__len__") if cls is Sized else NotImplemented


class Container(metaclass=ABCMeta):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __contains__(self, x):
        return False

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__contains__") if cls is Container else NotImplemented

    __class_getitem__ = classmethod(GenericAlias)


class Collection(Sized, Iterable, Container):
    __module__ = "collections.abc"
    __slots__ = ()

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is Collection:
            return check_methods(subclass, "__len__", "__iter__", "__contains__")
        return NotImplemented


def _stands_for_parameters(item):
    """True of what takes the place of a whole list of parameters."""
    kind = type(item)
    return item is ... or kind is list or kind.__module__ == "typing" and kind.__name__ in ("ParamSpec", "_ConcatenateGenericAlias")


def _accepted(item):
    if _stands_for_parameters(item):
        return item
    raise TypeError(f"Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {item}")


def _flattened(args):
    """The parameters and the result of a Callable in one tuple."""
    if type(args) is tuple and len(args) == 2:
        return (*args[0], args[1]) if isinstance(args[0], (list, tuple)) else (_accepted(args[0]), args[1])
    raise TypeError("Callable must be used as Callable[[arg, ...], result].")


class _CallableGenericAlias(GenericAlias):
    """`Callable[[int, str], float]`: its arguments are int, str and float."""

    __slots__ = ()

    def __new__(cls, origin, args):
        return super().__new__(cls, origin, _flattened(args))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and _stands_for_parameters(args[0]):
            return super().__repr__()
        shown = repr(GenericAlias(list, args[:-1]))[len("list"):] if len(args) > 1 else "[]"
        return f"collections.abc.Callable[{shown}, {repr(GenericAlias(list, args[-1:]))[len('list['):]}"

    def __reduce__(self):
        args = self.__args__
        if len(args) != 2 or not _stands_for_parameters(args[0]):
            args = [*args[:-1]], args[-1]
        return _CallableGenericAlias, (Callable, args)

    def __getitem__(self, item):
        made = super().__getitem__(item if type(item) is tuple else (item,)).__args__
        if not isinstance(made[0], (list, tuple)) and not (len(made) == 2 and _stands_for_parameters(made[0])):
            made = made[:-1], made[-1]
        return _CallableGenericAlias(Callable, made)


class Callable(metaclass=ABCMeta):
    __module__ = "collections.abc"
    __slots__ = ()

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False

    @classmethod
    def __subclasshook__(cls, subclass):
        return check_methods(subclass, "__call__") if cls is Callable else NotImplemented

    __class_getitem__ = classmethod(_CallableGenericAlias)
