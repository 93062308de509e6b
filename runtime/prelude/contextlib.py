"""Context managers made of generators and functions, and stacks of them."""
import sys
from functools import wraps


_asynchronous = ("AbstractAsyncContextManager", "AsyncContextDecorator", "AsyncExitStack", "aclosing", "asynccontextmanager")


def __getattr__(name):
    if name not in _asynchronous:
        raise AttributeError(f"module 'contextlib' has no attribute {name!r}")
    import _async_contexts
    return getattr(_async_contexts, name)


class AbstractContextManager:
    __class_getitem__ = classmethod(type(list[int]))

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class ContextDecorator:
    """A context manager that can also decorate functions."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return wraps(func)(inner)


class _ENDED:
    """What a generator without further values gives: a class, which graphs know."""


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None)

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func
        value = next(self.gen, _ENDED)
        if value is _ENDED:
            raise RuntimeError("generator didn't yield")
        return value

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            if next(self.gen, _ENDED) is _ENDED:
                return False
            raise RuntimeError("generator didn't stop")
        thrown = exc_type() if exc_value is None else exc_value
        try:
            self.gen.throw(thrown)
        except StopIteration as stop:
            return stop is not thrown  # one that is thrown in is not swallowed
        except BaseException as error:
            # A generator turns a StopIteration that leaves it into a RuntimeError.
            turned = isinstance(error, RuntimeError) and isinstance(thrown, StopIteration) and error.__cause__ is thrown
            if error is thrown or turned:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")


def contextmanager(func):
    @wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    _stream = "stderr"


def _protocol_of(cls):
    try:
        return cls.__enter__, cls.__exit__
    except AttributeError:
        name = f"{cls.__module__}.{cls.__qualname__}"
        raise TypeError(f"'{name}' object does not support the context manager protocol") from None


class ExitStack(AbstractContextManager):
    """Leaves what was entered in reverse order."""

    def __init__(self):
        self._callbacks = []

    def enter_context(self, cm):
        enter, leave = _protocol_of(type(cm))
        result = enter(cm)
        self._callbacks.append(lambda *details: leave(cm, *details))
        return result

    def push(self, exit):
        leave = getattr(type(exit), "__exit__", None)
        if leave is None:
            self._callbacks.append(exit)
        else:
            self._callbacks.append(lambda *details: leave(exit, *details))
        return exit

    def callback(self, callback, /, *args, **kwds):
        def leave(*details):
            callback(*args, **kwds)
        self._callbacks.append(leave)
        return callback

    def pop_all(self):
        other = type(self)()
        other._callbacks = self._callbacks
        self._callbacks = []
        return other

    def close(self):
        self.__exit__(None, None, None)

    def __exit__(self, *exc_details):
        received = exc_details[0] is not None
        pending = exc_details[1]
        swallowed = False
        raised = False
        while self._callbacks:
            leave = self._callbacks.pop()
            kind = None if pending is None else type(pending)
            trace = None if pending is None else pending.__traceback__
            try:
                if leave(kind, pending, trace):
                    swallowed = True
                    raised = False
                    pending = None
            except BaseException as error:
                raised = True
                pending = error
        if raised:
            raise pending
        return received and swallowed


class chdir(AbstractContextManager):
    """Another working directory for a while."""

    def __init__(self, path):
        self.path = path
        self._before = []

    def __enter__(self):
        import os
        self._before.append(os.getcwd())
        os.chdir(self.path)

    def __exit__(self, *excinfo):
        import os
        os.chdir(self._before.pop())
