# int(), float(), bytes() and math ask subclasses of numbers for conversions of their own; keywords go to __init__.
import math
import warnings


class F(float):
    def __float__(self):
        return 42.0

    def __ceil__(self):
        return "ceil"

    def __floor__(self):
        return "floor"

    def __trunc__(self):
        return "trunc"


class I(int):
    def __int__(self):
        return 7

    def __bytes__(self):
        return b"own"


class B(bytes):
    def __bytes__(self):
        return b"mine"


class Strange:
    def __float__(self):
        return F(1.5)

    def __int__(self):
        return True


print(float(F(1)), math.ceil(F(1.2)), math.floor(F(1.2)), math.trunc(F(1.2)), int(I(3)), I(3) + 1, bytes(I(3)), bytes(B(b"x")), bytes(int(3)))
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(float(Strange()), int(Strange()))
for warning in seen:
    print(warning.category.__name__, warning.message)


class Bad(float):
    def __float__(self):
        return 42


for wrong in (lambda: float(Bad(1)), lambda: 0.0 ** -1, lambda: float.__getformat__("x"), lambda: float.fromhex("0x1p0\0"), lambda: "%.*d" % (2 ** 40, 1),
              lambda: memoryview(b"a") and bytes(memoryview(b"ab"))):
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, error)
print(0.0 ** -math.inf, (-0.0) ** -math.inf)


def subclass_of(base):
    class Plain(base):
        pass

    class Named(base):
        def __init__(self, *args, extra=None):
            self.extra = extra
            if base in (list, set):
                super().__init__(*args)
    return Plain, Named


for base, argument in ((list, [1]), (tuple, (1,)), (set, {1}), (frozenset, {1}), (float, 1.5)):
    plain, named = subclass_of(base)
    print(named(argument, extra=3).extra, end=" ")
    try:
        plain(extra=argument)
    except TypeError as error:
        print(error)


class Loop:
    pass


Loop.__repr__ = Loop.__str__
try:
    str(Loop())
except RecursionError:
    print("RecursionError")
