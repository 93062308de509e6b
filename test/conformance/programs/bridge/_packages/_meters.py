"""Objects that others refer to weakly, and functions that fail in many ways."""
from os import rename  # noqa: F401


class Meter:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Meter({self.name!r})"

    def __eq__(self, other):
        return isinstance(other, Meter) and other.name == self.name

    def __hash__(self):
        return hash(self.name)


class Residue:
    """A number modulo another one."""

    def __init__(self, value):
        self.value = value

    def __pow__(self, exponent, modulus=None):
        return Residue(pow(self.value, exponent, modulus))

    def __repr__(self):
        return f"Residue({self.value})"


kept = []


def keep(value):
    kept.append(value)
    return value


def let_go():
    kept.clear()


def call(function, *args):
    return function(*args)


def fields(function):
    """What a caller in Python sees of the exception that `function` raises."""
    try:
        function()
    except Exception as error:
        names = ("name", "path", "obj", "exceptions", "value", "errno", "filename")
        return type(error).__name__, str(error), {name: repr(getattr(error, name)) for name in names if hasattr(error, name)}


def fail_attribute():
    Meter("a").missing


def fail_name():
    undefined  # noqa: F821


def fail_group():
    raise ExceptionGroup("several", [ValueError(1), TypeError("t")])


class Failures(ExceptionGroup):
    pass


def fail_own_group():
    raise Failures("own", [KeyError("k"), Failures("inner", [OSError(2, "no")])])


def fail_decoding():
    b"\xff".decode("utf-16")
