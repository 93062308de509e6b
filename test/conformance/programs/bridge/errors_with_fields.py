# What exceptions carry beside their arguments is there on the other side.
import builtins
import os

import _meters


def caught(function):
    try:
        function()
    except Exception as error:
        return error


error = caught(_meters.fail_attribute)
print(type(error).__name__, error, error.name, error.obj)
error = caught(_meters.fail_name)
print(type(error).__name__, error, error.name)
error = caught(_meters.fail_decoding)
print(error, error.encoding, error.start, error.reason)
print(builtins.ExceptionGroup.__name__, hasattr(builtins, "BaseExceptionGroup"), hasattr(builtins, "nothing"))
error = caught(_meters.fail_group)
print(repr(error), error.message, error.exceptions, isinstance(error, ExceptionGroup))
error = caught(_meters.fail_own_group)
print(error, [type(part).__name__ for part in error.exceptions], isinstance(error, _meters.Failures))
print(error.split(KeyError)[0].exceptions, error.subgroup(OSError).exceptions[0].exceptions)


class Plain:
    def __repr__(self):
        return "Plain()"


def from_nowhere():
    from _meters import nothing


print(_meters.fields(lambda: Plain().missing))
print(_meters.fields(lambda: undefined))
print(_meters.fields(from_nowhere)[1].partition(" (")[0])
print(_meters.fields(lambda: open("/nonexistent/file")))
print(_meters.fields(lambda: os.rename("/nonexistent/a", "/nonexistent/b")))
error = caught(lambda: _meters.call(_meters.rename, "/nonexistent/a", "/nonexistent/b"))
print(error, error.filename, error.filename2)
print(_meters.fields(lambda: _meters.call(lambda: Plain().missing)))


def group():
    raise ExceptionGroup("ours", [ValueError(1), KeyError("k")])


print(_meters.fields(group))
print(pow(_meters.Residue(3), 4, 5), pow(_meters.Residue(3), 4), _meters.Residue(2) ** 3)
