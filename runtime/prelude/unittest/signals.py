"""Ctrl-C in a run of tests (`unittest.main(catchbreak=True)`): the first one stops the run behind the test that it came in, the
second one ends it. Signals are Python's: `signal` is imported where one is to be caught."""
import functools
import weakref

__unittest = True


class _Interrupts:
    """Who is told of Ctrl-C, and what handled it before."""

    def __init__(self):
        self.results = weakref.WeakKeyDictionary()
        self.passed_on_to = None  # a handler, while ours is installed
        self.came = False

    def __call__(self, number, frame):
        import signal
        if self.came or signal.getsignal(signal.SIGINT) is not self:
            self.passed_on_to(number, frame)
        self.came = True
        for result in list(self.results):
            result.stop()


_interrupts = _Interrupts()


def registerResult(result):
    """`stop()` is called for this result when Ctrl-C comes."""
    _interrupts.results[result] = True


def removeResult(result):
    """True if the result was registered."""
    return _interrupts.results.pop(result, None) is not None


def installHandler():
    if _interrupts.passed_on_to is not None:
        return
    import signal
    _interrupts.passed_on_to = signal.signal(signal.SIGINT, _interrupts)


def removeHandler(method=None):
    """Puts the handler before back; of a function, makes one that runs without ours."""
    if method is not None:
        return _without_handler(method)
    if _interrupts.passed_on_to is not None:
        import signal
        signal.signal(signal.SIGINT, _interrupts.passed_on_to)


def _without_handler(method):
    @functools.wraps(method)
    def run(*args, **keywords):
        import signal
        installed = signal.getsignal(signal.SIGINT)
        removeHandler()
        try:
            return method(*args, **keywords)
        finally:
            signal.signal(signal.SIGINT, installed)
    return run
