"""The one thread there is, and locks for it. Starting another thread is refused: compiled code runs in one."""
import collections
import time as _time
from _thread import TIMEOUT_MAX, RLock, get_ident, get_native_id
from _thread import error as ThreadError
from _thread import lock as Lock


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if self._value == 0:
            if blocking and timeout is None:
                raise RuntimeError("deadlock: the semaphore is at zero, and there is no other thread")
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._most = value

    def release(self, n=1):
        if self._value + n > self._most:
            raise ValueError("Semaphore released too many times")
        self._value += n


class Event:
    def __init__(self):
        self._set = False

    def is_set(self):
        return self._set

    def set(self):
        self._set = True

    def clear(self):
        self._set = False

    def wait(self, timeout=None):
        if not self._set:
            if timeout is None:
                raise RuntimeError("deadlock: nobody can set the event, there is no other thread")
            _time.sleep(timeout)
        return self._set


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)

    def wait(self, timeout=None):
        if timeout is None:
            raise RuntimeError("deadlock: nobody can notify, there is no other thread")
        _time.sleep(timeout)
        return False

    def wait_for(self, predicate, timeout=None):
        result = predicate()
        return result if result else self.wait(timeout) or predicate()

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass


class local:
    """Attributes of the one thread."""


class Thread:
    _made = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        Thread._made += 1
        self._target = target
        self._args = args
        self._kwargs = kwargs or {}
        self.name = name or f"Thread-{Thread._made}" + (f" ({target.__name__})" if hasattr(target, "__name__") else "")
        self.daemon = bool(daemon)
        self.ident = None

    def start(self):
        raise NotImplementedError("threads are not there: compiled programs run in one thread")

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def join(self, timeout=None):
        raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        return False


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval = interval
        self.function = function

    def cancel(self):
        pass


class _MainThread(Thread):
    def __init__(self):
        super().__init__(name="MainThread")
        Thread._made = 0
        self.ident = get_ident()
        self.native_id = get_native_id()

    def is_alive(self):
        return True

    def __repr__(self):
        return f"<_MainThread(MainThread, started {self.ident})>"


_main = _MainThread()


def current_thread():
    return _main


def main_thread():
    return _main


def active_count():
    return 1


def enumerate():
    return [_main]
