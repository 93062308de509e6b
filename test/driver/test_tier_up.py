"""Tier-up: versions that are made and taken in while the program runs, and what becomes of it when anything
of that goes wrong. What is printed stays python3's."""
import json
import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import unittest

from tools import BUILD, JANUSC, RUNNER, ToolTest

# Trains until the file `stop` is there, ten steps at a time.
TRAIN = """
import os
import sys
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)


def train(steps):
    for step in range(steps):
        x = torch.randn(16, 4)
        loss = ((model(x) - x.sum(1, keepdim=True)) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


print("running", flush=True)
while not os.path.exists("stop"):
    last = train(10)
print("ended", last == last)
if len(sys.argv) > 1:
    raise ValueError(sys.argv[1])
"""

# At module level, with a condition that goes the other way later on, and another size for good.
PHASES = """
import torch

torch.manual_seed(0)
w = torch.zeros(6, requires_grad=True)
seen = []
for step in range(120):
    x = torch.randn(3 if step < 80 else 5, 6)
    loss = ((x @ w - x.sum(1)) ** 2).mean()
    if loss.item() < 1.5:
        loss = loss * 0.5
    loss.backward()
    with torch.no_grad():
        w -= 0.05 * w.grad
        w.grad = None
    print(f"{step} {loss.item():.5f}")
"""


