import os
import sys

import importlib

import _toolbox
import _toolbox as t
import collections.abc
import email.message
import email.mime.text as mime
import xml.etree.ElementTree
from _toolbox import Vector as V, call
from email import policy
from xml.etree import ElementTree as E

print(t is _toolbox, V is t.Vector, call(len, "abc"), E is xml.etree.ElementTree, mime.MIMEText("x").get_content_type())
for name in ("nothing_like_this", "email.nothing", "_toolbox.inner", "nothing.at.all"):
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(type(error).__name__, error, error.name)
try:
    from _toolbox import missing_name
except ImportError as error:
    print(str(error).split(" (")[0], error.name)
try:
    import absent_one
except ImportError:
    absent_one = None
try:
    import queue
except ImportError:
    queue = None
print(absent_one, queue is not None, "_toolbox" in sys.modules, sys.modules["_toolbox"] is _toolbox)


def later():
    import fileinput
    from calendar import month_name as names
    return fileinput.__name__, names[2]


print(later(), importlib.import_module("_toolbox") is _toolbox, __import__("_toolbox").Vector is V)
from colorsys import *
print(rgb_to_hsv(1, 0, 0))
print(_toolbox.__name__, os.path.basename(_toolbox.__file__), _toolbox.__doc__)
_toolbox.added = [1]
_toolbox.added.append(2)
print(t.added, hasattr(t, "added"))
