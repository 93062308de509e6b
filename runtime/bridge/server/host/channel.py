"""The channel of a Python that compiled code runs in: a frame is the argument of a call. What both sides know of one
another changes under the locks of both."""
import sys

import janus
from janus import _native

FLUSHES_ALL = False  # what a host has put in the place of a file may be slow to flush, and goes elsewhere


class _Turn:
    """For asking, at any time and in any thread."""

    def __enter__(self):
        _native.lock()

    def __exit__(self, *exception):
        _native.unlock()


turn = _Turn()


def ask(out, answer):
    kind, data = _native.ask(bytes(out))
    return kind, data, ()


may_ask, give_control, take_control = _native.may_ask, _native.give_control, _native.take_control


def fail(error):
    """The script itself has failed: whoever called ends the session."""
    raise error


def answered():
    pass


def start(arguments, folder):
    """The program's arguments, and where it lies. A host has its own."""
    if janus.is_embedded:
        sys.argv[:] = arguments
        sys.path.insert(0, folder)


def serve(answer, hello):
    """Compiled code calls."""
