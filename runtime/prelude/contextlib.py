"""Context managers made of generators and functions, and stacks of them."""
import sys
from functools import wraps


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class ContextDecorator:
    """A context manager that can also decorate functions."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        self.__doc__ = getattr(func, "__doc__", None)

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.kwds)

    def __enter__(self):
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, exc_type, exc_value, traceback):
        if exc_type is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if exc_value is None:
            exc_value = exc_type()
        try:
            self.gen.throw(exc_value)
        except StopIteration as stop:
            # The exception itself, thrown in as StopIteration, is not swallowed.
            return stop is not exc_value
        except RuntimeError as error:
            if error is exc_value:
                return False
            if isinstance(exc_value, StopIteration) and error.__cause__ is exc_value:
                return False
            raise
        except BaseException as error:
            if error is not exc_value:
                raise
            return False
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


class ExitStack(AbstractContextManager):
    """Leaves what was entered in reverse order."""

    def __init__(self):
        self._callbacks = []

    def enter_context(self, cm):
        cls = type(cm)
        try:
            enter = cls.__enter__
            leave = cls.__exit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager "
                            "protocol") from None
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