class TierUpTest(ToolTest):
    def start(self, *command, **variables):
        environment = self.environment | {"JANUS_LOG": "guards", "TMPDIR": str(self.folder)} | variables
        with (self.folder / "out").open("wb") as out, (self.folder / "err").open("wb") as err:
            process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, cwd=self.folder,
                                       stdout=out, stderr=err, env=environment)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        self.process = process
        return process

    def wait_for(self, what, seconds=240):
        """What is so while the program runs, in the end."""
        end = time.time() + seconds
        while not (found := what()):
            self.assertTrue(time.time() < end and self.process.poll() is None, self.err())
            time.sleep(0.02)
        return found

    def wait_for_nothing_left(self, seconds=60):
        end = time.time() + seconds
        while self.compilers() or self.leftovers():
            self.assertLess(time.time(), end, (self.compilers(), self.leftovers()))
            time.sleep(0.02)

    def err(self):
        return (self.folder / "err").read_text()

    def stop(self, process):
        (self.folder / "stop").touch()
        status = process.wait(timeout=240)
        (self.folder / "stop").unlink()
        return status, (self.folder / "out").read_text()

    def compilers(self):
        """Processes of janusc that make versions in our folder."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                if f"--tier-up={self.folder}".encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                continue
        return found

    def leftovers(self):
        # Folders may go while this looks for them.
        return [Path(at, name) for at, folders, _ in os.walk(self.folder) for name in folders if name.startswith("tier-up-")]

    def report(self, *command, **variables):
        """What a run prints, and how often roots committed."""
        path = self.folder / "report.json"
        made = self.run_tool(*command, env=dict(self.environment, JANUS_REPORT=str(path), **variables))
        counts = {}
        for root in json.loads(path.read_text())["roots"]:
            counts[root["region"]] = root["tier2"]
        return made.returncode, made.stdout.decode(), made.stderr.decode(), counts

    def python(self, *command):
        made = self.run_torch(*command)
        return made.returncode, made.stdout.decode(), made.stderr.decode()

    def adaptive(self):
        self.succeed(JANUSC, self.write("train.py", TRAIN), "-o", "train.so", "--adaptive")

    def test_a_first_run_becomes_fast(self):
        process = self.start(JANUSC, "run", self.write("train.py", TRAIN))
        self.wait_for(lambda: "janus: tier-up: versions of" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))
        self.wait_for_nothing_left()

    def test_loops_at_module_level_change_over_at_the_next_turn(self):
        program = self.write("phases.py", PHASES)
        *seen, counts = self.report(JANUSC, "run", program, JANUS_TIER_UP="now")
        self.assertEqual(tuple(seen), self.python(program))
        # Both sides of the condition, and both sizes: most turns of each phase.
        self.assertGreater(counts["<module>.loop.body"], 90)
        self.assertEqual(self.leftovers(), [])

    def test_no_adaptive_starts_nothing(self):
        program = self.write("phases.py", PHASES)
        *seen, counts = self.report(JANUSC, "run", "--no-adaptive", program, JANUS_TIER_UP="now")
        self.assertEqual(tuple(seen), self.python(program))
        self.assertEqual(counts, {})
        *seen, counts = self.report(JANUSC, "run", program, JANUS_TIER_UP="0")
        self.assertEqual(tuple(seen), self.python(program))
        self.assertEqual(counts, {})

    def test_the_next_run_is_specialised_as_ever(self):
        program = self.write("phases.py", PHASES)
        expected = self.python(program)
        self.report(JANUSC, "run", program, JANUS_TIER_UP="now")
        *seen, counts = self.report(JANUSC, "run", program)
        self.assertEqual(tuple(seen), expected)
        self.assertGreater(counts["<module>.loop.body"], 100)

    def test_exceptions_after_versions_came(self):
        process = self.start(JANUSC, "run", self.write("train.py", TRAIN), "as asked", JANUS_TIER_UP="now")
        self.wait_for(lambda: "janus: tier-up: versions of" in self.err())
        self.assertEqual(self.stop(process), (1, "running\nended True\n"))
        self.assertTrue(self.err().endswith("ValueError: as asked\n"), self.err())

    def test_a_module_of_its_own(self):
        self.adaptive()
        process = self.start(RUNNER, "train.so")
        self.wait_for(lambda: "janus: tier-up: versions of" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))
        self.wait_for_nothing_left()

    def test_a_compiler_that_is_killed(self):
        self.adaptive()
        process = self.start(RUNNER, "train.so")
        # There may be another one by then, which sees to what is left, its child; or none yet.
        os.kill(min(self.wait_for(self.compilers)), signal.SIGKILL)
        self.wait_for(lambda: "janus: tier-up: the compiler has made nothing" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))
        self.wait_for_nothing_left()

    def test_all_that_compile_are_killed(self):
        self.adaptive()
        process = self.start(RUNNER, "train.so")
        self.wait_for(lambda: len(self.compilers()) > 1)
        for compiler in self.compilers():
            os.kill(compiler, signal.SIGKILL)
        self.wait_for(lambda: "janus: tier-up: the compiler has made nothing" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))
        self.wait_for_nothing_left()

    def test_a_host_compiler_that_fails(self):
        self.adaptive()
        process = self.start(RUNNER, "train.so", CXX="/bin/false", PATH="/nonexistent",
                             JANUS_CACHE_DIR=str(self.folder / "other"))
        self.wait_for(lambda: "janus: tier-up: the compiler has made nothing" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))
        self.assertEqual(self.leftovers(), [])

    def test_a_compiler_that_is_not_there_any_more(self):
        copy = self.folder / "installed"
        (copy / "bin").mkdir(parents=True)
        for tool in (JANUSC, RUNNER):
            shutil.copy2(tool, copy / "bin")
        for folder in ("lib", "include"):
            (copy / folder).symlink_to(BUILD / folder)
        self.succeed(copy / "bin/janusc", self.write("train.py", TRAIN), "-o", "train.so", "--adaptive")
        (copy / "bin/janusc").unlink()
        process = self.start(RUNNER, "train.so")
        self.wait_for(lambda: "janus: tier-up: the compiler cannot be started" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))
        self.assertEqual(self.leftovers(), [])

    def test_no_folder_to_write_to(self):
        self.adaptive()
        process = self.start(RUNNER, "train.so", TMPDIR="/nonexistent")
        self.wait_for(lambda: "janus: tier-up: there is no folder for it" in self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))

    def test_the_program_ends_while_the_compiler_works(self):
        self.adaptive()
        for number in (None, signal.SIGKILL, signal.SIGINT):
            process = self.start(RUNNER, "train.so")
            self.wait_for(self.compilers)
            if number is None:
                self.assertEqual(self.stop(process), (0, "running\nended True\n"))
            else:
                process.send_signal(number)
                process.wait(timeout=60)
            self.wait_for_nothing_left(20)

    def test_what_cannot_adapt_is_refused(self):
        program, other = self.write("train.py", TRAIN), self.write("phases.py", PHASES)
        for command in ([program, other, "-o", "suite.so"], [program, "--passes=none", "-o", "train.so"]):
            made = self.run_tool(JANUSC, *command, "--adaptive")
            self.assertEqual(made.returncode, 2)
            self.assertIn("`--adaptive` takes one Python program from a file", made.stderr.decode())

    def test_sources_that_are_edited_meanwhile(self):
        self.adaptive()
        self.write("train.py", TRAIN + "# edited\n")
        process = self.start(RUNNER, "train.so")
        self.wait_for(lambda: "janus: tier-up: the compiler has made nothing" in self.err())
        self.assertNotIn("versions of", self.err())
        self.assertEqual(self.stop(process), (0, "running\nended True\n"))


if __name__ == "__main__":
    unittest.main()
