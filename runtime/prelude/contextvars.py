"""Variables whose values belong to a context, as that of a task."""
import threading
from types import GenericAlias

__all__ = ("Context", "ContextVar", "Token", "copy_context")


class _Missing:
    def __repr__(self):
        return "<Token.MISSING>"


_missing = _Missing()


class Context:
    """A mapping of variables to values; run() makes it the current one."""

    def __init__(self):
        self._values = {}
        self._entered = False

    def run(self, callable, /, *args, **kwargs):
        if self._entered:
            raise RuntimeError(f"cannot enter context: {self} is already entered")
        before = _thread.context
        self._entered = True
        _thread.context = self
        try:
            return callable(*args, **kwargs)
        finally:
            _thread.context = before
            self._entered = False

    def copy(self):
        other = Context()
        other._values = self._values.copy()
        return other

    def _key(self, variable):
        if not isinstance(variable, ContextVar):
            raise TypeError(f"a ContextVar key was expected, got {variable!r}")
        return variable

    def __getitem__(self, variable):
        return self._values[self._key(variable)]

    def __contains__(self, variable):
        return self._key(variable) in self._values

    def get(self, variable, default=None, /):
        return self._values.get(self._key(variable), default)

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __eq__(self, other):
        return self._values == other._values if isinstance(other, Context) else NotImplemented

    __hash__ = None

    def keys(self):
        return self._values.keys()

    def values(self):
        return self._values.values()

    def items(self):
        return self._values.items()


class _OfThread(threading.local):
    context = None


_thread = _OfThread()


def _current():
    if _thread.context is None:
        _thread.context = Context()
    return _thread.context


def copy_context():
    return _current().copy()


class ContextVar:
    def __init__(self, name, *, default=_missing):
        if not isinstance(name, str):
            raise TypeError("context variable name must be a str")
        self._name = name
        self._default = default

    name = property(lambda self: self._name)

    def get(self, default=_missing, /):
        value = _current()._values.get(self, _missing)
        for each in (value, default, self._default):
            if each is not _missing:
                return each
        raise LookupError(self)

    def set(self, value, /):
        context = _current()
        token = Token(context, self, context._values.get(self, _missing))
        context._values[self] = value
        return token

    def reset(self, token, /):
        if not isinstance(token, Token):
            raise TypeError(f"expected an instance of Token, got {token!r}")
        if token._used:
            raise RuntimeError(f"{token!r} has already been used once")
        if token._var is not self:
            raise ValueError(f"{token!r} was created by a different ContextVar")
        context = _current()
        if token._context is not context:
            raise ValueError(f"{token!r} was created in a different Context")
        token._used = True
        if token._old is _missing:
            context._values.pop(self, None)
        else:
            context._values[self] = token._old

    def __repr__(self):
        default = "" if self._default is _missing else f" default={self._default!r}"
        return f"<ContextVar name={self._name!r}{default} at {id(self):#x}>"

    __class_getitem__ = classmethod(GenericAlias)


class Token:
    MISSING = _missing

    def __init__(self, context, var, old):
        self._context, self._var, self._old = context, var, old
        self._used = False

    var = property(lambda self: self._var)
    old_value = property(lambda self: self._old)

    def __repr__(self):
        return f"<Token{' used' if self._used else ''} var={self._var!r} at {id(self):#x}>"

    __class_getitem__ = classmethod(GenericAlias)
