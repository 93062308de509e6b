import _toolbox

try:
    _toolbox.fail(4)
except _toolbox.ToolError as error:
    print(type(error), error, error.code, error.args, isinstance(error, ValueError))
try:
    _toolbox.fail(5)
except ValueError as error:
    print("as ValueError:", error, repr(error))
try:
    raise _toolbox.ToolError("mine", code=9)
except _toolbox.ToolError as error:
    print(error, error.code)


class Special(_toolbox.ToolError):
    def hint(self):
        return "try " + str(self.code + 1)


def raise_special():
    raise Special("special", 1)


print(_toolbox.call_catching(raise_special))
try:
    raise_special()
except Special as error:
    print(error, error.hint(), error.code)
    error.code = 8
    print(error)


def missing():
    return {}["missing"]


try:
    _toolbox.call_catching(missing)
except _toolbox.ToolError as error:
    print(error, repr(error.__cause__), error.__suppress_context__)


def inner():
    raise RuntimeError("deep", 7)


def middle():
    return _toolbox.call(inner)


try:
    _toolbox.call(middle)
except RuntimeError as error:
    first = error
    print("three borders:", error, error.args)


class Own(Exception):
    def __init__(self, value):
        super().__init__(f"value {value}")
        self.value = value


def raise_own():
    raise Own([1, 2])


try:
    _toolbox.call(_toolbox.call, raise_own)
except Own as error:
    print(type(error) is Own, error.value, error)
try:
    _toolbox.call(int, "x")
except ValueError as error:
    print(error)
try:
    open("/nonexistent/file")
except OSError as error:
    print(error.errno)
try:
    _toolbox.call(_toolbox.Vector().missing)
except AttributeError as error:
    print(error)
for kind in (KeyError, IndexError, StopIteration, ZeroDivisionError, UnicodeError, AssertionError):
    def raise_it():
        raise kind("text")
    try:
        _toolbox.call(raise_it)
    except kind as error:
        print(type(error).__name__, error.args)
try:
    try:
        _toolbox.fail(1)
    finally:
        print("finally")
except _toolbox.ToolError:
    try:
        raise KeyError("second")
    except KeyError as error:
        print(repr(error.__context__))
