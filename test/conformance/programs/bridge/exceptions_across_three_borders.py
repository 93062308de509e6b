"""An exception that goes from compiled code through Python through compiled code through Python and back."""

import contextlib
import traceback

import _toolbox


class Fault(Exception):
    def __init__(self, level, **details):
        super().__init__(level, details)
        self.level, self.details = level, details

    def __str__(self):
        return f"fault at {self.level}: {sorted(self.details.items())}"


def dive(level, log):
    try:
        if level == 0:
            raise Fault(0, depth="bottom")
        _toolbox.call(dive, level - 1, log)
    except Fault as fault:
        log.append((level, fault.level, fault.details["depth"]))
        fault.details[f"seen{level}"] = level
        raise
    finally:
        log.append(("finally", level))


log = []
try:
    _toolbox.call(dive, 3, log)
except Fault as fault:
    print(fault, fault.level, type(fault) is Fault, fault.__cause__, fault.__context__)
print(log)


def wrap(level):
    try:
        if level == 0:
            return {}["nothing"]
        return _toolbox.call(wrap, level - 1)
    except KeyError as error:
        raise ValueError(f"level {level}") from error
    except ValueError as error:
        raise RuntimeError(f"level {level}") from error


try:
    wrap(1)
except RuntimeError as error:
    chain = []
    while error is not None:
        chain.append((type(error).__name__, str(error)))
        error = error.__cause__
    print(chain)

suppressed = contextlib.suppress(ZeroDivisionError, Fault)
with suppressed:
    _toolbox.call(_toolbox.call, lambda: 1 // 0)
with suppressed:
    _toolbox.call(dive, 2, [])
try:
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: print("callback"))
        stack.enter_context(_toolbox.Resource("outer", KeyError))
        stack.enter_context(_toolbox.Resource("inner"))
        _toolbox.call(lambda: {}["x"])
    print("swallowed")
except KeyError:
    print("not swallowed")


def generator():
    try:
        yield 1
        yield 2
    except Fault as fault:
        print("generator got", fault.level)
        yield "after"
    finally:
        print("generator ends")


g = generator()
print(_toolbox.call(next, g), _toolbox.call(g.throw, Fault(7)), _toolbox.call(list, g))
try:
    _toolbox.call(exit, 3)
except SystemExit as leaving:
    print("exit", leaving.code)
try:
    _toolbox.call(lambda: (_ for _ in ()).throw(StopIteration(5)))
except RuntimeError as error:
    print(error, repr(error.__cause__))
try:
    _toolbox.call(int, "twelve")
except ValueError as error:
    print(error, error.__traceback__ is not None)
try:
    raise ExceptionGroup("several", [Fault(1), KeyError("k")])
except ExceptionGroup as group:
    print(group.message, [type(e).__name__ for e in group.exceptions], _toolbox.call(lambda g: len(g.exceptions), group))
