# Functions of the program that packages wrap, partially apply, memoise and count.

import functools
import inspect
import itertools
import operator

import _frames
import _endings

calls = []


@functools.lru_cache(maxsize=None)
def slow(n):
    calls.append(n)
    return n if n < 2 else slow(n - 1) + slow(n - 2)


print(slow(10), len(calls), slow.cache_info().hits > 0)
add = functools.partial(operator.add, 5)
print(_frames.drain(map(add, [1, 2])), functools.reduce(lambda a, b: a * b, _frames.Column("c", [1, 2, 3, 4])))


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **keywords):
        calls.append(function.__name__)
        return _endings.forward(lambda f: f(*args, **keywords), function)
    return wrapper


@traced
def area(width, height=2, *, scale=1):
    """Of a rectangle."""
    return width * height * scale


print(area(3), area(3, height=4, scale=2), area.__name__, area.__doc__, calls[-1], area.__wrapped__(1))
print(_frames.Table(a=[1]).pipe(lambda t, *args, **keywords: (args, sorted(keywords)), 1, 2, x=3, y=4))


class Counter:
    def __init__(self):
        self.n = 0

    def __call__(self, *args):
        self.n += 1
        return self.n

    def method(self, value):
        return value, self.n


counter = Counter()
print(_frames.Column("c", [0, 0, 0]).apply(counter), counter.n, _frames.drain(map(counter.method, "ab")))
print(_frames.in_thread(counter), counter.n, _endings.forward(counter.method, "m"))
compose = functools.reduce(lambda f, g: lambda x: g(f(x)), [str, len, lambda n: n * 2])
print(compose(12345), _endings.forward(compose, 10))
print([f(2) for f in _frames.drain(lambda x, i=i: x + i for i in range(3))])
print(list(itertools.starmap(_endings.forward, [(str, 1), (abs, -2), (len, "abc")])), list(itertools.accumulate(_frames.Column("c", [1, 2, 3]))))


def outer():
    state = [0]

    def inner():
        nonlocal_value[0] += 1
        state[0] += nonlocal_value[0]
        return state[0]
    nonlocal_value = [10]
    return inner


inner = outer()
print(_endings.forward(lambda f: (f(), f()), inner), inner())
try:
    _endings.forward(area, "x", 3)
except TypeError as error:
    print(error)
try:
    _endings.forward(lambda f: f(1, 2, 3, 4), area)
except TypeError as error:
    print(error)
