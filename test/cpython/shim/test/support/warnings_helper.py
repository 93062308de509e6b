"""Warnings that cases expect, or want none of."""
import contextlib
import functools
import importlib
import re
import sys
import warnings

from test.support import gc_collect


def import_deprecated(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return importlib.import_module(name)


def check_syntax_warning(testcase, statement, errtext="", *, lineno=1, offset=None):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        compile(statement, "<testcase>", "exec")
    testcase.assertEqual(len(caught), 1)
    testcase.assertTrue(re.search(errtext, str(caught[0].message)))
    testcase.assertEqual(caught[0].lineno, lineno)


def ignore_warnings(*, category):
    def decorate(test):
        @functools.wraps(test)
        def quiet(*args, **keywords):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", category)
                return test(*args, **keywords)
        return quiet
    return decorate


class WarningsRecorder:
    """The warnings since the last reset; attributes are those of the last one."""

    def __init__(self, caught):
        self._caught, self._from = caught, 0

    @property
    def warnings(self):
        return self._caught[self._from:]

    def __getattr__(self, name):
        if len(self._caught) > self._from:
            return getattr(self._caught[-1], name)
        if name in ("message", "category", "filename", "lineno", "file", "line", "source"):
            return None
        raise AttributeError(name)

    def reset(self):
        self._from = len(self._caught)


def _forget_given():
    """Warnings that were given once are given again: each module notes what it has given."""
    for module in list(sys.modules.values()):
        given = getattr(module, "__warningregistry__", None)
        if isinstance(given, dict):
            given.clear()


@contextlib.contextmanager
def check_warnings(*filters, quiet=None):
    if quiet is None:
        quiet = not filters
    _forget_given()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield WarningsRecorder(caught)
    rest = [warning.message for warning in caught]
    missing = []
    for message, category in filters or [("", Warning)]:
        fitting = [warning for warning in rest
                   if issubclass(type(warning), category) and re.match(message, str(warning), re.I)]
        if not fitting and not quiet:
            missing.append((message, category.__name__))
        rest = [warning for warning in rest if warning not in fitting]
    if rest:
        raise AssertionError(f"unhandled warning {rest[0]}")
    if missing:
        raise AssertionError(f"filter {missing[0]} did not catch any warning")


@contextlib.contextmanager
def check_no_warnings(testcase, message="", category=Warning, force_gc=False):
    with warnings.catch_warnings(record=True) as caught:
        warnings.filterwarnings("always", message=message, category=category)
        yield
        if force_gc:
            gc_collect()
    testcase.assertEqual(caught, [])


def check_no_resource_warning(testcase):
    return check_no_warnings(testcase, category=ResourceWarning, force_gc=True)


@contextlib.contextmanager
def save_restore_warnings_filters():
    before = warnings.filters[:]
    try:
        yield
    finally:
        warnings.filters[:] = before
