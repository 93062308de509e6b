"""--fallback=python: the source of a region whose guard has failed runs in Python, or nothing has happened
and an error says which region and why."""
import json
import os
import re
import unittest

from tools import JANUSC, PYTHON, RUNNER, ToolTest

GUARD = re.compile(r"^janus:     \w+ `(.*)`: failed \d+$", re.M)

# A loop with every way out, a closure that others write, and two calls, so that the second shows what the
# first has left.
TRAIN = """
import os
import torch
import torch.nn as nn

def make(model, optimizer, x):
    total = 0

    def train(steps, limit=1e9, stop=1000, kill=0):
        nonlocal total
        for step in range(steps):
            optimizer.zero_grad()
            if kill > 0:
                import subprocess  # which stays in Python
                subprocess.os.kill(subprocess.os.getpid(), 9)
            loss = (model(x) * scale).sum()
            loss.backward()
            optimizer.step()
            total += 1
            if step > limit:
                raise KeyError(step)
            if step == stop:
                return f"returned at {step}"
            if step == stop + 500:
                break
            print(step, f"{loss.item():.3f}", total)
        else:
            step = -1
        return f"ended at {step}"

    def report():
        return total, f"{model.weight.sum().item():.4f}", len(optimizer.state)

    return train, report

scale = 1.0
torch.manual_seed(0)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
train, report = make(model, optimizer, torch.ones(4, 3))
"""
CALLS = """
print(train(6))
scale = 2.0
print(train(6), report())
print(train(6, stop=4), report())
print(train(6, stop=-496), report())
try:
    train(6, limit=3)
except KeyError as error:
    print("raised", error, report())
"""
WITHOUT = """
try:
    print(train(6))
except RuntimeError as error:
    print(error)
print(report())
print(train(3), report())
"""


class FallbackTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.environment["JANUS_PYTHON"] = os.environ.get("JANUS_PYTHON", PYTHON)

    def make(self, calls):
        self.write("train.py", TRAIN + calls)
        self.succeed(JANUSC, "train.py", "-o", "probes.so", "--profile-generate=train.json")
        self.succeed(RUNNER, "probes.so")
        self.succeed(JANUSC, "train.py", "-o", "train.so", "--profile-use=train.json", "--fallback=python")

    def go(self, **variables):
        made = self.run_tool(RUNNER, "train.so", env=dict(self.environment, **variables))
        return made.returncode, made.stdout.decode(), made.stderr.decode()

    def guards(self):
        return sorted(set(GUARD.findall(self.go(JANUS_LOG="summary")[2])))

    def in_python(self, **variables):
        report = self.folder / "report.json"
        self.go(JANUS_REPORT=str(report), **variables)
        return sum(root.get("python", 0) for root in json.loads(report.read_text())["roots"])

    def test_every_guard_and_every_way_out(self):
        self.make(CALLS)
        made = self.run_torch("train.py")
        expected = made.returncode, made.stdout.decode()
        self.assertEqual(self.go()[:2], expected)
        guards = self.guards()
        self.assertTrue(guards)
        for guard in guards:
            for entry in (1, 2):
                with self.subTest(guard=guard, entry=entry):
                    self.assertEqual(self.go(JANUS_FAIL_GUARD=f"{guard}@{entry}")[:2], expected)
        self.assertGreater(max(self.in_python(JANUS_FAIL_GUARD=f"{guard}@1") for guard in guards), 0)

    def test_without_a_python(self):
        self.make(WITHOUT)
        guard = self.guards()[0]
        status, out, err = self.go(JANUS_FAIL_GUARD=f"{guard}@1", JANUS_PYTHON="/nowhere/python")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out, r"a guard has failed: the region `[^`]*train[^`]*` \(train\.py:\d+\) runs in Python because of "
                              r"`--fallback=python`, and cannot: .*/nowhere/python.*; set JANUS_PYTHON")
        # As often as the loop had gone round, and the state is that of a program that goes on.
        steps = len(re.findall(r"^\d+ ", out.split("a guard has failed")[0], re.M))
        self.assertIn(f"({steps}, ", out)
        self.assertIn(f"({steps + 3}, ", out)

    def test_python_killed_in_a_region(self):
        self.make(WITHOUT.replace("train(6)", "train(6, kill=len(os.environ.get('KILL', '')))"))
        status, out, err = self.go(KILL="1", JANUS_PYTHON_PROCESS="1")  # which no profile has seen
        self.assertEqual((status, err), (0, ""))
        self.assertIn("the Python process", out)
        self.assertIn("ended at -1", out)


if __name__ == "__main__":
    unittest.main()
