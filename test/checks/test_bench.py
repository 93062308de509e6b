"""The benchmark runner with a fake compiler, whose module is the program itself; costs against their limits."""
import contextlib
import io
import json
import re
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

RUN = Path(__file__).resolve().parents[2] / "bench/run"
sys.path.insert(0, str(RUN.parent))
from harness import limits

FAKE_COMPILER = """#!{python}
import sys
text = open(sys.argv[1]).read()
if "fake: refuse" in text:
    sys.exit("error[J0001]: refused")
open(sys.argv[sys.argv.index("-o") + 1], "w").write(text.replace("EAGER", "COMPILED"))
"""

FAKE_RUNNER = """#!{python}
import os, sys
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""


class BenchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "build/bin").mkdir(parents=True)
        for name, text in (("janusc", FAKE_COMPILER), ("janus-run", FAKE_RUNNER)):
            tool = self.root / "build/bin" / name
            tool.write_text(text.format(python=sys.executable))
            tool.chmod(tool.stat().st_mode | stat.S_IXUSR)

    def bench(self, text, status):
        path = self.root / "program.py"
        path.write_text("# peers: eager\n# unit: turns 10\n" + text)
        samples = self.root / "out.json"
        command = [sys.executable, str(RUN), str(path), "--build", str(self.root / "build"),
                   "--python", sys.executable, "--rounds", "3", "--json", str(samples)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        self.output = run.stdout
        return json.loads(samples.read_text())[0]["implementations"]

    def test_ratio_of_two_implementations(self):
        rows = self.bench("def step():\n    return sum(range(20000 * len('EAGER')))\n", 1)
        self.assertIn("wrong values", rows["tier2"]["failure"])
        rows = self.bench("def step():\n    n = 30000 if len('EAGER') == 5 else 15000\n"
                          "    return sum(range(n)) * 0\n", 0)
        self.assertEqual(len(rows["tier2"]["times"]), 3)
        self.assertTrue(1.2 < rows["eager"]["ratio"]["median"] < 3.5, self.output)
        self.assertRegex(self.output, re.compile("tier2 .*turns/s.*tier1 .*turns/s.*eager .*turns/s", re.S))

    def test_a_refused_program_is_a_failure(self):
        rows = self.bench("# fake: refuse\ndef step():\n    return 1\n", 1)
        self.assertIn("refused", rows["tier2"]["failure"])
        self.assertTrue(rows["eager"]["times"])

    def test_a_program_that_dies_is_a_failure(self):
        rows = self.bench("def step():\n    raise ValueError('bad')\n", 1)
        self.assertIn("ValueError: bad", rows["eager"]["failure"])

    def test_the_fastest_sample_is_held_against_a_limit(self):
        samples = {}
        for times in ("1.5", "9.0"):
            limits.samples_of([sys.executable, "-c", f"print('a call {times}\\nother 2')"], None, samples, "here: ")
        self.assertEqual(samples, {"here: a call": [1.5, 9.0], "here: other": [2.0, 2.0]})
        for limit, missed, verdict in ((2, 0, "held"), (1.4, 1, "missed")):
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                self.assertEqual(limits.report([limits.Cost("here: a call", limit), limits.Cost("here: other")], samples), missed)
            self.assertRegex(printed.getvalue(), rf"here: a call +1.500 +5.250 +{limit:.1f}  {verdict}\nhere: other +2.000 +2.000\n")

    def test_a_program_that_fails_is_no_cost(self):
        with self.assertRaises(SystemExit):
            limits.samples_of([sys.executable, "-c", "1 / 0"], None, {})


if __name__ == "__main__":
    unittest.main()
