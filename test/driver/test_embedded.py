"""A program's Python within its own process: how it begins and ends, interrupts, forks, and when a process serves instead."""
import os
import shutil
import signal
import subprocess
import time
import unittest

from tools import JANUSC, PYTHON, ToolTest

TOOL = """
import os, sys, threading, time

def process():
    return os.getpid()

def wait(seconds):
    time.sleep(seconds)

def call(function, *args, **keywords):
    return function(*args, **keywords)
"""


class EmbeddedTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.environment["JANUS_PYTHON"] = os.environ.get("JANUS_PYTHON", PYTHON)
        self.environment["PYTHONPATH"] = str(self.folder / "packages")
        self.write("packages/tool.py", TOOL)

    def go(self, text, *arguments):
        return self.run_tool(JANUSC, "run", self.write("main.py", text), *arguments)

    def is_embedded(self):
        made = self.go("import os, tool\nprint(tool.process() == os.getpid())\n")
        self.assertEqual(made.returncode, 0, made.stderr.decode())
        return made.stdout.decode() == "True\n"

    def test_where_it_runs(self):
        self.assertTrue(self.is_embedded())
        self.environment["JANUS_PYTHON_PROCESS"] = "1"
        self.assertFalse(self.is_embedded())
        del self.environment["JANUS_PYTHON_PROCESS"]
        self.environment["JANUS_PYTHON_TIMEOUT"] = "60"
        self.assertFalse(self.is_embedded())

    def test_no_library(self):
        """What starts Python has another name than Python itself: nobody knows whose library it would be."""
        script = self.write("my-python", f'#!/bin/sh\nexec "{self.environment["JANUS_PYTHON"]}" "$@"\n')
        script.chmod(0o755)
        self.environment["JANUS_PYTHON"] = str(script)
        self.assertFalse(self.is_embedded())

    def test_names(self):
        made = self.go("import tool\nprint(tool.sys.argv, tool.sys.path[0])\n"
                       "print([p for p in tool.sys.path if p.endswith('janus/python')], tool.sys.executable)\n", "a", "b c")
        folder = self.folder
        self.assertEqual(made.stdout.decode().splitlines(),
                         [f"['{folder}/main.py', 'a', 'b c'] {folder}", f"[] {shutil.which(self.environment['JANUS_PYTHON'])}"], made.stderr)

    def test_ends(self):
        """Exit functions of both sides, in their order, text in order, and the program's status."""
        made = self.go("import atexit, tool\n"
                       "tool.call(exec, \"import atexit; atexit.register(print, 'package')\")\n"
                       "atexit.register(print, 'program')\nprint('a', end='-')\ntool.call(print, 'b', end='-')\n"
                       "print('c')\nraise SystemExit(7)\n")
        self.assertEqual((made.returncode, made.stdout, made.stderr), (7, b"a-b-c\nprogram\npackage\n", b""))

    def test_uncaught(self):
        made = self.go("import tool\ntool.call(int, 'x')\n")
        self.assertEqual(made.returncode, 1)
        self.assertIn(b"ValueError: invalid literal for int() with base 10: 'x'", made.stderr)

    def test_forked(self):
        made = self.go("import os, tool\nprint(tool.process() == os.getpid(), flush=True)\n"
                       "child = os.fork()\nif child == 0:\n    print(tool.process() == os.getpid(), tool.call(lambda: 5), flush=True)\n    os._exit(0)\n"
                       "os.waitpid(child, 0)\nprint(tool.call(len, 'abc'))\n")
        self.assertEqual((made.returncode, made.stdout), (0, b"True\nTrue 5\n3\n"), made.stderr)

    def test_threads(self):
        made = self.go("import threading, tool\nfound = []\n"
                       "def work(k):\n    for i in range(50):\n        found.append(tool.call(lambda: k * i))\n"
                       "threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]\n"
                       "[t.start() for t in threads]\n[t.join() for t in threads]\nprint(len(found), sum(found))\n")
        self.assertEqual((made.returncode, made.stdout), (0, b"200 7350\n"), made.stderr)

    def test_arrays_of_another_thread(self):
        """Which ends them while the profile is written."""
        made = self.go("import queue, threading\nimport numpy as np\nimport torch\nq = queue.Queue(3)\nprint(np.arange(3))\n"
                       "def produce():\n    for i in range(10):\n        q.put((np.full(3, i, dtype=np.float32), i))\n    q.put(None)\n"
                       "thread = threading.Thread(target=produce, daemon=True)\nthread.start()\ntotal = 0\n"
                       "while (item := q.get()) is not None:\n    total += torch.from_numpy(item[0]).sum().item() + item[1]\n"
                       "print(total)\nthread.join()\n")
        self.assertEqual((made.returncode, made.stdout), (0, b"[0 1 2]\n180.0\n"), made.stderr)

    def interrupt(self, body):
        """What a program prints that is interrupted once it has said so."""
        program = self.write("main.py", "import time, tool\ntool.process()\nprint('begins', flush=True)\ntry:\n    " + body +
                             "\nexcept KeyboardInterrupt:\n    print('interrupted', tool.call(len, 'abc'))\n")
        command = [str(JANUSC), "run", str(program)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=self.folder, env=self.environment) as process:
            self.assertEqual(process.stdout.readline(), b"begins\n")
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 0)
        return out

    def test_interrupted(self):
        for body in ("tool.wait(20)", "time.sleep(20)", "tool.call(lambda: time.sleep(20))"):
            self.assertEqual(self.interrupt(body), b"interrupted 3\n", body)


if __name__ == "__main__":
    unittest.main()
