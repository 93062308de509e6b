# form-expect: fail the form has other lines
# stderr: whole

import traceback

import _toolbox


def inner():
    raise RuntimeError("deep")


def middle():
    return _toolbox.call(inner)


try:
    _toolbox.call(middle)
except RuntimeError:
    print(len(traceback.format_exc().splitlines()))
try:
    _toolbox.call_catching(lambda: {}[1])
except _toolbox.ToolError:
    print("wrapped")
_toolbox.call(_toolbox.call, middle)
