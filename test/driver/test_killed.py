"""janusc that is killed, in whatever way, leaves neither a running compiler nor temporary files."""
import os
import signal
import subprocess
import time
import unittest
from pathlib import Path

from tools import JANUSC, ToolTest

# Says which version it is; then takes its time, in a process of its own, as g++ does.
SLOW_COMPILER = """#!/bin/sh
case "$*" in
*-E*) exec c++ "$@" ;;
esac
sleep 600 &
echo "$$ $!" > "$TMPDIR/../started"
wait
"""
PROFILED = """import os, time
with open(os.environ["TMPDIR"] + "/../started", "w") as file:
    file.write(str(os.getpid()))
time.sleep(600)
"""


def is_running(process: str) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class KilledTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.environment["TMPDIR"] = str(self.temporary)

    def within(self, seconds, condition):
        end = time.monotonic() + seconds
        while not condition() and time.monotonic() < end:
            time.sleep(0.02)
        return condition()

    def kill(self, how, *arguments):
        """The files beside model.py, and the temporaries, once the children of a killed janusc are gone."""
        started = self.folder / "started"
        started.unlink(missing_ok=True)
        with subprocess.Popen([JANUSC, *arguments], cwd=self.folder, env=self.environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as janusc:
            self.assertTrue(self.within(120, lambda: started.exists() and started.read_text()))
            children = started.read_text().split()
            self.assertTrue(all(is_running(child) for child in children))
            if how == signal.SIGKILL:
                time.sleep(0.5)  # nobody can wait for a child that is just being started
            janusc.send_signal(how)
            self.assertEqual(janusc.wait(20), -how)
        self.assertTrue(self.within(20, lambda: not any(is_running(child) for child in children)))
        self.within(20, lambda: not self.left())
        return self.left()

    def left(self):
        files = [*self.temporary.iterdir(), *self.folder.glob("*.tmp*"), *self.folder.glob("cache/**/*.tmp*")]
        return [str(file.relative_to(self.folder)) for file in files]

    def test_while_compiling(self):
        self.write("model.py", "print('here')\n")
        compiler = self.write("slow", SLOW_COMPILER)
        compiler.chmod(0o755)
        self.environment["CXX"] = str(compiler)
        for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
            for arguments in (["model.py", "-o", "model.so"], ["run", "model.py"],
                              ["model.py", "--no-cache", "-o", "model.so"]):
                with self.subTest(how=how, arguments=arguments):
                    self.assertEqual(self.kill(how, *arguments), [])

    def test_while_running_for_a_profile(self):
        self.write("model.py", PROFILED)
        for how in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(how=how):
                self.assertEqual(self.kill(how, "model.py", "-o", "model.so", "--profile-run"), [])

    def test_the_program_has_no_child_of_janusc(self):
        self.write("model.py", "import os\nchildren = f'/proc/self/task/{os.getpid()}/children'\n"
                               "with open(children) as file:\n    print(repr(file.read()))\n")
        self.assertEqual(self.succeed(JANUSC, "run", "model.py"), "''\n")


if __name__ == "__main__":
    unittest.main()
