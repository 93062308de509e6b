"""Several exceptions raised as one."""


def _matcher(condition):
    if isinstance(condition, type) and issubclass(condition, BaseException):
        return lambda error: isinstance(error, condition)
    if isinstance(condition, tuple) and condition and all([isinstance(part, type) and issubclass(part, BaseException)
                                                           for part in condition]):
        return lambda error: isinstance(error, condition)
    if callable(condition) and not isinstance(condition, type):
        return condition
    raise TypeError("expected a function, exception type or tuple of exception types")


class BaseExceptionGroup(BaseException):
    def __new__(cls, message, exceptions, /):
        if not isinstance(message, str):
            raise TypeError(f"argument 1 must be str, not {type(message).__name__}")
        if not isinstance(exceptions, (list, tuple)) and not hasattr(exceptions, "__getitem__"):
            raise TypeError("second argument (exceptions) must be a sequence")
        errors = tuple(exceptions)
        if not errors:
            raise ValueError("second argument (exceptions) must be a non-empty sequence")
        plain = True
        for i, error in enumerate(errors):
            if not isinstance(error, BaseException):
                raise ValueError(f"Item {i} of second argument (exceptions) is not an exception")
            plain = plain and isinstance(error, Exception)
        if cls is BaseExceptionGroup and plain:
            cls = ExceptionGroup
        elif not plain and issubclass(cls, Exception):
            if cls is ExceptionGroup:
                raise TypeError("Cannot nest BaseExceptions in an ExceptionGroup")
            raise TypeError(f"Cannot nest BaseExceptions in {cls.__name__!r}")
        self = BaseException.__new__(cls, message, exceptions)
        self._message = message
        self._errors = errors
        return self

    message = property(lambda self: self._message)
    exceptions = property(lambda self: self._errors)

    def __str__(self):
        n = len(self._errors)
        return f"{self._message} ({n} sub-exception{'' if n == 1 else 's'})"

    def derive(self, excs, /):
        return BaseExceptionGroup(self._message, excs)

    def _derived(self, errors):
        made = self.derive(errors)
        made.__traceback__ = self.__traceback__
        made.__context__ = self.__context__
        made.__cause__ = self.__cause__
        notes = getattr(self, "__notes__", None)
        if notes is not None:
            made.__notes__ = list(notes)
        return made

    def _halves(self, matches):
        if matches(self):
            return self, None
        yes, no = [], []
        for error in self._errors:
            if isinstance(error, BaseExceptionGroup):
                inner_yes, inner_no = error._halves(matches)
                if inner_yes is not None:
                    yes.append(inner_yes)
                if inner_no is not None:
                    no.append(inner_no)
            else:
                (yes if matches(error) else no).append(error)
        return self._derived(yes) if yes else None, self._derived(no) if no else None

    def split(self, condition, /):
        return self._halves(_matcher(condition))

    def subgroup(self, condition, /):
        return self._halves(_matcher(condition))[0]

    def __class_getitem__(cls, parameters):
        import types
        return types.GenericAlias(cls, parameters)


class ExceptionGroup(BaseExceptionGroup, Exception):
    pass


# ---------------------------------------------------------------- except*

def _wrong_star_type(kind):
    for each in kind if isinstance(kind, tuple) else (kind,):
        if not (isinstance(each, type) and issubclass(each, BaseException)):
            return TypeError("catching classes that do not inherit from BaseException is not allowed")
        if issubclass(each, BaseExceptionGroup):
            return TypeError("catching ExceptionGroup with except* is not allowed. Use except instead.")
    return None


def star_split(rest, kind):
    """What an `except* kind` handles of the exception, as a group, what it leaves, and what is wrong; None for nothing."""
    wrong = _wrong_star_type(kind)
    if rest is None or wrong is not None:
        return None, None, wrong
    if isinstance(rest, kind):
        return (rest if isinstance(rest, BaseExceptionGroup) else BaseExceptionGroup("", (rest,))), None, None
    if isinstance(rest, BaseExceptionGroup):
        return *rest.split(kind), None
    return None, rest, None


def _leaves(error, found):
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            _leaves(part, found)
    else:
        found.append(error)


def _comes_from(error, original):
    """A part of the original that a handler has raised again, not one that it has made."""
    return (isinstance(error, BaseExceptionGroup) and error.__traceback__ is original.__traceback__
            and error.__cause__ is original.__cause__ and error.__context__ is original.__context__
            and getattr(error, "__notes__", None) == getattr(original, "__notes__", None))


def star_join(original, left):
    """What goes on behind the handlers: parts raised again keep the original's shape, what handlers raised stands beside."""
    left = [error for error in left if error is not None]
    if not isinstance(original, BaseExceptionGroup):
        return left[0] if left else None
    raised = [error for error in left if not _comes_from(error, original)]
    kept = []
    for error in left:
        if _comes_from(error, original):
            _leaves(error, kept)
    if kept:
        again = original.subgroup(lambda error: any([error is leaf for leaf in kept]))
        if not raised:
            return again
        raised.append(again)
    return BaseExceptionGroup("", raised) if len(raised) > 1 else raised[0] if raised else None


BaseExceptionGroup.__module__ = ExceptionGroup.__module__ = "builtins"
