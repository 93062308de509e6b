# Exits through try, with, match and nested loops, in every combination that a converter meets.
from contextlib import contextmanager


@contextmanager
def quiet(kind):
    print("enter", kind.__name__)
    try:
        yield kind
    except kind as error:
        print("quiet", error)
    finally:
        print("leave", kind.__name__)


def fails(x):
    if x > 2:
        raise ValueError(x)
    return x


def value_raises(x):
    try:
        return fails(x)
    except ValueError:
        print("handled")
    print("goes on")
    return "end"


def with_swallows(x):
    with quiet(ValueError):
        return fails(x)
    print("after with")
    return -1


def finally_order(xs):
    for x in xs:
        try:
            if x == 1:
                continue
            if x == 2:
                break
            if x == 3:
                return "three"
            print("body", x)
        finally:
            print("finally", x)
    else:
        return "else"
    return "broke"


def finally_overrides(x):
    while True:
        try:
            return x
        finally:
            if x > 1:
                break
    return "overridden"


def nested(grid):
    found = None
    for i, row in enumerate(grid):
        for j, cell in enumerate(row):
            if cell < 0:
                break
            if cell == 7:
                found = (i, j)
                break
            if cell % 2:
                continue
        else:
            print("row", i, "complete")
            continue
        if found:
            break
    else:
        return "none", i
    return found, i, j


def matches(command):
    while True:
        match command:
            case ["go", n] if n > 3:
                return "far"
            case ["go", n]:
                command = ["go", n + 1]
                continue
            case {"stop": True}:
                break
            case _:
                return "unknown"
    return "stopped"


def returns_in_loop_else(n):
    for i in range(n):
        if i == 5:
            return "five"
    else:
        if n == 0:
            return "empty"
        print("no five")
    return n


def return_in_with_in_loop(names):
    for name in names:
        with quiet(KeyError) as kind:
            if name == "raise":
                raise kind(name)
            if name == "return":
                return name
            if name == "continue":
                continue
            print("body", name)
        print("after", name)
    return "end"


def handler_exits(xs):
    total = 0
    for x in xs:
        try:
            total += fails(x)
        except ValueError as error:
            if x > 5:
                return "large", error.args
            continue
        else:
            if x == 0:
                break
        total += 10
    return total


def while_test_effects():
    calls = []

    def test(k):
        calls.append(k)
        return k < 5

    k = 0
    while test(k):
        k += 1
        if k == 3:
            break
    print(calls, k)
    k = 0
    while test(k):
        k += 2
        if k == 2:
            continue
        calls.append("body")
    else:
        calls.append("else")
    return calls


def iterator_position():
    it = iter(range(10))
    for x in it:
        if x == 3:
            break
    print("next is", next(it))
    for x in it:
        if x == 6:
            return list(it)


def generator_exits(xs):
    for x in xs:
        if x < 0:
            return "negative"
        if x == 0:
            continue
        try:
            yield x
        finally:
            print("closing", x)
        if x > 3:
            break
    else:
        yield "else"


def drain(generator):
    out = []
    while True:
        try:
            out.append(next(generator))
        except StopIteration as stop:
            return out, stop.value


def survives(xs):
    """What was assigned before an exception is there after it."""
    n, last = 0, None
    try:
        for x in xs:
            n += 1
            if x > 1:
                last = x
            fails(x)
    except ValueError as error:
        print("after", n, last, error)
    finally:
        print("finally", n)
    with quiet(ValueError):
        while True:
            n += 1
            if n % 2:
                last = n
            fails(n)
    return n, last


def unbound_again(xs):
    seen = []
    for x in xs:
        if x:
            t = x
            seen.append(t)
            del t
        try:
            fails(x)
        except ValueError as error:
            seen.append(str(error))
        try:
            print(error)
        except UnboundLocalError:
            seen.append("no error")
        try:
            t = t + 1
        except UnboundLocalError:
            seen.append("no t")
    return seen


def unbound_after_with(x):
    with quiet(NameError):
        value += x
    try:
        return value < x
    except UnboundLocalError as error:
        return str(error)


def overridden_by_finally(xs):
    """The exception cancels the continue, and what follows the handler runs."""
    for x in xs:
        try:
            try:
                if x:
                    continue
            finally:
                fails(x + 2)
        except ValueError as error:
            print("overridden", error)
        print("goes on", x)
    return "end"


print(overridden_by_finally([0, 1, 2]))
for x in (1, 5):
    print(unbound_after_with(x))
    print(value_raises(x), with_swallows(x), finally_overrides(x))
print(finally_order([0, 1, 2]), finally_order([0, 3]), finally_order([0, 1]))
print(nested([[0, 2], [1, 7, 3]]), nested([[0], [-1]]), nested([[2], [4]]))
print(matches(["go", 1]), matches({"stop": True}), matches(3))
print(returns_in_loop_else(0), returns_in_loop_else(2), returns_in_loop_else(9))
print(return_in_with_in_loop(["a", "raise", "continue", "return", "b"]))
print(return_in_with_in_loop(["raise"]))
print(handler_exits([1, 3, 2, 0, 1]), handler_exits([1, 9]))
print(while_test_effects())
print(iterator_position())
print(drain(generator_exits([1, 0, 2])), drain(generator_exits([1, -1])), drain(generator_exits([5, 6])))
print(survives([0, 2, 5, 7]), survives([]))
print(unbound_again([1, 0, 4]))
