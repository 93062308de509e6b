"""`janusc explain`, the counters of a run and its trace."""
import json
import os
import signal
import subprocess
import tempfile
import time
import unittest

from tools import JANUSC, PYTHON, RUNNER, ToolTest

FIT = """
import os
import sys
import torch
import torch.nn as nn

torch.manual_seed(0)


def main(way):
    model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(60 if way == "long" else 30):
        x = torch.randn(4, 3)
        y = x.sum(1, keepdim=True)
        loss = ((model(x) - y) ** 2).mean()
        if step == 40:  # not in the profile
            loss = loss * 2
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for name in ("a", "b", "c", "d"):
        words = open(os.devnull).read()
        loss = loss + len(words)
    print(f"{loss.item():.4f}", flush=True)
    if way == "raise":
        raise ValueError("as asked")
    if way == "exit":
        os._exit(3)
    while way == "loop":
        pass


main(sys.argv[1] if len(sys.argv) > 1 else "")
"""


class ExplainTest(ToolTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.cache = folder.name  # one for all tests: they compile the same program

    def setUp(self):
        super().setUp()
        self.environment["JANUS_CACHE_DIR"] = self.cache
        self.program = self.write("fit.py", FIT)
        self.succeed(JANUSC, "fit.py", "-o", "probes.so", "--profile-generate=p.json")
        self.succeed(RUNNER, "probes.so")

    def build(self):
        self.succeed(JANUSC, "fit.py", "-o", "fit.so", "--profile-use=p.json")

    def explain(self, *options):
        text = self.succeed(JANUSC, "explain", "fit.py", "--profile-use=p.json", "--json", *options)
        return {root["region"]: root for root in json.loads(text)["roots"]}

    def run_module(self, *arguments, **variables):
        return self.run_tool(RUNNER, "fit.so", *arguments, env=dict(self.environment, **variables))

    def test_what_is_specialised(self):
        roots = self.explain()
        body = roots["main.loop.body"]
        self.assertEqual((body["state"], body["kind"]), ("specialised", "loop body"))
        version, = body["versions"]
        self.assertGreater(version["forward"], 5)
        self.assertGreater(version["backward"], 5)
        self.assertIn("model[0].weight: float32 (4, 3), grad", version["inputs"])
        self.assertEqual(len(version["parameters"]), 4)
        self.assertGreater(version["arena_bytes"], 0)
        guard, = [each for each in version["guards"] if "step == 40" in each["expression"]]
        self.assertEqual((guard["kind"], guard["place"], guard["expected"]),
                         ("input", "fit.py:17", "!= 40"))
        other = roots["main.loop#1.body"]
        self.assertEqual(other["state"], "generic")
        self.assertRegex(other["why"]["code"], r"^J04\d\d$")
        self.assertEqual(roots["main.loop"]["why"]["code"], "J0451")

    def test_text(self):
        text = self.succeed(JANUSC, "explain", "fit.py", "--profile-use=p.json")
        self.assertIn("main.loop.body, loop body at line 13: specialised", text)
        self.assertIn("backward (", text)
        self.assertIn("update of 4 parameters", text)
        self.assertRegex(text, r"remark\[J04\d\d\]: `main.loop#1.body` stays generic: ")
        self.assertIn("    words = open(os.devnull).read()\n", text)
        self.assertNotIn("\x1b", text)
        self.assertIn("\x1b[", self.succeed(JANUSC, "explain", "fit.py", "--profile-use=p.json",
                                            "--color=always"))

    def test_counters(self):
        self.build()
        made = self.run_module("long", JANUS_REPORT="counters.json", JANUS_LOG="guards,summary")
        self.assertEqual(made.returncode, 0, made.stderr)
        log = made.stderr.decode()
        self.assertIn("input `not step == 40 (fit.py:17)` failed: expected != 40, seen 40", log)
        self.assertRegex(log, r"root __main__:main.loop.body line 13: entered 60, tier 2 58\n")
        version = self.explain("--counters=counters.json")["main.loop.body"]["versions"][0]
        self.assertEqual((version["entered"], version["committed"]), (59, 58))
        guard, = [each for each in version["guards"] if "step == 40" in each["expression"]]
        self.assertEqual((guard["held"], guard["failed"], guard["seen"]), (58, 1, "40"))

    def test_gave_up(self):
        # A condition on what was computed: what has run until there was in vain.
        self.write("fit.py", FIT.replace("step == 40", "(loss.item() != -1) == (step > 34)").replace("range(60 if", "range(400 if"))
        self.write("p.json", "")
        self.succeed(JANUSC, "fit.py", "-o", "probes.so", "--profile-generate=p.json")
        self.succeed(RUNNER, "probes.so")
        self.build()
        log = self.run_module("long", JANUS_LOG="guards,summary", JANUS_REPORT="r.json").stderr.decode()
        self.assertIn("from now on every 2. entry is tried", log)
        self.assertRegex(log, r"gave up after \d+ failures")
        self.assertIn("main.loop.body: gave up\n", log)
        version = self.explain("--counters=r.json")["main.loop.body"]["versions"][0]
        self.assertTrue(version["gave_up"])

    def test_bad_counters(self):
        for text in ("", "[]", "{", '{"format": "janus profile"}'):
            self.write("bad.json", text)
            made = self.run_tool(JANUSC, "explain", "fit.py", "--counters=bad.json")
            self.assertEqual(made.returncode, 4)
            self.assertIn(b"error[J0001]: cannot read `bad.json`", made.stderr)
        self.write("odd.json", '{"format": "janus counters", "roots": [1, {"versions": [{"guards": 3}]}]}')
        self.succeed(JANUSC, "explain", "fit.py", "--counters=odd.json")

    def test_without_a_profile(self):
        text = self.succeed(JANUSC, "explain", "fit.py")
        self.assertIn("There is no profile of `fit.py`", text)
        self.assertIn("J0451", text)

    def test_the_profile_of_janusc_run(self):
        self.environment["JANUS_CACHE_DIR"] = str(self.folder / "cache")
        self.succeed(JANUSC, "run", "fit.py")
        text = self.succeed(JANUSC, "explain", "fit.py")
        self.assertIn("main.loop.body, loop body at line 13: specialised", text)

    def test_remarks_when_compiling(self):
        made = self.run_tool(JANUSC, "fit.py", "--emit=cpp", "-o", "fit.cpp", "-v",
                             "--profile-use=p.json")
        self.assertRegex(made.stderr.decode(), r"remark\[J04\d\d\]: `main.loop#1.body`")
        made = self.run_tool(JANUSC, "fit.py", "--emit=graph", "--profile-use=p.json")
        self.assertRegex(made.stdout.decode(), r"// main.loop#1.body stays generic \[J04\d\d\]: ")

    def events(self, name):
        return json.loads((self.folder / name).read_text())

    def test_trace(self):
        self.build()
        for way, status in (("", 0), ("raise", 1), ("exit", 3)):
            made = self.run_module(way, JANUS_TRACE="t.json", JANUS_TRACE_KERNELS="0")
            self.assertEqual(made.returncode, status)
            events = self.events("t.json")
            kinds = {event["cat"] for event in events}
            self.assertLessEqual({"tier 2", "bind", "guard", "kernel"}, kinds)
            runs = [each for each in events if each["cat"] == "tier 2"]
            self.assertEqual(len(runs), 29)
            self.assertTrue(all(each["dur"] >= 0 for each in runs))
        quiet = self.run_module()
        self.assertEqual(quiet.stderr, b"")

    def test_trace_of_a_program_that_is_stopped(self):
        self.build()
        for number, ending in ((signal.SIGINT, (-2, 130)), (signal.SIGTERM, (-15, 143)),
                               (signal.SIGKILL, (-9, 137))):
            process = subprocess.Popen([str(RUNNER), "fit.so", "loop"], cwd=self.folder,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                                       env=dict(self.environment, JANUS_TRACE="t.json"))
            process.stdout.readline()
            time.sleep(0.1)
            process.send_signal(number)
            self.assertIn(process.wait(timeout=60), ending)
            process.stdout.close()
            self.assertGreater(len(self.events("t.json")), 0)

    def test_trace_of_compiler_and_program(self):
        self.environment["JANUS_CACHE_DIR"] = str(self.folder / "cache")
        self.environment["JANUS_TRACE"] = "t.json"
        for _ in range(2):
            self.succeed(JANUSC, "run", "fit.py")
        kinds = {event["cat"] for event in self.events("t.json")}
        self.assertLessEqual({"compile", "tier 2"}, kinds)

    def test_unwritable(self):
        self.build()
        made = self.run_module(JANUS_TRACE="/nowhere/t", JANUS_REPORT="/nowhere/r")
        self.assertEqual((made.returncode, made.stdout), (0, self.run_module().stdout))
        self.assertIn(b"janus: cannot write the trace `/nowhere/t`", made.stderr)
        self.assertIn(b"janus: cannot write the report `/nowhere/r`", made.stderr)

    def test_files_that_are_no_output(self):
        """Neither the program nor its module becomes a report, a trace or a profile; an earlier one does."""
        self.build()
        for name in ("fit.py", "fit.so"):
            before = (self.folder / name).read_bytes()
            for variable, module in (("JANUS_REPORT", "fit.so"), ("JANUS_TRACE", "fit.so"), ("JANUS_PROFILE", "probes.so")):
                made = self.run_tool(RUNNER, module, env=dict(self.environment, **{variable: name}))
                self.assertEqual(made.returncode, 0)
                self.assertEqual((self.folder / name).read_bytes(), before)
                self.assertIn(f"janus: {variable}={name} is ignored: expected a new file".encode(), made.stderr)
        self.environment["JANUS_TRACE"] = "fit.py"
        before = (self.folder / "fit.py").read_bytes()
        self.assertTrue(self.succeed(JANUSC, "run", "fit.py"))
        self.assertEqual((self.folder / "fit.py").read_bytes(), before)
        del self.environment["JANUS_TRACE"]
        (self.folder / "r").touch()
        for _ in range(2):
            self.run_module(JANUS_REPORT="r")
            self.assertIn("roots", json.loads((self.folder / "r").read_text()))


STATISTICS = """
import sys
import _figures as st
from tools import scale


def report(values):
    mean = st.mean(values)
    return f"{mean:.1f}"


def main():
    keeper = st.Keeper()
    for i in range(5):
        keeper.keep(scale(i))
        print(report([1, i]))
    print(keeper.kept[0])


if __name__ == "__main__":
    main()
"""
PACKAGE = """
class Number(float):
    pass

def mean(values):
    return Number(sum(values) / len(values))

class Keeper:
    def __init__(self):
        self.kept = []

    def keep(self, value):
        self.kept.append(value)
"""


class CrossingsTest(ToolTest):
    """`janusc explain` lists where a program goes over to Python."""

    def setUp(self):
        super().setUp()
        self.write("main.py", STATISTICS)
        self.write("tools.py", "def scale(x):\n    return x * 2\n")
        self.write("packages/_figures.py", PACKAGE)
        self.environment |= {"PYTHONPATH": str(self.folder / "packages"), "JANUS_PYTHON": PYTHON}

    def crossings(self, *options):
        text = self.succeed(JANUSC, "explain", "main.py", "--json", *options)
        return [(row.get("line"), row["kind"], row.get("name", ""), row.get("count"))
                for row in json.loads(text)["crossings"]]

    def test_places(self):
        self.assertEqual(self.crossings(), [
            (3, "import", "_figures", None), (8, "call", "_figures.mean", None), (9, "text", "", None),
            (13, "call", "_figures.Keeper", None), (15, "attribute", ".keep", None), (15, "call", ".keep", None),
            (17, "attribute", ".kept", None), (17, "item", "", None)])

    def test_counts(self):
        self.succeed(JANUSC, "main.py", "-o", "main.so")
        self.succeed(RUNNER, "main.so", env=dict(self.environment, JANUS_REPORT="c.json"))
        found = {(line, kind): count for line, kind, _, count in self.crossings("--counters=c.json")}
        self.assertEqual([found[3, "import"], found[8, "call"], found[9, "text"], found[13, "call"], found[15, "call"]],
                         [1, 5, 5, 1, 5])
        text = self.succeed(JANUSC, "explain", "main.py", "--counters=c.json")
        self.assertRegex(text, r"main.py goes over to Python\n\n  line 3    imports `_figures`, which is not compiled +1 time, \d")
        self.assertRegex(text, r"  line 8    calls `_figures.mean` +5 times, \d+\.\d+ ms\n")
        self.assertNotIn("tools.py goes over", text)


class ProfileFuzzTest(ToolTest):
    """Profiles that say what is not so: the module does what python3 does all the same."""

    def test_untrue_profiles(self):
        self.write("fit.py", FIT)
        self.succeed(JANUSC, "fit.py", "-o", "probes.so", "--profile-generate=p.json")
        expected = self.succeed(RUNNER, "probes.so")
        self.assertEqual(expected, self.succeed(PYTHON, "fit.py"))
        text = (self.folder / "p.json").read_text()
        for old, new in (('"float32"', '"float64"'), ('"shape": [4, 3]', '"shape": [3, 4]'),
                         ('0.1', '0.5'), ('"requires_grad": true', '"requires_grad": false'),
                         ('"storage": 1', '"storage": 0'), ('"taken": 0', '"taken": 5')):
            self.write("untrue.json", text.replace(old, new))
            made = self.run_tool(JANUSC, "fit.py", "-o", "fit.so", "--profile-use=untrue.json")
            self.assertEqual(made.returncode, 0, made.stderr.decode())
            self.assertEqual(self.succeed(RUNNER, "fit.so"), expected, (old, new))


if __name__ == "__main__":
    unittest.main()
