"""The one thread there is, and locks for it."""
import os

TIMEOUT_MAX = 9223372036.0
error = RuntimeError


class lock:
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


LockType = allocate_lock = allocate = lock


def get_ident():
    return 1


def get_native_id():
    return os.getpid()


def start_new_thread(function, args, kwargs={}):
    raise NotImplementedError("threads are not there: compiled programs run in one thread")
