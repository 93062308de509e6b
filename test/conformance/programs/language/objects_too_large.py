"""Sizes that no memory has: an exception, and the program goes on."""
import array
import collections


def attempt(call):
    try:
        call()
    except (MemoryError, OverflowError, ValueError) as error:
        return type(error).__name__, str(error)
    return "fine"


class Count:
    def __index__(self):
        return 1 << 50


huge = 1 << 62
for call in (lambda: bytes(huge), lambda: bytearray(huge), lambda: [0] * (1 << 50), lambda: (0,) * (1 << 50), lambda: [1, 2] * huge,
             lambda: (1, 2, 3) * huge, lambda: "ab" * huge, lambda: "a" * (1 << 60), lambda: b"ab" * huge, lambda: b"a" * (1 << 60),
             lambda: "x".ljust(1 << 50), lambda: "x".rjust(1 << 50), lambda: "x".center(1 << 50), lambda: "x".zfill(1 << 50),
             lambda: b"x".ljust(1 << 50), lambda: b"x".zfill(1 << 50), lambda: f"{1:{1 << 60}}", lambda: f"{'x':{1 << 50}}",
             lambda: "%*d" % (1 << 50, 1), lambda: array.array("d", [1.0]) * (1 << 60), lambda: [0] * Count(), lambda: bytes(Count())):
    print(attempt(call))
print(len(collections.deque([1, 2], maxlen=3) * 5), [0] * -huge, "x" * -huge, b"" * huge, [] * huge, () * huge)
