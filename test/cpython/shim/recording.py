"""Runs the cases of a module, and notes in a file how each ended: the program under test, for python3 and for janusc.

Lines of the file: `case NAME` before a case, `end STATUS REASON` behind it, `done` when all have run. A process that ends in
between has crashed in the last case that the file names.
"""
import sys
import unittest

import doctest


class Recorder(unittest.TestResult):
    """Notes each case. Its last line is on disk before the case runs."""

    def __init__(self, file, skipped):
        super().__init__()
        self.file = file
        self.skipped_names = skipped
        self.seen = {}
        self.status = None

    def note(self, *words):
        self.file.write(" ".join(words) + "\n")
        self.file.flush()

    def name(self, test):
        """Names are unique: modules make cases of one name by inheritance and in loops."""
        name = test.id().removeprefix("test.").replace(" ", "_").replace("\n", "_")
        count = self.seen[name] = self.seen.get(name, 0) + 1
        return name if count == 1 else f"{name}#{count}"

    def startTest(self, test):
        super().startTest(test)
        self.status = "passed", ""

    def stopTest(self, test):
        super().stopTest(test)
        self.note("end", *self.status)

    def failed(self, error):
        if self.status[0] != "failed":
            self.status = "failed", reason(error)

    def addError(self, test, error):
        if self.status is None or not hasattr(test, "_testMethodName"):
            # A fixture of a class or module: its cases do not run.
            self.note("fixture", test.id().replace(" ", "_"), reason(error))
        else:
            self.failed(error)

    def addFailure(self, test, error):
        self.failed(error)

    def addSubTest(self, test, subtest, error):
        if error is not None:
            self.failed(error)

    def addSkip(self, test, why):
        if not hasattr(test, "_testMethodName"):
            self.note("fixture", test.id().replace(" ", "_"), "skipped: " + one_line(why))
        elif self.status[0] == "passed":
            self.status = "skipped", one_line(why)

    def addExpectedFailure(self, test, error):
        self.status = "passed", ""

    def addUnexpectedSuccess(self, test):
        self.status = "failed", "passes, though marked as an expected failure"


def one_line(text):
    return " ".join(str(text).split())[:300]


def reason(error):
    """The class and message of an exception, with the line of the test that it passed."""
    kind, value, traceback = error
    try:
        text = str(value)
    except Exception as failure:
        text = f"<str() raises {type(failure).__name__}>"
    lines = []
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if "unittest" not in file:
            lines.append(f"{file.rpartition('/')[2]}:{traceback.tb_lineno}")
        traceback = traceback.tb_next
    first = text.strip().split("\n", 1)[0] if text.strip() else ""
    return one_line(f"{kind.__name__}: {first} ({' '.join(lines[-3:])})")


def cases_of(suite):
    for test in suite:
        if isinstance(test, unittest.BaseTestSuite):
            yield from cases_of(test)
        else:
            yield test


class Named(unittest.TestSuite):
    """A suite that gives each case a name, and leaves out those that have run."""

    def __init__(self, tests, recorder):
        super().__init__(tests)
        self.recorder = recorder

    def __iter__(self):
        for test in super().__iter__():
            name = self.recorder.name(test)
            if name not in self.recorder.skipped_names:
                self.recorder.note("case", name)
                yield test

    def _removeTestAtIndex(self, index):
        """Cases are kept: what one leaves behind is as the next one finds it in unittest's own order."""


def run(modules, record, names):
    """`record` is the file to write; `names` a file with the names of cases that are not to run."""
    with open(names, encoding="utf-8") as file:
        skipped = set(file.read().split("\n"))
    cases = []
    for module in modules:
        doctest.module = module
        cases += cases_of(unittest.defaultTestLoader.loadTestsFromModule(module))
    with open(record, "a", encoding="utf-8", errors="backslashreplace") as file:
        recorder = Recorder(file, skipped)
        recorder.note("begin")
        Named(cases, recorder).run(recorder)
        recorder.note("done")
    sys.stdout.flush()
