"""The differential harness with a fake compiler, which runs python3 and can be told to misbehave."""
import re
import stat
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

RUN = Path(__file__).resolve().parents[2] / "test/conformance/run"

FAKE_COMPILER = """#!{python}
import json, os, sys
if sys.argv[1] == "run":
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
paths = sys.argv[1 : sys.argv.index("-o")]
open("compiled", "w").write(str(len(paths)))
for path in paths:
    if "fake: refuse" in open(path).read():
        sys.exit(path + ":1:1: error[J0001]: refused")
names = {{os.path.basename(path)[:-3]: path for path in paths}}
json.dump(names, open(sys.argv[sys.argv.index("-o") + 1], "w"))
"""

FAKE_RUNNER = """#!{python}
import json, os, sys
assert sys.argv[2] == "--program"
path = json.load(open(sys.argv[1]))[sys.argv[3]]
text = open(path).read().replace("ORACLE", "COMPILED")
changed = os.environ["HOME"] + "/" + os.path.basename(path)
open(changed, "w").write(text)
os.execv(sys.executable, [sys.executable, changed, *sys.argv[4:]])
"""


class HarnessTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "build/bin").mkdir(parents=True)
        (self.root / "programs").mkdir()
        for name, text in (("janusc", FAKE_COMPILER), ("janus-run", FAKE_RUNNER)):
            tool = self.root / "build/bin" / name
            tool.write_text(text.format(python=sys.executable))
            tool.chmod(tool.stat().st_mode | stat.S_IXUSR)

    def program(self, name, text):
        path = self.root / "programs" / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path

    def harness(self, *options):
        command = [sys.executable, str(RUN), str(self.root / "programs"), "--build",
                   str(self.root / "build"), "--python", sys.executable, "-v", *options]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.output = run.stdout + run.stderr
        return run.returncode

    def expect(self, status, *patterns):
        self.assertEqual(self.harness(), status, self.output)
        for pattern in patterns:
            self.assertRegex(self.output, re.compile(pattern, re.S))

    def test_equal_runs_pass(self):
        self.program("a", "# args: --steps 3\nimport sys\nprint(sys.argv[1:], 1.5)\n")
        self.program("folder/b", "raise ValueError('text')\n")
        self.program("folder/c", "import sys; sys.exit(3)\n")
        self.expect(0, "passed a", "passed folder/b", "3 passed, 0 failed")

    def test_stdout_is_compared(self):
        self.program("a", "print('same')\nprint('ORACLE')\n")
        self.expect(1, r"FAILED a .* same\n +-ORACLE\n +\+COMPILED\n", "0 passed, 1 failed")

    def test_exception_is_compared(self):
        self.program("a", "raise ValueError('ORACLE')\n")
        self.expect(1, "-ValueError: ORACLE.*ValueError: COMPILED")

    def test_whole_stderr_is_compared(self):
        for status in (0, 1):
            text = f"import sys\nsys.stderr.write('ORACLE\\nend\\n')\nsys.exit({status})\n"
            self.program("a", text)
            self.expect(1, "-ORACLE")
            self.program("a", "# stderr: last line of an example\n" + text)
            self.expect(0)

    def test_warnings_are_compared_without_what_the_compiler_says(self):
        warn = "import sys\nsys.stderr.write({!r})\n".format
        self.program("a", warn("/ORACLE/a.py:3: UserWarning: text\n  line\n"))
        self.expect(0)
        self.program("a", warn("/x/a.py:3: UserWarning: ORACLE\n  line\n"))
        self.expect(1, "-a.py:3: UserWarning: ORACLE")
        self.program("a", "assert (len, 'ORACLE')\n")
        self.expect(0)

    def test_status_is_compared(self):
        self.program("a", "import sys; sys.exit(len('ORACLE'))\n")
        self.expect(1, "status 8, python3 ends with 6")

    def test_files_are_compared(self):
        self.program("a", "open('x.txt', 'w').write('ORACLE')\nopen('ORACLE', 'w').close()\n")
        self.expect(1, "COMPILED is not one.*ORACLE was not written.*x.txt has other bytes")

    def test_floats_need_a_tolerance(self):
        text = "x = 0.5 if 'ORACLE'[0] == 'O' else 0.5001\nprint('loss', x, 7)\n"
        self.program("a", text)
        self.expect(1, "loss 0.5001 7")
        self.program("a", "# float-tolerance: 1e-3\n" + text)
        self.expect(0)
        self.program("a", "# float-tolerance: 1e-3\nprint(len('ORACLE'))\n")
        self.expect(1)

    def test_known_failures(self):
        self.program("a", "# janus-expect: fail not there yet\nprint('ORACLE')\n")
        self.expect(0, "known failure a: not there yet", "0 passed, 0 failed, 1 known")
        self.program("a", "# janus-expect: fail not there yet\nprint(1)\n")
        self.expect(1, "passes, though marked")

    def test_a_refused_program_does_not_stop_its_suite(self):
        self.program("a", "print(1)\n")
        self.program("b", "# fake: refuse\n")
        self.expect(1, "passed a", "FAILED b.*does not compile it.*refused", "1 passed, 1 failed")

    def test_selection_and_junit(self):
        for number in range(12):
            self.program(f"p{number}", "print('ORACLE')\n")
        junit = self.root / "out.xml"
        self.assertEqual(self.harness("-k", "p1", "--junit", str(junit)), 1)
        cases = list(ElementTree.parse(junit).iter("testcase"))
        self.assertEqual(["p1", "p10", "p11"], [case.get("name") for case in cases])
        self.assertTrue(all(case.find("failure") is not None for case in cases))
        names = []
        for part in ("1/3", "2/3", "3/3"):
            self.harness("--part", part)
            names += re.findall(r"FAILED (\w+)", self.output)
        self.assertEqual(sorted(names), sorted(f"p{number}" for number in range(12)))

    def test_direct_runs(self):
        self.program("a", "print('ORACLE')\n")
        self.assertEqual(self.harness("--run"), 0, self.output)


if __name__ == "__main__":
    unittest.main()
