"""`janusc run` profiles the first run and specialises the next ones; what is printed stays python3's."""
import json
import os
import re
import signal
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from tools import JANUSC, ToolTest

FIT = """
import os
import sys
import torch
import torch.nn as nn

torch.manual_seed(0)


def main(steps):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for step in range(steps):
        x = torch.randn(4, 3)
        y = x.sum(1, keepdim=True)
        loss = ((model(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"step {step}: loss {loss.item():.4f}", flush=True)
    if steps == 13:
        raise ValueError("unlucky")
    if steps == 14:
        os._exit(5)
    if steps == 15:
        sys.exit("as asked")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 12)
"""

# Functions of torch are answered for, if the program is told so.
MODE = """


class Passing(torch.overrides.TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))


if "mode" in sys.argv:
    Passing().__enter__()
"""

# Each step moves 40 tensors by one; what an interrupt finds is printed.
COUNTED = """
import torch


class Model:
    def __init__(self):
        self.weights = [torch.zeros(300) for _ in range(40)]
        self.steps = 0


def step(model, x):
    for w in model.weights:
        w.add_(x)
    model.steps += 1


def main():
    model, x = Model(), torch.ones(300)
    for interrupt in range(5):
        try:
            for i in range(100_000_000):
                step(model, x)
                if i == 20:
                    print("running", flush=True)
        except KeyboardInterrupt:
            if interrupt == 4:
                raise
            seen = {w.min().item() for w in model.weights} | {w.max().item() for w in model.weights}
            print(sorted(seen) == [model.steps], flush=True)


main()
"""


class SpecialisedRunTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.program = self.write("fit.py", FIT)

    def janusc_run(self, *arguments, **variables):
        made = self.run_tool(JANUSC, "run", self.program, *arguments,
                             env=dict(self.environment, **variables))
        return made.returncode, made.stdout.decode(), made.stderr.decode()

    def python(self, *arguments):
        made = self.run_torch(self.program, *arguments)
        return made.returncode, made.stdout.decode(), made.stderr.decode()

    def tier2(self, *arguments):
        """How often the last run's roots committed."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        self.janusc_run(*arguments, JANUS_REPORT=str(report))
        return sum(root["tier2"] for root in json.loads(report.read_text())["roots"])

    def cached(self, ending):
        return sorted((self.folder / "cache/programs").glob("*" + ending))

    def test_the_second_run_is_specialised(self):
        expected = self.python()
        self.assertEqual(self.tier2(), 0)
        self.assertEqual(len(self.cached(".profile")), 1)
        self.assertGreaterEqual(self.tier2(), 10)
        modules = self.cached(".versions.so")
        self.assertEqual(len(modules), 1)
        stamp = modules[0].stat().st_mtime_ns
        self.assertEqual(self.janusc_run(), expected)
        self.assertEqual(self.cached(".versions.so")[0].stat().st_mtime_ns, stamp)

    def test_each_level_of_instructions_has_its_own_code(self):
        expected = self.python()
        for count, level in enumerate(("base", "avx2"), 1):
            self.environment["JANUS_CPU_LEVEL"] = level
            self.assertEqual(self.janusc_run(), expected)
            self.assertGreaterEqual(self.tier2(), 10)
            self.assertEqual(self.janusc_run(), expected)
            self.assertEqual(len(self.cached(".versions.so")), count)

    def test_every_way_out_in_each_run(self):
        for steps in ("13", "14", "15", "2"):
            expected = self.python(steps)
            for run in range(3):
                with self.subTest(steps=steps, run=run):
                    self.assertEqual(self.janusc_run(steps), expected)

    def test_switched_off(self):
        for _ in range(2):
            self.assertEqual(self.tier2_switched_off(), 0)
        self.assertEqual(self.cached(".profile"), [])
        self.assertEqual(self.succeed(JANUSC, "run", "--no-specialise", self.program),
                         self.python()[1])
        self.assertEqual(self.cached(".profile"), [])

    def tier2_switched_off(self):
        report = self.folder / "report.json"
        self.janusc_run(JANUS_SPECIALISE="0", JANUS_REPORT=str(report))
        return sum(root["tier2"] for root in json.loads(report.read_text())["roots"])

    def test_too_short_a_run_leaves_no_profile(self):
        self.janusc_run("2")
        self.assertEqual(self.cached(".profile"), [])
        self.janusc_run("12")
        self.assertEqual(len(self.cached(".profile")), 1)

    def test_warm_up(self):
        self.janusc_run("12", JANUS_WARM_UP="13")
        self.assertEqual(self.cached(".profile"), [])
        status, out, err = self.janusc_run("2", JANUS_WARM_UP="soon")
        self.assertEqual(err, "janus: JANUS_WARM_UP=soon is ignored: expected a number of entries\n")
        self.assertEqual(self.cached(".profile"), [])
        self.janusc_run("2", JANUS_WARM_UP="2")
        self.assertEqual(len(self.cached(".profile")), 1)

    def test_a_changed_program_is_profiled_again(self):
        self.janusc_run()
        self.assertGreater(self.tier2(), 0)
        self.write("fit.py", FIT.replace("nn.Linear(3, 1)", "nn.Linear(3, 1, bias=False)"))
        self.assertEqual(self.tier2(), 0)
        self.assertGreater(self.tier2(), 0)
        self.assertEqual(self.janusc_run(), self.python())

    def test_a_compiler_that_dies(self):
        expected = self.python()
        self.janusc_run()
        environment = dict(self.environment, JANUSC_FAULT="verify", JANUS_LOG="summary")
        made = self.run_tool(JANUSC, "run", "-v", self.program, env=environment)
        said = made.stderr.decode()
        self.assertEqual((made.returncode, made.stdout.decode()), expected[:2])
        self.assertIn("janusc: specialising the program has ended with status 70; it runs without\n", said)
        self.assertIn("janus: no specialised root was entered: this run records the profile\n", said)

    def test_a_graph_that_is_ill_formed(self):
        expected = self.python()
        self.janusc_run()
        made = self.run_tool(JANUSC, "run", self.program, env=dict(self.environment, JANUSC_FAULT="graph", JANUS_LOG="summary"))
        said = made.stderr.decode()
        self.assertEqual((made.returncode, made.stdout.decode()), expected[:2])
        self.assertIn("[J0453]", said)
        self.assertIn("its graph is ill-formed: a fault was asked for", said)
        self.assertIn("janus: no specialised root was entered", said)

    def test_damaged_profiles_are_made_again(self):
        expected = self.python()
        for damage in (b"\x00\xff" * 50, b'{"format": "janus profile", "version": 1}'):
            self.write("fit.py", FIT + f"# {damage!r}\n")
            self.janusc_run()
            for profile in self.cached(".profile"):
                profile.write_bytes(damage)
            self.assertEqual(self.janusc_run(), expected)
            self.assertEqual(self.janusc_run(), expected)
            self.assertGreater(self.tier2(), 0)

    def test_without_a_compiler_the_next_run_is_as_the_first(self):
        expected = self.python()
        self.assertEqual(self.janusc_run(), expected)
        for _ in range(2):
            status, out, _ = self.janusc_run(CXX="/bin/false", PATH="/nonexistent")
            self.assertEqual((status, out), expected[:2])

    def test_two_at_once(self):
        expected = self.python()
        for _ in range(3):
            with ThreadPoolExecutor(3) as pool:
                for seen in pool.map(lambda _: self.janusc_run(), range(3)):
                    self.assertEqual(seen, expected)
        self.assertGreater(self.tier2(), 0)

    def test_a_short_program_waits_for_nothing(self):
        del self.environment["JANUS_SPECIALISE"]
        for _ in range(3):
            self.assertEqual(self.tier2(), 0)
        self.assertEqual((len(self.cached(".profile")), self.cached(".versions.so"), self.cached(".spent")), (1, [], []))
        # With arguments that make it a long one it is recorded again.
        (profile,) = self.cached(".profile")
        before = profile.stat().st_mtime_ns
        self.assertEqual(self.janusc_run("80000")[0], 0)
        self.assertNotEqual(profile.stat().st_mtime_ns, before)

    def test_a_long_program_gets_its_versions_some_day(self):
        del self.environment["JANUS_SPECIALISE"]
        expected = self.python("3000")
        for _ in range(12):
            self.assertEqual(self.janusc_run("80000", JANUS_TIER_UP="0")[0], 0)
            if self.cached(".versions.so"):
                break
        self.assertEqual(len(self.cached(".versions.so")), 1)
        self.assertEqual(self.janusc_run("3000"), expected)
        self.assertGreater(self.tier2("3000"), 2900)

    def test_versions_of_the_first_run_are_kept(self):
        del self.environment["JANUS_SPECIALISE"]
        expected = self.python("3000")
        self.assertEqual(self.janusc_run("3000", JANUS_TIER_UP="now"), expected)
        (kept,) = self.cached(".tier-up.so") + self.cached(".versions.so")
        # The next one begins with them, and needs no compiler.
        self.environment["CXX"] = "/bin/false"
        self.assertGreater(self.tier2("3000"), 2900)
        self.assertEqual(self.janusc_run("3000"), expected)
        self.assertEqual(self.cached("tier-up-*"), [])

    def test_versions_come_while_a_later_run_goes_on(self):
        del self.environment["JANUS_SPECIALISE"]
        steps = "60000"
        self.assertEqual(self.janusc_run(steps, JANUS_TIER_UP="0")[0], 0)
        (profile,) = self.cached(".profile")
        # It would wait for half of that.
        text = re.sub(r'"seconds": [0-9.e+-]+', '"seconds": 0.31', profile.read_text(), count=1)
        profile.write_text(text)
        for _ in range(4):  # on a busy machine the compiler may take longer than the run
            status, _, said = self.janusc_run(steps, JANUS_TIER_UP="0", JANUS_LOG="summary")
            self.assertEqual(status, 0)
            if "versions came 1 times while the program ran" in said:
                break
        self.assertIn("versions came 1 times while the program ran", said)
        self.assertEqual(profile.read_text(), text)

    def test_versions_that_are_damaged_are_made_again(self):
        expected = self.python()
        self.janusc_run()
        self.assertGreater(self.tier2(), 0)
        (versions,) = self.cached(".versions.so")
        whole = versions.read_bytes()
        for damage in (b"", b"\x7fELF" * 100, whole[:len(whole) // 2], whole[:-1000] + whole[-999:]):
            versions.unlink()
            versions.write_bytes(damage)
            self.assertEqual(self.janusc_run(), expected)
            self.assertGreater(self.tier2(), 0)

    def test_versions_of_another_program(self):
        self.janusc_run()
        self.assertGreater(self.tier2(), 0)
        (others,) = self.cached(".versions.so")
        self.program = self.write("other.py", FIT.replace("lr=0.1", "lr=0.2"))
        expected = self.python()
        self.janusc_run()
        self.assertGreater(self.tier2(), 0)
        (own,) = set(self.cached(".versions.so")) - {others}
        own.unlink()
        own.write_bytes(others.read_bytes())
        self.assertEqual(self.janusc_run(), expected)
        self.assertFalse(own.exists())

    def test_nothing_of_it_is_in_the_environment(self):
        self.program = self.write("env.py", FIT + "\nprint(sorted(k for k in os.environ if k.startswith('JANUS_')))\n")
        for _ in range(3):
            status, out, _ = self.janusc_run()
            self.assertEqual(status, 0)
            self.assertNotIn("JANUS_VERSIONS", out)
            self.assertNotIn("JANUS_PROFILE_KNOWN", out)

    def test_a_compiler_that_goes_on_aside_ends_with_the_program(self):
        del self.environment["JANUS_SPECIALISE"]
        compiler = self.write("slow-c++", "#!/bin/sh\nsleep 600\n")
        compiler.chmod(0o755)
        self.assertEqual(self.janusc_run("80000", JANUS_TIER_UP="0")[0], 0)
        self.environment["CXX"] = str(compiler)
        self.assertEqual(self.janusc_run("80000", JANUS_TIER_UP="0")[::2], (0, ""))
        end = time.time() + 60
        while not self.cached(".spent"):
            self.assertLess(time.time(), end)
            time.sleep(0.05)
        self.assertEqual(self.cached(".versions.so"), [])
        self.assertGreater(float(self.cached(".spent")[0].read_text()), 0.3)

    def test_other_arguments_than_those_profiled(self):
        self.janusc_run("12")
        self.assertEqual(self.janusc_run("20"), self.python("20"))

    def test_modes_that_versions_are_not_for(self):
        text, call = self.program.read_text().rsplit("\n\n\n", 1)
        self.program.write_text(text + MODE + call)
        self.janusc_run("12")
        status, out, err = self.janusc_run("12", "mode", JANUS_LOG="summary")
        self.assertEqual((status, out), self.python("12", "mode")[:2])
        self.assertRegex(err, r"other modes \d+, the last one: a mode, or a class that did not when it was made, answers for torch's")

    def interrupted(self, number):
        process = subprocess.Popen([str(JANUSC), "run", str(self.program), "1000000"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment, text=True)
        for _ in range(20):
            process.stdout.readline()
        time.sleep(0.1)
        process.send_signal(number)
        _, err = process.communicate(timeout=120)
        return process.returncode, err

    def test_interrupts(self):
        for _ in range(2):
            status, err = self.interrupted(signal.SIGINT)
            self.assertIn(status, (-signal.SIGINT, 130))
            self.assertTrue(err.endswith("KeyboardInterrupt\n"), err)
        self.assertEqual(len(self.cached(".versions.so")), 1)

    def interrupted_steps(self):
        """What COUNTED prints after each of five interrupts: whether they came between two steps."""
        process = subprocess.Popen([str(JANUSC), "run", str(self.program)], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment)
        seen = []
        for line in process.stdout:
            if line != "running\n":
                seen.append(line)
                continue
            time.sleep(0.02 + 0.003 * len(seen))
            process.send_signal(signal.SIGINT)
        err = process.stderr.read()
        self.assertIn(process.wait(timeout=120), (-signal.SIGINT, 130))
        self.assertEqual(len(seen), 4)
        self.assertTrue(err.startswith("Traceback (most recent call last):\n"), err)
        self.assertIn("in main\n", err)
        self.assertTrue(err.endswith("\nKeyboardInterrupt\n"), err)
        return seen

    def test_an_interrupt_comes_before_or_after_a_step(self):
        self.program = self.write("counted.py", COUNTED)
        # Generic code may be between two of the step's operations; so is a run that would have waited
        # too long to be specialised, on a busy machine.
        for _ in range(4):
            if self.cached(".versions.so"):
                break
            self.interrupted_steps()
        self.assertEqual(len(self.cached(".versions.so")), 1)
        self.assertEqual(self.interrupted_steps(), ["True\n"] * 4)

    def test_a_killed_run_leaves_what_it_has_shown(self):
        process = subprocess.Popen([str(JANUSC), "run", str(self.program), "100000000"],
                                   stdout=subprocess.DEVNULL, env=self.environment)
        deadline = time.time() + 120
        while not self.cached(".profile") and time.time() < deadline:
            time.sleep(0.2)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        self.assertEqual(len(self.cached(".profile")), 1)
        self.assertGreater(self.tier2(), 0)

    def test_no_tensor_no_second_compilation(self):
        program = self.write("hello.py", "print('hello')\n")
        self.assertEqual(self.succeed(JANUSC, "run", program), "hello\n")
        self.environment["CXX"] = "/bin/false"
        self.environment["PATH"] = "/nonexistent"
        self.assertEqual(self.succeed(JANUSC, "run", program), "hello\n")


if __name__ == "__main__":
    unittest.main()
