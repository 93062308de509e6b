"""The stack of running functions: frames, warnings in the name of callers, lines of logging."""
import inspect
import logging
import os
import sys
import threading
import traceback
import warnings


def name_of(depth):
    frame = sys._getframe(depth); return frame.f_code.co_name, frame.f_lineno, os.path.basename(frame.f_code.co_filename)


def outer():
    here = name_of(0), name_of(1), name_of(2)
    return here


class Thing:
    def method(self):
        names = []
        for each in self.frames():
            names.append(each.f_code.co_qualname)
        return names

    def frames(self):
        frame = inspect.currentframe()
        while frame is not None:
            yield frame
            frame = frame.f_back


print(outer())
print(Thing().method())
try:
    sys._getframe(100)
except ValueError as e:
    print(e)


def old():
    warnings.warn("old() goes away", DeprecationWarning, stacklevel=2)


def older():
    for level in (1, 2, 3, 9):
        warnings.warn(f"level {level}", UserWarning, level)


warnings.simplefilter("always")
old()
if True:
    older()
warn = warnings.warn
warn("by another name")


def stack():
    print([(info.function, info.lineno, info.code_context) for info in inspect.stack()])
    for line in traceback.format_stack():
        print(line.replace(os.path.dirname(os.path.abspath(__file__)), "."), end="")
    print([(each.name, each.lineno, each.line) for each in traceback.extract_stack(limit=2)])


def through(call):
    return call()


through(stack)
through(lambda: stack())


def numbers():
    yield sys._getframe().f_lineno
    yield sys._getframe(1).f_code.co_name


def ask():
    return list(numbers())


print(ask())
logging.basicConfig(format="%(levelname)s %(filename)s:%(lineno)d %(funcName)s %(message)s", stream=sys.stdout)
log = logging.getLogger("x")
log.warning("from the module")


def logs():
    log.error("from %s", "a function")
    logging.error("of the root")
    helper()


def helper():
    log.warning("for my caller", stacklevel=2)


logs()
log.warning("with a stack", stack_info=True)


def recursive(n):
    if n:
        return recursive(n - 1)
    return len(traceback.extract_stack())


print(recursive(5) - recursive(0))
seen = []


def in_thread():
    seen.extend([name for _, _, name, _ in traceback.extract_stack()][-1:])
    try:
        failing()
    except ZeroDivisionError:
        seen.append(sys._getframe().f_code.co_name)


def failing():
    1 / 0


thread = threading.Thread(target=in_thread)
thread.start()
thread.join()
print(seen, sys._getframe().f_code.co_name, sys._getframe().f_back)


async def never():
    pass


def forget():
    never()


forget()
