"""Coroutines and asynchronous generators, driven by hand: their protocols and the errors of misuse."""
import sys


class Pause:
    """An awaitable that gives its value to whoever drives the coroutine."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        answer = yield self.value
        return answer


def drive(coroutine, answers=()):
    seen = []
    answers = list(answers)
    sent = None
    while True:
        try:
            seen.append(coroutine.send(sent))
        except StopIteration as stop:
            return seen, stop.value
        sent = answers.pop(0) if answers else None


async def double(x):
    got = await Pause(("ask", x))
    return (got or x) * 2


async def chain(n):
    total = 0
    for i in range(n):
        total += await double(i)
    return total


print(drive(chain(3), [10, None, 20]))


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        await Pause(self.name + " enters")
        return self

    async def __aexit__(self, kind, value, trace):
        await Pause(self.name + " leaves")
        print("exit", self.name, kind and kind.__name__, value)
        return self.swallow


async def managed():
    async with Manager("a") as a, Manager("b", True):
        print("in", a.name)
        await Pause("body")
        raise ValueError("swallowed")
    try:
        async with Manager("c"):
            raise KeyError("k")
    except KeyError as e:
        print("caught", e, type(e.__context__))
    for i in range(3):
        async with Manager(str(i)):
            if i == 1:
                continue
            if i == 2:
                return "returned"
print(drive(managed()))


class Counter:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.n == 0:
            raise StopAsyncIteration
        self.n -= 1
        await Pause("next")
        return self.n


async def loops():
    out = []
    async for i in Counter(4):
        if i == 2:
            continue
        out.append(i)
    else:
        out.append("else")
    async for i in Counter(4):
        if i == 2:
            break
    else:
        out.append("not here")
    async for out2 in Counter(0):
        pass
    else:
        out.append("empty")
    try:
        async for i in Counter(2):
            raise StopAsyncIteration("of the body")
    except RuntimeError as e:
        out.append(str(e))
    except StopAsyncIteration as e:
        out.append(("body's", e.args))
    return out
print(drive(loops()))


async def numbers(n):
    try:
        for i in range(n):
            got = yield i
            if got:
                print("got", got)
            await Pause(f"between {i}")
    finally:
        print("closed", n)


async def comprehensions():
    a = [x async for x in numbers(3)]
    b = {x: await double(x) async for x in numbers(3) if x}
    c = {await double(x) for x in range(2)}
    g = (y * 2 async for y in numbers(2))
    d = [z async for z in g]
    e = [f() for f in [(lambda: x) async for x in Counter(2)]]
    h = [[x async for x in Counter(k)] for k in range(3)]
    return a, b, sorted(c), d, e, h
print(drive(comprehensions()))


async def stepping():
    gen = numbers(5)
    print(type(gen).__name__, gen.__name__, gen.ag_running, gen.ag_frame is None)
    print(await gen.__anext__())
    print(await gen.asend("hello"))
    print(await anext(gen))
    try:
        await gen.athrow(ValueError, "thrown")
    except ValueError as e:
        print("came back", e)
    try:
        await gen.__anext__()
    except StopAsyncIteration:
        print("over")
    print(await anext(gen, "default"))
    await gen.aclose()
    other = numbers(2)
    await other.asend(None)
    await other.aclose()
    third = numbers(2)
    try:
        await third.asend(1)
    except TypeError as e:
        print(e)
    s = other.aclose()
    await s
    try:
        await s
    except RuntimeError as e:
        print(e)
drive(stepping())


def tell(function, *args):
    try:
        print(function(*args))
    except BaseException as e:
        print(type(e).__name__, e, "| cause", repr(e.__cause__))


async def wrong(kind):
    if kind == 0:
        await 3
    elif kind == 1:
        async for x in [1]:
            pass
    elif kind == 2:
        async with open:
            pass
    elif kind == 3:
        class A:
            def __aiter__(self):
                return 1
        async for x in A():
            pass
    elif kind == 4:
        class A:
            def __aiter__(self):
                return self

            def __anext__(self):
                return 1
        async for x in A():
            pass
    elif kind == 5:
        class A:
            def __aenter__(self):
                return 1

            def __aexit__(self, *a):
                return 1
        async with A():
            pass
    elif kind == 6:
        class A:
            async def __aenter__(self):
                return 1

            def __aexit__(self, *a):
                return 1
        async with A():
            pass
    elif kind == 7:
        class A:
            def __await__(self):
                return 1
        await A()
    elif kind == 8:
        class A:
            def __await__(self):
                return double(1)
        try:
            await A()
        finally:
            pass
    elif kind == 9:
        class A:
            async def __aenter__(self):
                return 1
        async with A():
            pass
    elif kind == 10:
        raise StopIteration("x")
    elif kind == 11:
        c = double(1)
        await c
        await c
    elif kind == 12:
        aiter(3)
    elif kind == 13:
        anext(3)
    elif kind == 14:
        for x in double(1):
            pass
    elif kind == 15:
        yield_from(3)


def yield_from(x):
    def g():
        c = double(1)
        try:
            yield from c
        finally:
            c.close()
    list(g())


import warnings
warnings.simplefilter("ignore")
for kind in range(16):
    tell(drive, wrong(kind))

c = double(1)
tell(c.send, 1)
print(c.send(None), c.cr_running, c.cr_await is not None, c.cr_suspended)
tell(c.throw, ValueError("v"))
tell(c.send, None)
tell(c.throw, ValueError("v"))
c.close()
c = double(2)
c.close()
tell(c.send, None)
c = double(2)
tell(c.throw, KeyError, "k")


async def stubborn(asked=[]):
    while not asked:
        try:
            await Pause(1)
        except GeneratorExit:
            asked.append(1)
            await Pause(2)
c = stubborn()
c.send(None)
tell(c.close)
tell(c.send, None)


async def stubborn_generator():
    try:
        yield 1
    except GeneratorExit:
        yield 2


async def closing():
    g = stubborn_generator()
    await g.__anext__()
    await g.aclose()
tell(drive, closing())


async def raising():
    if False:
        yield
    raise StopAsyncIteration
tell(drive, raising().__anext__())
tell(drive, double(3).__await__(), [5])
w = double(3).__await__()
print(type(w).__name__, next(w), type(iter(w)).__name__)
tell(w.send, 4)

import types
import inspect


@types.coroutine
def old(x):
    got = yield x
    return (yield from double(got))


async def uses_old():
    return await old(7)
print(drive(uses_old(), [3, 4]))
print(inspect.iscoroutinefunction(double), inspect.iscoroutinefunction(old), inspect.isasyncgenfunction(numbers),
      inspect.isawaitable(old(1)), inspect.isgeneratorfunction(old), inspect.isgeneratorfunction(numbers))
print(double.__code__.co_flags & 0x3a0, numbers.__code__.co_flags & 0x3a0, old.__code__.co_flags & 0x3a0)
from collections.abc import Awaitable, Coroutine, AsyncIterable, AsyncIterator, AsyncGenerator
c, g = double(1), numbers(1)
print([isinstance(c, k) for k in (Awaitable, Coroutine, AsyncIterable)],
      [isinstance(g, k) for k in (AsyncIterable, AsyncIterator, AsyncGenerator, Awaitable)])
print(inspect.getcoroutinestate(c))
c.close()
print(inspect.getcoroutinestate(c))
print(sys.get_asyncgen_hooks())
