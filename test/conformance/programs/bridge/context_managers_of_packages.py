# Managers of packages and of the program in with statements, nested, with exceptions that they swallow.

import contextlib
import threading

import numpy as np

import _frames

table = _frames.Table(a=[1, 2])
log = []
with table.opened(log.append) as t:
    print(t is table, log)
with table.opened(log.append):
    raise KeyError("swallowed")
print(log)
try:
    with table.opened(log.append), table.opened(lambda text: log.append(f"inner {text}")):
        raise ValueError("goes on")
except ValueError as error:
    print(error, log)


class Own:
    def __init__(self, swallow):
        self.swallow = swallow

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        print("own exit", kind and kind.__name__, error, trace is None)
        return self.swallow


with Own(True), table.opened(log.append):
    raise TypeError("for the own one")
with contextlib.ExitStack() as stack:
    stack.enter_context(table.opened(log.append))
    stack.enter_context(Own(False))
    stack.callback(log.append, "callback")
    print(len(log))
print(log[-2:])
with np.errstate(divide="ignore"):
    print(1 / np.array([1.0, 0.0]))
with np.errstate(all="raise"):
    try:
        1 / np.array([0.0])
    except FloatingPointError as error:
        print(error)
with np.printoptions(precision=2):
    print(np.array([1.23456]))
lock = threading.Lock()
with lock:
    print(lock.locked())
print(lock.locked())


@contextlib.contextmanager
def both(log):
    with table.opened(log.append) as inner:
        yield inner.a
    log.append("both over")


for i in range(2):
    with both(log) as column:
        if i:
            raise KeyError(i)
        print(column)
print(log[-3:])


def leaves(i):
    with table.opened(log.append):
        if i == 0:
            return "returned"
        for _ in range(2):
            with table.opened(log.append):
                break
    return "left"


print(leaves(0), leaves(1), len(log))
with contextlib.suppress(AttributeError):
    table.nothing
with contextlib.closing(_frames.merge([1], [2])) as merged:
    print(next(merged))
print(next(merged, "closed"))
