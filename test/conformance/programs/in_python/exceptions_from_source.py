"""Exceptions of source that runs in Python: classes of the program, tracebacks with its lines, borders
crossed twice, the last one not caught."""
# janusc: --fallback=python
import torch

class Refused(ValueError):
    def __init__(self, text, code):
        super().__init__(text)
        self.code = code

def compiled(x, depth):
    if depth == 0:
        raise Refused("too deep", x)
    return from_text(x, depth - 1)

def from_text(x, depth):
    try:
        return eval("compiled(x, depth)")
    except Refused as error:
        if depth:
            raise
        raise RuntimeError("around") from error
    finally:
        print("leaving", depth)

def shapes(a, b):
    return eval("a @ b")

try:
    compiled(5, 2)
except RuntimeError as error:
    cause = error.__cause__
    print(error, type(cause).__name__, cause, cause.code, isinstance(cause, Refused))
try:
    shapes(torch.ones(2, 3), torch.ones(2, 3))
except RuntimeError as error:
    print(str(error)[:40])

def stop(values):
    for value in values:
        exec("")
        if value > 2:
            raise Refused(f"stopped at {value}", value)

stop([1, 2, 3])
