"""Decorators and registries of a package that nobody has compiled."""
import functools
import inspect


def counted(function):
    @functools.wraps(function)
    def wrapper(*args, **keywords):
        wrapper.calls += 1
        return function(*args, **keywords)
    wrapper.calls = 0
    return wrapper


def signature(function):
    return [(name, p.kind.name, p.default is not p.empty) for name, p in inspect.signature(function).parameters.items()]


def parameters(function):
    return list(inspect.signature(function).parameters)


def describe(value):
    cls = value if isinstance(value, type) else type(value)
    return f"{'class' if cls is value else 'instance of'} {cls.__name__}"


def is_hashable(value):
    try:
        hash(value)
    except TypeError:
        return False
    return True


class Registry:
    def __init__(self):
        self.entries = {}

    def __call__(self, name, priority=0):
        def add(entry):
            self.entries[name] = (priority, entry)
            return entry
        return add

    def names(self):
        return sorted(self.entries, key=lambda name: -self.entries[name][0])

    def get(self, name):
        return self.entries[name][1]

    def make(self, name, *args):
        return self.get(name)(*args)


def retry(times, function, *args):
    for left in range(times - 1, -1, -1):
        try:
            return function(*args)
        except Exception:
            if not left:
                raise


def memoize(function):
    def wrapper(n):
        if n not in wrapper.known:
            wrapper.known[n] = function(n)
        return wrapper.known[n]
    wrapper.known = {}
    return wrapper
