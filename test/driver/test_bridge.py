"""The Python process behind foreign objects dies, hangs, lies or is not there: an error that says so,
soon, and the program goes on with its own state."""
import os
import signal

import time
import unittest

from tools import JANUSC, PYTHON, ToolTest

# A program that uses the package `tool` in a way that goes wrong, and goes on.
FRAME = """
import time
kept = [1, 2, 3]
try:
    import tool
    {body}
except Exception as error:
    print(type(error).__name__, error)
print(sum(kept))
"""
TOOL = """
import os, signal, sys, time

def channel():
    for number in range(3, 64):
        try:
            if os.readlink(f"/proc/self/fd/{number}").startswith("socket:"):
                return number
        except OSError:
            pass

def die(number=signal.SIGKILL):
    os.kill(os.getpid(), number)

def leave(status):
    os._exit(status)

def hang():
    time.sleep(60)

def write(data):
    os.write(channel(), data)

def call(function, *args):
    return function(*args)

def spoil(module, name):
    def fail(*args):
        raise ZeroDivisionError("spoilt")
    for own in list(sys.modules.values()):  # whoever has the name
        if own.__name__.startswith("janus_bridge.") and (own.__name__.endswith(module) or name == "read"):
            if hasattr(own, name):
                setattr(own, name, fail)

def make():
    return [1]

class Thing:
    def __del__(self):
        pass
"""

class BridgeTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.environment["JANUS_PYTHON"] = os.environ.get("JANUS_PYTHON", PYTHON)
        self.environment["JANUS_PYTHON_PROCESS"] = "1"

    def go(self, body, **environment):
        self.environment |= environment
        self.write("packages/tool.py", TOOL)
        self.environment["PYTHONPATH"] = str(self.folder / "packages")
        program = self.write("main.py", FRAME.format(body=body))
        start = time.monotonic()
        out = self.succeed(JANUSC, "run", program)
        self.seconds = time.monotonic() - start
        return out

    def assert_error(self, out, *parts):
        lines = out.splitlines()
        self.assertEqual(lines[-1], "6", out)
        for part in parts:
            self.assertIn(part, lines[0])

    def test_killed(self):
        self.assert_error(self.go("tool.die()"), "RuntimeError", "killed by signal 9")

    def test_crashed(self):
        self.assert_error(self.go("tool.die(tool.signal.SIGSEGV)"), "RuntimeError", "killed by signal 11")

    def test_left(self):
        self.assert_error(self.go("tool.leave(5)"), "RuntimeError", "ended with status 5")

    def test_killed_in_a_callback(self):
        self.assert_error(self.go("print(tool.call(lambda: tool.call(tool.die)))"), "RuntimeError", "signal 9")

    def test_killed_while_we_compute(self):
        self.assert_error(self.go("import os, signal\n    thing = tool.Thing()\n    os.kill(tool.os.getpid(), signal.SIGKILL)\n"
                                  "    time.sleep(0.2)\n    thing.x = 1"), "RuntimeError", "signal 9")

    def test_killed_at_any_moment(self):
        """A thread in Python kills its process between 0 and 60 ms after the first call."""
        for at in range(0, 60, 10):
            out = self.go("import threading\n    t = tool.time\n"
                          f"    tool.call(tool.sys.modules['threading'].Timer({at / 1000}, tool.die).start)\n"
                          "    for i in range(100000):\n        tool.call(lambda x: [x, kept], i)")
            self.assert_error(out, "Error")

    def test_hung(self):
        out = self.go("tool.hang()", JANUS_PYTHON_TIMEOUT="0.5")
        self.assert_error(out, "RuntimeError", "did not answer within 0.5 s")
        self.assertLess(self.seconds, 20)

    def test_garbage(self):
        for data in (b"hello, world: this is no frame", b"\x04\x00\x00\x00\x03\x00\x01Jxxxx", b"\xff" * 64,
                     b"\x00\x00\x00\x00\x03\x00\x01J", b"\xff\xff\xff\x7f\x03\x00\x01J"):
            self.assert_error(self.go(f"tool.write({data!r})"), "RuntimeError", "protocol")

    def test_the_script_itself_fails(self):
        """In reading, in writing, and within a callback: the session ends at once, and says why."""
        for module, name, body in (("serve", "_open", "tool.call(len, [1])"),
                                   ("mirrors", "_read_content", "tool.call(len, [1])"),
                                   ("mirrors", "_write_content", "tool.call(lambda: None) or tool.make()"),
                                   ("serve", "flush", "tool.call(len, 'abc')"),
                                   ("codec", "read", "tool.call(lambda: tool.call(len, [1]))")):
            out = self.go(f"tool.spoil('{module}', '{name}')\n    {body}")
            self.assert_error(out, "RuntimeError", "the bridge failed in the Python process", "ZeroDivisionError: spoilt")
            self.assertLess(self.seconds, 20)

    def test_another_process_starts(self):
        out = self.go("try:\n        tool.die()\n    except RuntimeError:\n        pass\n    old = tool\n    import tool\n"
                      "    print(tool is old, tool.call(len, 'abc'))\n    old.call")
        self.assertEqual(out.splitlines()[0], "False 3", out)
        self.assertIn("has ended", out)

    def test_objects_of_a_dead_process(self):
        out = self.go("thing = tool.Thing()\n    try:\n        tool.die()\n    except RuntimeError:\n        pass\n    print(thing)")
        self.assert_error(out, "RuntimeError")

    def test_no_python(self):
        for name, text in (("/nonexistent/python", "cannot start"), ("/bin/true", "did not start"),
                           ("/bin/false", "did not start"), ("/bin/cat", "did not start")):
            self.assert_error(self.go("pass", JANUS_PYTHON=name), "ModuleNotFoundError", "No module named 'tool'", text)

    def test_old_python(self):
        fake = self.write("fake.sh", "#!/bin/sh\nexit 97\n")
        os.chmod(fake, 0o755)
        self.assert_error(self.go("pass", JANUS_PYTHON=str(fake)), "ModuleNotFoundError", "is not CPython 3.9 or newer")

    def test_python_that_hangs_at_its_start(self):
        fake = self.write("fake.sh", "#!/bin/sh\nexec sleep 60\n")
        os.chmod(fake, 0o755)
        self.assert_error(self.go("pass", JANUS_PYTHON=str(fake), JANUS_PYTHON_TIMEOUT="0.5"), "ModuleNotFoundError",
                          "does not answer as Python would")
        self.assertLess(self.seconds, 15)

    def test_no_torch(self):
        """A Python without torch: tensors are refused, arrays are not, the rest works on."""
        hidden = self.write("packages/torch.py", "raise ImportError('hidden')\n")
        out = self.go("import torch\n    try:\n        tool.call(str, torch.ones(2))\n    except RuntimeError as e:\n"
                      "        print(e)\n    print(tool.call(len, 'abc'))\n    import numpy as np\n    a = np.arange(3.0)\n"
                      "    t = torch.from_numpy(a)\n    t.add_(np.float32(1))\n    print(a, torch.ones(2).numpy() + t[:2].numpy(),"
                      " torch.tensor(a).sum().item(), (t > np.int64(1)).tolist())")
        os.unlink(hidden)
        self.assertIn("there is no torch", out.splitlines()[0], out)
        self.assertEqual(out.splitlines()[1:], ["3", "[1. 2. 3.] [2. 3.] 6.0 [False, True, True]", "6"], out)

    def test_python_ends_with_us(self):
        program = self.write("main.py", "import tool\nprint(tool.os.getpid(), flush=True)\n")
        self.write("packages/tool.py", TOOL)
        self.environment["PYTHONPATH"] = str(self.folder / "packages")
        pid = int(self.succeed(JANUSC, "run", program))
        self.assertFalse(os.path.exists(f"/proc/{pid}"))

    def test_recursion_across_the_border(self):
        self.assert_error(self.go("def f(n):\n        return tool.call(f, n + 1)\n    f(0)"), "RecursionError")

    def test_nothing_leaks(self):
        out = self.go("def live():\n        return len(tool.sys.modules['janus_bridge.objects']._exports)\n"
                      "    live()\n    before = live()\n    for i in range(2000):\n        tool.Thing()\n"
                      "        tool.call(lambda x: x, [i, {}])\n    tool.call(len, '')\n    print(live() - before < 20)")
        self.assertEqual(out.splitlines(), ["True", "6"], out)

    def test_what_cannot_cross(self):
        out = self.go("deep = []\n    for i in range(5000):\n        deep = [deep]\n    tool.call(len, deep)")
        self.assert_error(out, "RecursionError", "nested")
        out = self.go("import torch\n    tool.call(len, torch.frombuffer(bytearray(8), dtype=torch.uint8))")
        self.assert_error(out, "RuntimeError", "clone()")


