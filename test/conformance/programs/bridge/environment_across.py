# Variables of the environment that one side sets are seen by the other, and by the processes that either starts.
import importlib
import os

os.environ["JANUS_BEFORE"] = "early"
import numpy.testing  # noqa: E402

theirs = importlib.import_module("numpy.testing._private.utils").os
print(theirs.environ["JANUS_BEFORE"], theirs.getenv("JANUS_BEFORE"))
os.environ["JANUS_HERE"] = "one"
print(theirs.environ.get("JANUS_HERE"), theirs.environ == dict(os.environ))
os.environ["JANUS_HERE"] = "two"
del os.environ["JANUS_BEFORE"]
print(theirs.environ.get("JANUS_HERE"), "JANUS_BEFORE" in theirs.environ)
theirs.environ["JANUS_THERE"] = "three"
theirs.environ.update(JANUS_HERE="four", JANUS_MORE="five")
print(os.environ["JANUS_THERE"], os.getenv("JANUS_HERE"), os.environ.get("JANUS_MORE"))
del theirs.environ["JANUS_THERE"]
theirs.environ.pop("JANUS_MORE")
print("JANUS_THERE" in os.environ, os.environ.get("JANUS_MORE"), os.environ.setdefault("JANUS_LAST", "six"), theirs.environ["JANUS_LAST"])
print(theirs.popen("echo $JANUS_HERE $JANUS_LAST").read(), end="")
for wrong in (lambda: theirs.environ["JANUS_NONE"], lambda: theirs.environ.__setitem__("A", 1), lambda: os.environ.__delitem__("JANUS_NONE")):
    try:
        wrong()
    except (KeyError, TypeError) as error:
        print(type(error).__name__, error)
print(type(theirs.environ).__name__, type(theirs.environ).__module__)
