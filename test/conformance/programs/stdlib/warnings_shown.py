# Where a warning is, which are shown, and how.
# form-expect: fail-in-python the form has other lines
import sys
import warnings
from warnings import warn


def careful(x):
    warnings.warn("careful with %d" % x)
    warn("old way", DeprecationWarning)
    return x


for i in range(3):
    careful(1)                          # each of its lines once
careful(2)
warnings.warn("same text"); warnings.warn("same text")
warnings.warn("same text")              # another line, another warning
warnings.warn("over " +
              "two lines", RuntimeWarning)
warn(UserWarning("an object"))
warn("ignored", PendingDeprecationWarning)
warn("ignored too", ResourceWarning)


class Own(UserWarning):
    def __str__(self):
        return "own text"


warn(Own())
warn("of a class", Own)
warnings.filterwarnings("ignore", message=".*noise")
warn("some NOISE here")
warn("no more sound")
warnings.filterwarnings("error", category=RuntimeWarning, message="bad")
try:
    warn("Bad luck", RuntimeWarning)
except RuntimeWarning as error:
    print("raised", error)
warn("not so bad", RuntimeWarning)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    for i in range(2):
        warn("kept")
    warn("and this", FutureWarning)
for entry in log:
    print(entry.message, entry.category.__name__, entry.filename == __file__, entry.lineno, entry.line)
with warnings.catch_warnings():
    warnings.simplefilter("once")
    warn("once")
    warn("once")
with warnings.catch_warnings():
    warnings.simplefilter("module")
    warn("in this module")
    warn("in this module")
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", module="__main__")
    warn("from here")
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", module="main")
    warn("from elsewhere")
warnings.warn_explicit("at a place", UserWarning, "no_such_file.py", 42)
warnings.warn_explicit("at a place", UserWarning, __file__, 3)
print(warnings.formatwarning("text", UserWarning, "a.py", 7, "  x = 1  "), end="")
print(warnings.formatwarning("text", UserWarning, "no_such_file.py", 7), end="")
for bad in (lambda: warn("x", int), lambda: warn("x", 5), lambda: warnings.simplefilter("never")):
    try:
        bad()
    except (TypeError, AssertionError) as error:
        print(type(error).__name__, error)


def shout(message, category, filename, lineno, file=None, line=None):
    print("SHOUT", message, category.__name__, lineno, line)


warnings.showwarning = shout
warn("loud")
print(warnings.filters[0][0], len(warnings.filters), file=sys.stderr)