LOOP = """
import torch
import torch.nn as nn
import tool

torch.manual_seed(0)


def main():
    model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    seen = tool.Seen()
    for step in range(20):
        x = torch.randn(8, 4)
        y = x.sum(1, keepdim=True)
        {before}
        loss = ((model(x) - y) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        seen.add(loss.item())
    print(f"{{loss.item():.4f}}", seen.count)


main()
"""
SEEN = """
class Seen:
    count = 0

    def add(self, value):
        self.count += 1
        return self.count
"""


class LoopTest(ToolTest):
    """A training step whose loop goes over to Python each time is specialised all the same."""

    def check(self, before):
        self.environment["JANUS_PYTHON"] = os.environ.get("JANUS_PYTHON", PYTHON)
        self.environment["JANUS_PYTHON_PROCESS"] = "1"
        self.environment["PYTHONPATH"] = str(self.folder / "packages")
        self.write("packages/tool.py", SEEN)
        program = self.write("main.py", LOOP.format(before=before))
        generic = self.succeed(JANUSC, "run", program, "--no-specialise")
        self.assertEqual(self.succeed(JANUSC, "run", program), generic)
        made = self.run_tool(JANUSC, "run", program, env=dict(self.environment, JANUS_LOG="summary"))
        self.assertEqual(made.stdout.decode(), generic, made.stderr)
        return made.stderr.decode()

    def test_at_the_end(self):
        self.assertRegex(self.check("pass"), r"root __main__:main.loop.body.part line \d+: entered 20, tier 2 (1[6-9]|20)")

    def test_in_the_middle(self):
        log = self.check("seen.add(step)")
        self.assertRegex(log, r"root __main__:main.loop.body.part line \d+: entered 20, tier 2 (1[6-9]|20)")
        self.assertRegex(log, r"root __main__:main.loop.body.part#1 line \d+: entered 20, tier 2 (1[6-9]|20)")


if __name__ == "__main__":
    unittest.main()
