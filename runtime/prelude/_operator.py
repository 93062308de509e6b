"""The part of operator that CPython's modules take from C."""
from operator import *


def _compare_digest(a, b, /):
    """Equality of secrets: how long it takes tells their length alone."""
    if isinstance(a, str) and isinstance(b, str):
        if not (a.isascii() and b.isascii()):
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        a, b = a.encode(), b.encode()
    else:
        for each in (a, b):
            if isinstance(each, str):
                raise TypeError(f"unsupported operand types(s) or combination of types: '{type(a).__name__}' and '{type(b).__name__}'")
        a, b = bytes(memoryview(a)), bytes(memoryview(b))
    difference = len(a) ^ len(b)
    for left, right in zip(b, a if len(a) == len(b) else b):
        difference |= left ^ right
    return difference == 0
