"""The environment of the process: what one side sets, the other has."""
import os

from . import numbers as n

ask = may_ask = None  # of serve.py


class _Environ(os._Environ):
    def __setitem__(self, key, value):
        super().__setitem__(key, value)
        _tell(key, value)

    def __delitem__(self, key):
        super().__delitem__(key)
        _tell(key, None)


_Environ.__module__ = "os"
os.environ.__class__ = _Environ


def _tell(key, value):
    if may_ask() and isinstance(key, str):
        ask(n.SET_VARIABLE, key, value)


def set_variable(key, value):
    """What compiled code has set, or taken away: None."""
    if value is not None:
        os._Environ.__setitem__(os.environ, key, value)
    elif key in os.environ:
        os._Environ.__delitem__(os.environ, key)
