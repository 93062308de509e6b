"""Classes of exceptions of a package, and of the program, whose names are others than their qualified names."""
import numpy as np


def said(call):
    try:
        call()
    except Exception as error:
        cls = type(error)
        print(cls.__name__, cls.__qualname__, cls.__module__, [base.__name__ for base in cls.__mro__], str(error)[:80])


said(lambda: np.add(np.array(["a"]), np.array([1.0])))
said(lambda: np.add(np.array([1], dtype=np.int64), np.array([1.5]), out=np.array([1], dtype=np.int64)))
said(lambda: np.linalg.inv(np.zeros((2, 2))))
said(lambda: np.zeros(3).reshape(2))


class Own(Exception):
    pass


Own.__name__ = "Other"


def fail(values):
    raise Own("own")


try:
    np.apply_along_axis(fail, 0, np.zeros((2, 2)))
except Own as error:
    print(type(error).__name__, type(error).__qualname__, error)
