# Modules that are CPython's own: what they say of themselves, and what only the whole modules have.
import argparse
import base64
import bisect
import copy
import csv
import fnmatch
import gettext
import glob
import heapq
import io
import locale
import os
import pprint
import shlex
import stat
import string
import tempfile
import textwrap
import traceback

for module in (argparse, base64, bisect, copy, csv, fnmatch, gettext, glob, heapq, locale, pprint, shlex, stat, string, tempfile, textwrap):
    print(module.__name__, os.path.basename(module.__file__), os.path.isabs(module.__file__), module.__doc__ is not None)
try:
    textwrap.wrap("abc", -1)
except ValueError as error:
    for frame in traceback.extract_tb(error.__traceback__):
        print(os.path.basename(frame.filename), frame.name)

# argparse
parser = argparse.ArgumentParser(prog="train", description="Trains a network.", epilog="That is all.",
                                 formatter_class=argparse.ArgumentDefaultsHelpFormatter, fromfile_prefix_chars="@")
group = parser.add_argument_group("optimizer", "how it learns")
group.add_argument("--rate", "-r", type=float, default=0.1, metavar="R", help="the rate")
group.add_argument("--nesterov", action=argparse.BooleanOptionalAction, default=False, help="look ahead")
one = parser.add_mutually_exclusive_group(required=True)
one.add_argument("--cpu", action="store_true")
one.add_argument("--device", choices=["a", "b"])
parser.add_argument("files", nargs="*", help=argparse.SUPPRESS)
parser.add_argument("-v", action="count", default=0)
parser.print_help()
print(parser.parse_args(["--cpu", "-vv", "--no-nesterov", "x", "y", "-r3"]))
print(parser.parse_known_args(["--device=b", "--other", "z"]))
print(parser.parse_intermixed_args(["--cpu", "x", "-v", "y"]))
for words in (["--cpu", "--device", "a"], [], ["--device", "c"], ["--cpu", "-r", "x"]):
    try:
        parser.parse_args(words)
    except SystemExit as error:
        print("exit", error.code)

# csv
for options in ({"delimiter": ""}, {"delimiter": 1}, {"quotechar": "ab"}, {"quotechar": 1}, {"escapechar": 1}, {"quoting": 7}, {"quoting": "x"},
                {"lineterminator": None}, {"quotechar": None}, {"quotechar": None, "quoting": 3}, {"zz": 1}, {"doublequote": "x"}):
    for base in ("excel", None, csv.unix_dialect):
        try:
            made = csv.reader([], base, **options).dialect
            print(made.delimiter, made.quotechar, made.escapechar, made.strict, made.doublequote, repr(made.lineterminator), made.quoting)
        except Exception as error:
            print(type(error).__name__, error)
for call in (lambda: csv.register_dialect(3), lambda: csv.get_dialect("q"), lambda: csv.field_size_limit("a"), lambda: csv.writer(3),
             lambda: csv.reader(3), lambda: next(csv.reader([3])), lambda: type(csv.get_dialect("excel")), lambda: type(csv.reader([]))):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
found = csv.Sniffer().sniff("a;b;c\n1;2;3\n'x';'y y';'z'\n")
print(repr(found.delimiter), repr(found.quotechar), csv.Sniffer().has_header("a,b\n1,2\n3,4\n"))
out = io.StringIO()
csv.writer(out, quoting=csv.QUOTE_NONNUMERIC).writerows([[1, 2.5, "a", None, 'q"r'], ["", ""]])
print(repr(out.getvalue()), list(csv.reader(io.StringIO('a,"b\nc",d\n"x""y",,z\n'))))

# others
print(pprint.pformat({"b": [1, 2, {"c" * 30: ("d" * 30, 3)}], "a": {3, 1, 2}}, width=40, compact=True, sort_dicts=False))
print(string.Formatter().vformat("{0:>{w}} {a.real!r} {b[0]}", (1,), {"w": 4, "a": 2, "b": "xy"}))
for text in ("{", "}", "{0", "{a!}", "{a!rx}", "{a[}", "{0.}"):
    try:
        print(list(string.Formatter().parse(text)), string.Formatter().format(text, 1, a=2))
    except (ValueError, KeyError) as error:
        print(type(error).__name__, error)
for _ in range(20):
    heap = [3, 1, 2, 3, 0]
    heapq._heapify_max(heap)
print([heapq._heappop_max(heap) for _ in range(5)], list(heapq.merge([1, 4], [2, 3])), heapq.nlargest(2, [3, 1, 2], key=lambda x: -x))
print(base64.a85encode(b"hello"), base64.b85decode(b"Xk~0{Zv"), base64.b32hexencode(b"ab"), stat.filemode(0o100644))
lexer = shlex.shlex("a 'b c' # d\ne;f", posix=True, punctuation_chars=True)
print(list(lexer), shlex.join(["a b", "c"]))
print(locale.localeconv()["decimal_point"], locale.setlocale(locale.LC_NUMERIC), locale.format_string("%.2f", 1234.5, grouping=True),
      locale.normalize("de"), locale.strcoll("a", "b") < 0, locale.nl_langinfo(locale.DAY_1))
try:
    locale.setlocale(locale.LC_ALL, "xx_YY")
except locale.Error as error:
    print(error, type(error).__module__)
print(gettext.gettext("word"), gettext.ngettext("one", "more", 2), gettext.find("nothing"))
with tempfile.NamedTemporaryFile("w+", suffix=".txt") as file, tempfile.SpooledTemporaryFile(max_size=4) as spooled:
    file.write("x")
    spooled.write(b"abcdef")
    print(os.path.basename(file.name).endswith(".txt"), spooled.tell())
