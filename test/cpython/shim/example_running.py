"""Runs the examples of a docstring, and compares what they print with what stands below them."""
import io
import re
import sys
import traceback
import unittest

_results = []


def show(value):
    if value is not None:
        print(repr(value))


class example:
    """One example: its output, or its exception, is what the docstring says, or a line is added to the results."""

    def __init__(self, number, source, want, message, flags):
        self.place = f"{number}: {source.splitlines()[0]}"
        self.want, self.message, self.flags = want, message, flags

    def __enter__(self):
        self.before = sys.stdout
        sys.stdout = io.StringIO()

    def __exit__(self, kind, error, trace):
        got, sys.stdout = sys.stdout.getvalue(), self.before
        if kind is not None and not issubclass(kind, Exception):
            return False
        if kind is None:
            fits = self.message is None and same(self.want, got, self.flags)
        else:
            got = traceback.format_exception_only(kind, error)[-1]
            want = self.message
            if want is not None and "IGNORE_EXCEPTION_DETAIL" in self.flags:
                want, got = (text.split(":")[0].rpartition(".")[2].strip() for text in (want, got))
            fits = want is not None and same(want, got, self.flags)
        if not fits:
            _results.append(f"{self.place}: {got!r} != {(self.message or self.want)!r}")
        return True


def same(want, got, flags):
    if got and not got.endswith("\n"):
        got += "\n"
    if (want, got) in (("1\n", "True\n"), ("0\n", "False\n")):
        return True
    want = re.sub("(?m)^<BLANKLINE>\\s*?$", "", want)
    if "NORMALIZE_WHITESPACE" in flags:
        want, got = " ".join(want.split()), " ".join(got.split())
    if "ELLIPSIS" in flags:
        pattern = ".*".join(re.escape(part) for part in want.split("..."))
        return re.fullmatch(pattern, got, re.S) is not None
    return want == got


class Examples(unittest.TestCase):
    def __init__(self, case):
        super().__init__("run_examples")
        self.module, self.docstring, self.start = case

    def id(self):
        return self.docstring

    def run_examples(self):
        _results.clear()
        self.start()
        if _results:
            self.fail(f"{len(_results)} examples, first {_results[0]}")


def suite(cases):
    return unittest.TestSuite([Examples(case) for case in cases])
