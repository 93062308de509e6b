# Decorators with and without arguments, on functions, methods and classes.
import functools


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        print("call", function.__name__, args, kwargs)
        return function(*args, **kwargs)
    return wrapper


def repeat(times):
    def decorate(function):
        def wrapper(*args):
            return [function(*args) for _ in range(times)]
        return wrapper
    return decorate


@traced
def add(a, b=1):
    """Adds."""
    return a + b


@repeat(2)
@traced
def hello(name):
    return "hello " + name


print(add(2, b=3), add.__name__, add.__doc__)
print(hello("x"))


def registered(registry):
    def decorate(cls):
        registry[cls.__name__] = cls
        return cls
    return decorate


registry = {}


@registered(registry)
class Thing:
    def __repr__(self):
        return "a thing"

    @traced
    def method(self, n):
        return n * 2


print(registry["Thing"]().method(4))


@functools.lru_cache(maxsize=None)
def slow(n):
    print("computing", n)
    return n * n


print(slow(3), slow(3), slow(4))


class Counted:
    def __init__(self, function):
        self.function, self.calls = function, 0

    def __call__(self, *args):
        self.calls += 1
        return self.function(*args)


@Counted
def noop():
    return None


noop()
noop()
print(noop.calls, functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), functools.partial(add, 10)(b=5))
