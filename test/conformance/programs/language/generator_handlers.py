"""Handlers and `finally` blocks of generators: what they keep lives in the generator, across yields."""
import sys


def nested():
    try:
        raise KeyError("outer")
    except KeyError as outer:
        try:
            raise ValueError("inner")
        except ValueError:
            got = yield repr(sys.exc_info()[1])
        yield repr(sys.exc_info()[1]), got, repr(outer)
    yield sys.exc_info()[1]


for item in nested():
    print(item)


def raising(depth):
    try:
        raise KeyError(depth)
    except KeyError as e:
        try:
            yield depth
            raise ValueError(depth) from e
        finally:
            yield "finally", depth, repr(sys.exc_info()[1])


for depth in range(3):
    try:
        for item in raising(depth):
            print(item)
    except ValueError as e:
        print(repr(e), repr(e.__cause__), repr(e.__context__))


def failing_handler():
    try:
        try:
            raise KeyError(1)
        except KeyError:
            yield "in handler"
            raise IndexError(2)
        finally:
            yield "in finally"
            print("handled:", repr(sys.exc_info()[1]))
    except IndexError as e:
        yield repr(e), repr(e.__context__)


print(list(failing_handler()))


def failing_finally():
    try:
        raise KeyError(1)
    finally:
        yield "in finally"
        [][0]


try:
    for item in failing_finally():
        print(item)
except IndexError as e:
    print(repr(e), repr(e.__context__))


def returning_finally(n):
    for i in range(n):
        try:
            try:
                raise KeyError(i)
            finally:
                yield "before", i
                if i % 2:
                    continue
                else:
                    return "done", i
        except KeyError:
            yield "never"


def drive(g):
    while True:
        try:
            print(next(g))
        except StopIteration as e:
            return e.value


print(drive(returning_finally(3)))


def breaking():
    while True:
        try:
            raise KeyError("lost")
        except KeyError:
            yield 1
            break
    try:
        return "kept"
    finally:
        yield 2


print(drive(breaking()))


def thrown():
    while True:
        try:
            yield "waiting"
        except ValueError as e:
            try:
                yield "caught", repr(e)
            except TypeError as t:
                yield "caught", repr(t), repr(t.__context__)


g = thrown()
print(next(g))
for kind in (ValueError, TypeError, ValueError, TypeError):
    print(g.throw(kind("x")))
    if kind is TypeError:
        print(next(g))
g.close()
print(sys.exc_info())


# Many times over, so that a count gone wrong shows.
def churn():
    try:
        raise KeyError("a" * 50)
    except KeyError:
        try:
            raise ValueError("b" * 50)
        except ValueError:
            yield 1
            try:
                yield 2
            finally:
                sum([1])
        yield 4


total = 0
for _ in range(2000):
    total += sum(churn())
    g = churn()
    next(g)
    next(g)
    del g
print(total)
