"""The run of CPython's own tests with a fake compiler, which runs python3 and says so in the environment."""
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).resolve().parents[2] / "test/cpython/run"
FAKE_COMPILER = """#!/bin/sh
while [ "${1#-}" != "$1" ] || [ "$1" = run ]; do shift; done
COMPILED=1 exec %s "$@"
"""
MODULE = '''"""Cases of every kind.

>>> 1 + 1
2
"""
import doctest
import os
import time
import unittest
from test import parts_of_it

COMPILED = "COMPILED" in os.environ


class Cases(unittest.TestCase):
    def test_passes(self):
        self.assertEqual(parts_of_it.VALUE, 7)

    def test_fails(self):
        self.assertFalse(COMPILED, "as compiled code")

    def test_crashes(self):
        if COMPILED:
            os.abort()

    def test_hangs(self):
        while COMPILED:
            time.sleep(1)

    def test_is_left_out(self):
        if COMPILED:
            self.skipTest("not here")

    def test_fails_everywhere(self):
        self.fail()


def load_tests(loader, tests, pattern):
    tests.addTest(doctest.DocTestSuite())
    return tests
'''


class CpythonTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        compiler = self.folder / "build/bin/janusc"
        compiler.parent.mkdir(parents=True)
        compiler.write_text(FAKE_COMPILER % sys.executable)
        compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
        (self.folder / "suite/support").mkdir(parents=True)
        for name in ("os_helper", "logging_helper", "socket_helper"):
            (self.folder / f"suite/support/{name}.py").write_text("")
        (self.folder / "suite/test_kinds.py").write_text(MODULE)
        (self.folder / "suite/parts_of_it.py").write_text("VALUE = 7\n")
        self.expected = self.folder / "expected.txt"

    def run_with(self, expected):
        self.expected.write_text(expected)
        return subprocess.run([RUN, "--build", self.folder / "build", "--python", sys.executable, "--suite", self.folder / "suite",
                               "--work", self.folder / "work", "--expected", self.expected, "--case-seconds", "3",
                               "--junit", self.folder / "junit.xml", "test_kinds"], capture_output=True, text=True)

    def test_counts_and_reasons(self):
        done = self.run_with("")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        row = [line.split() for line in done.stdout.splitlines() if line.startswith("test_kinds ")][0]
        self.assertEqual(row[:8], ["test_kinds", "6", "2", "1", "1", "1", "1", "0"], done.stdout)
        self.assertIn("test_kinds.Cases.test_fails: failed: AssertionError: True is not false : as compiled code", done.stdout)
        self.assertIn("test_kinds.Cases.test_crashes: crashed: SIGABRT", done.stdout)
        self.assertIn("test_kinds.Cases.test_hangs: hung: more than 3 s", done.stdout)
        self.assertIn("failure", (self.folder / "junit.xml").read_text())

    def test_holds_to_the_list(self):
        listed = "".join(f"test_kinds.Cases.{name} : known\n" for name in ("test_fails", "test_crash*", "test_hangs", "test_is_left_out"))
        done = self.run_with(listed)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        done = self.run_with(listed + "test_kinds.Cases.test_passes : no more\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn("test_kinds.Cases.test_passes: passes, though", done.stdout)
        self.assertIn("a line without a reason", self.run_with("test_kinds.Cases.test_fails\n").stderr)


if __name__ == "__main__":
    unittest.main()
