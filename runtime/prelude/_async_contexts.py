"""Asynchronous context managers, for contextlib."""
import abc
from functools import wraps


class AbstractAsyncContextManager(abc.ABC):
    """What `async with` enters."""

    __class_getitem__ = classmethod(type(list[int]))

    async def __aenter__(self):
        return self

    @abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not AbstractAsyncContextManager:
            return NotImplemented
        for name in ("__aenter__", "__aexit__"):
            if getattr(subclass, name, None) is None:
                return NotImplemented
        return True


class AsyncContextDecorator:
    """An asynchronous context manager that can also decorate coroutine functions."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return wraps(func)(inner)


_ENDED = object()


class _AsyncGeneratorContextManager(AbstractAsyncContextManager, AsyncContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None)

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        value = await anext(self.gen, _ENDED)
        if value is _ENDED:
            raise RuntimeError("generator didn't yield")
        return value

    async def __aexit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            try:
                await self.gen.__anext__()
            except StopAsyncIteration:
                return False
            await self._give_up("generator didn't stop")
        thrown = exc_type() if exc_value is None else exc_value
        trace = thrown.__traceback__
        try:
            await self.gen.athrow(thrown)
        except StopAsyncIteration as stop:
            return stop is not thrown
        except BaseException as error:
            # Ends of iteration that leave a generator are turned into a RuntimeError.
            turned = (isinstance(error, RuntimeError) and isinstance(thrown, (StopIteration, StopAsyncIteration))
                      and error.__cause__ is thrown)
            if error is thrown or turned:
                thrown.__traceback__ = trace
                return False
            raise
        await self._give_up("generator didn't stop after athrow()")

    async def _give_up(self, why):
        try:
            raise RuntimeError(why)
        finally:
            await self.gen.aclose()


def asynccontextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


class aclosing(AbstractAsyncContextManager):
    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class AsyncExitStack(AbstractAsyncContextManager):
    """Leaves what was entered in reverse order, coroutines among it."""

    def __init__(self):
        self._callbacks = []        # each gives what `__exit__` gives, or an awaitable of it

    def _methods(self, cm, enter, leave, protocol):
        kind = type(cm)
        if not (hasattr(kind, enter) and hasattr(kind, leave)):
            raise TypeError(f"'{kind.__module__}.{kind.__qualname__}' object does not support the {protocol} protocol")
        return getattr(kind, enter), getattr(kind, leave)

    def enter_context(self, cm):
        enter, leave = self._methods(cm, "__enter__", "__exit__", "context manager")
        result = enter(cm)
        self._callbacks.append((lambda *details: leave(cm, *details), False))
        return result

    async def enter_async_context(self, cm):
        enter, leave = self._methods(cm, "__aenter__", "__aexit__", "asynchronous context manager")
        result = await enter(cm)
        self._callbacks.append((lambda *details: leave(cm, *details), True))
        return result

    def _push(self, exit, name, waits):
        leave = getattr(type(exit), name, None)
        self._callbacks.append((exit if leave is None else lambda *details: leave(exit, *details), waits))
        return exit

    def push(self, exit):
        return self._push(exit, "__exit__", False)

    def push_async_exit(self, exit):
        return self._push(exit, "__aexit__", True)

    def callback(self, callback, /, *args, **kwds):
        def leave(*details):
            callback(*args, **kwds)
        self._callbacks.append((leave, False))
        return callback

    def push_async_callback(self, callback, /, *args, **kwds):
        async def leave(*details):
            await callback(*args, **kwds)
        self._callbacks.append((leave, True))
        return callback

    def pop_all(self):
        other = type(self)()
        other._callbacks, self._callbacks = self._callbacks, []
        return other

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aexit__(self, *exc_details):
        pending, swallowed, raised = exc_details[1], False, False
        while self._callbacks:
            leave, waits = self._callbacks.pop()
            details = (None, None, None) if pending is None else (type(pending), pending, pending.__traceback__)
            try:
                answer = leave(*details)
                if await answer if waits else answer:
                    swallowed, raised, pending = True, False, None
            except BaseException as error:
                raised, pending = True, error
        if raised:
            raise pending
        return exc_details[0] is not None and swallowed
