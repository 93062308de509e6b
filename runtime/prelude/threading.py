"""The one thread there is, and locks for it. Starting another thread is refused: compiled code runs in one."""
import collections
import os
import time as _time

TIMEOUT_MAX = 9223372036.0


class ThreadError(RuntimeError):
    pass


class Lock:
    """Excludes nobody, but counts as a lock does."""

    def __init__(self):
        self._locked = False

    def acquire(self, blocking=True, timeout=-1):
        if self._locked:
            if blocking and timeout < 0:
                raise RuntimeError("deadlock: the lock is held by this thread, and there is no other one")
            return False
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False

    def locked(self):
        return self._locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()

    def __repr__(self):
        return f"<{'locked' if self._locked else 'unlocked'} _thread.lock object at {id(self):#x}>"


class RLock:
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


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
        self.ident = 1
        self.native_id = os.getpid()

    def is_alive(self):
        return True

    def __repr__(self):
        return f"<_MainThread(MainThread, started {self.ident})>"


_main = _MainThread()


def current_thread():
    return _main


def main_thread():
    return _main


def get_ident():
    return _main.ident


def get_native_id():
    return _main.native_id


def active_count():
    return 1


def enumerate():
    return [_main]
