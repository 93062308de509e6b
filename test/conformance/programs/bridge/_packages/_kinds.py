"""Is given classes and instances of the program, and keeps them for as long as it is told to."""
import gc

kept = []


def seen(value):
    return f"{type(value).__name__} {value!r}"


def made(cls, *args):
    return seen(cls(*args))


def raises(cls, text):
    raise cls(text)


def caught(function, cls):
    try:
        function()
    except cls as error:
        return f"caught {type(error).__name__} {error}"


def keep(value):
    kept.append(value)


def drop():
    names = [type(value).__name__ for value in kept]
    kept.clear()
    return names


def collect():
    return gc.collect() >= 0
