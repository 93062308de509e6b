"""Makes things on call, and keeps nothing."""
import numpy as np
import torch


def fixed():
    return torch.ones(2)


def base():
    return torch.arange(6.0).view(2, 3)


def array(n):
    return np.arange(n) * 1.5


def view_of_array(n):
    return np.arange(n)[1:]


def leaf():
    return torch.full((2,), 3.0, requires_grad=True)


def apply(f, *args):
    return f(*args)


def twice(f, *args):
    first = f(*args)
    return first, f(*args)


def part(f, *args):
    """A view of what is lent for a moment."""
    return f(*args)[1:]


def summed(f, *args):
    return float(f(*args).sum())


class Thing:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Thing({self.name})"


def fail(what):
    thing = Thing(what)
    raise KeyError(thing.name)


def wrapped(f, *args):
    try:
        return f(*args)
    except Exception as error:
        raise ValueError(f"wrapped {error!r}") from error


def caught(f, *args):
    try:
        return f(*args)
    except Exception as error:
        return error


def chain(*functions):
    """Calls the first with the others."""
    first, *others = functions
    return first(*others)


def relay(f, *args):
    try:
        return f(*args)
    except LookupError:
        raise


saved = []


def save(f, *args):
    try:
        f(*args)
    except Exception as error:
        saved.append(error)


def raise_saved():
    raise saved.pop()
