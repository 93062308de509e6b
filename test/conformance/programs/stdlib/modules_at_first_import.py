"""Modules of Python's library that are compiled along with the program."""
import colorsys
import fnmatch
import getopt
import hmac
import optparse
import quopri
import sched
import tomllib
from urllib import error

print(colorsys.rgb_to_hsv(.2, .4, .6))
print(tomllib.loads("a = 1\nb = [1.5, 'x']\n[c]\nd = 2020-01-02"))
try:
    tomllib.loads("a = ")
except tomllib.TOMLDecodeError as wrong:
    print(wrong)
parser = optparse.OptionParser(prog="p")
parser.add_option("-x", type=int, help="a number")
options, rest = parser.parse_args(["-x", "3", "q"])
print(options, rest)
print(parser.format_help())

print(quopri.encodestring(b"a=b"), getopt.getopt(["-a", "1", "r"], "a:"))
events = sched.scheduler(lambda: 0, lambda delay: None)
events.enter(0, 1, print, ("event",))
events.run()
print(hmac.new(b"key", b"text", "sha256").hexdigest(), hmac.compare_digest("a", "a"))
print(issubclass(error.HTTPError, OSError), tomllib.__name__, fnmatch.__name__)
