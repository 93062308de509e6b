"""filecheck_or_update and expect_diagnostics, run as lit runs them."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools/dev"
FILECHECK = os.environ.get("FILECHECK") or "FileCheck-14"


class LitToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.test = Path(folder.name) / "case.py"

    def file_check(self, text, output, mode="check"):
        self.test.write_text(text)
        command = [sys.executable, str(TOOLS / "filecheck_or_update"), "--filecheck", FILECHECK,
                   "--mode", mode, str(self.test)]
        return subprocess.run(command, input=output, text=True, capture_output=True, check=False)

    def diagnostics(self, text, stderr, status):
        self.test.write_text(text)
        script = f"import sys; sys.stderr.write({stderr!r}); sys.exit({status})"
        command = [sys.executable, str(TOOLS / "expect_diagnostics"), str(self.test), "--",
                   sys.executable, "-c", script]
        return subprocess.run(command, text=True, capture_output=True, check=False).returncode

    def test_facts_are_compared_with_the_test_itself(self):
        text = "# RUN: x\n\nc = a + b  # live-out: a c\n"
        self.assertEqual(self.file_check(text, "c = a + b  # live-out: a c\n").returncode, 0)
        run = self.file_check(text, "c = a + b  # live-out: c\n")
        self.assertEqual(run.returncode, 1)
        self.assertIn("-c = a + b  # live-out: a c", run.stderr)

    def test_facts_are_rewritten(self):
        text = "# RUN: x\n\nc = a + b  # live-out: a c\n# a comment\nd = c\n"
        run = self.file_check(text, "c = a + b  # live-out: c\nd = c  # live-out:\n", "update")
        self.assertEqual(run.returncode, 0)
        self.assertEqual(self.test.read_text(), "# RUN: x\n\nc = a + b  # live-out: c\n"
                                                "# a comment\nd = c  # live-out:\n")

    def test_check_lines_are_written_and_then_hold(self):
        marker = "# Expected output, written by tools/dev/update_lit:\n"
        output = "func @f {\n\n  a = [[1], {{2}}]\n}\n"
        self.assertEqual(self.file_check(marker, output, "update").returncode, 0)
        written = self.test.read_text()
        self.assertEqual(self.file_check(written, output).returncode, 0, written)
        self.assertEqual(self.file_check(written, output.replace("1", "3")).returncode, 1)

    def test_empty_output_is_a_failure(self):
        self.assertEqual(self.file_check("# CHECK-NOT: x\n", "").returncode, 1)

    def test_expected_error(self):
        text = "x = 1\nreturn 1  # expected-error[J0101]: outside function\n"
        short = f"{self.test}:2:1: error[J0101]: 'return' outside function\n"
        self.assertEqual(self.diagnostics(text, short, 1), 0)
        human = f"error[J0101]: 'return' outside function\n  --> {self.test}:2:1\n   |\n"
        self.assertEqual(self.diagnostics(text, human, 1), 0)
        self.assertEqual(self.diagnostics(text, short.replace("J0101", "J0102"), 1), 1)
        self.assertEqual(self.diagnostics(text, short.replace(":2:", ":1:"), 1), 1)
        self.assertEqual(self.diagnostics(text, short, 0), 1)
        self.assertEqual(self.diagnostics(text, "", 1), 1)
        self.assertEqual(self.diagnostics(text, short + short, 1), 1)

    def test_offset(self):
        text = "# expected-warning@+1: odd\nx = 1\n"
        self.assertEqual(self.diagnostics(text, f"{self.test}:2: warning: odd thing\n", 0), 0)


if __name__ == "__main__":
    unittest.main()
