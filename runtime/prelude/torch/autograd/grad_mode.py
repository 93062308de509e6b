"""Switches of the tape."""
from functools import wraps

from torch import _C_autograd, _expected


class _Mode:
    """A context manager that also decorates functions."""

    def __enter__(self):
        self.prev = _C_autograd._set_grad_enabled(self._value)

    def __exit__(self, kind, value, traceback):
        _C_autograd._set_grad_enabled(self.prev)

    def clone(self):
        return type(self)()

    def __call__(self, function):
        code = getattr(function, "__code__", None)
        if code is not None and code.co_flags & 32:  # a generator function
            return _decorated_generator(self, function)
        mode = self

        @wraps(function)
        def decorated(*args, **kwargs):
            with mode.clone():
                return function(*args, **kwargs)

        return decorated


def _decorated_generator(mode, function):
    """Each step of the generator runs within the mode, and what its user does between them does not."""
    @wraps(function)
    def decorated(*args, **kwargs):
        inner = function(*args, **kwargs)
        resume, argument = inner.send, None
        while True:
            with mode.clone():
                try:
                    value = resume(argument)
                except StopIteration as end:
                    return end.value
            try:
                argument = yield value
                resume = inner.send
            except GeneratorExit:
                with mode.clone():
                    inner.close()
                raise
            except BaseException as error:
                resume, argument = inner.throw, error

    return decorated


class _NoParamDecoratorContextManager(_Mode):
    """With a function for its argument it is a decorator."""

    def __new__(cls, orig_func=None):
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)

    def __init__(self, orig_func=None):
        self.prev = False


class no_grad(_NoParamDecoratorContextManager):
    _value = False


class enable_grad(_NoParamDecoratorContextManager):
    _value = True


class set_grad_enabled(_Mode):
    """Switches at once; as a context manager, switches back at the end."""

    def __init__(self, mode):
        _expected.expect_truth("set_grad_enabled", 1, "enabled", mode)
        self.prev = _C_autograd.is_grad_enabled()
        self.mode = mode
        _C_autograd._set_grad_enabled(mode)

    def __call__(self, function):
        _C_autograd._set_grad_enabled(self.prev)
        return super().__call__(function)

    def __enter__(self):
        _C_autograd._set_grad_enabled(self.mode)

    def clone(self):
        return set_grad_enabled(self.mode)

    def __str__(self):
        return f"{type(self).__module__}.{type(self).__qualname__}(mode={self.mode})"

    __repr__ = __str__


class inference_mode(_Mode):
    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode
        self.prev = False

    def __enter__(self):
        self.before = _C_autograd._set_inference_mode(self.mode)
        self.prev = _C_autograd._set_grad_enabled(not self.mode)

    def __exit__(self, kind, value, traceback):
        _C_autograd._set_inference_mode(self.before)
        _C_autograd._set_grad_enabled(self.prev)

    def clone(self):
        return inference_mode(self.mode)
