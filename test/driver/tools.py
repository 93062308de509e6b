"""What the tests of the built tools share: where those are, and running them."""
import atexit
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("JANUSC_BUILD", ROOT / "build")).resolve()
PYTHON = os.environ.get("JANUSC_PYTHON", "python3")
JANUSC, RUNNER = BUILD / "bin/janusc", BUILD / "bin/janus-run"

sys.path.append(str(ROOT / "test/conformance"))
from harness.preloaded import Python  # noqa: E402

TORCH = Python(Path(PYTHON))
atexit.register(TORCH.close)

# A job in the background of a script ignores SIGINT, and its children would, too.
signal.signal(signal.SIGINT, signal.default_int_handler)


class ToolTest(unittest.TestCase):
    """A test with a folder of its own and an empty compilation cache."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.environment = dict(os.environ, JANUS_CACHE_DIR=str(self.folder / "cache"),
                                JANUS_SPECIALISE="1", NO_COLOR="1", PYTHONHASHSEED="0")

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def run_tool(self, *command, **options):
        options = {"stdin": subprocess.DEVNULL, "cwd": self.folder, "env": self.environment,
                   "timeout": 600} | options
        if "input" in options:
            del options["stdin"]
        return subprocess.run([str(word) for word in command], capture_output=True, check=False,
                              **options)

    def run_torch(self, file, *arguments, strict=False, timeout=600):
        """As run_tool(PYTHON, file, ...), in a fork of a Python that has imported torch: once for the tests of a file,
        instead of 4 s each. `strict`: as with `-W error`."""
        command = [file, *arguments]
        out, err = self.folder / "torch.out", self.folder / "torch.err"
        process, wait = TORCH.fork(command, self.folder, self.environment, out, err, strict)
        timer = threading.Timer(timeout, os.killpg, (process, signal.SIGKILL))
        timer.start()
        status = wait()
        timer.cancel()
        return subprocess.CompletedProcess(command, status, out.read_bytes(), err.read_bytes())

    def succeed_torch(self, file, *arguments, **options) -> str:
        made = self.run_torch(file, *arguments, **options)
        self.assertEqual(made.returncode, 0, made.stderr.decode())
        return made.stdout.decode()

    def succeed(self, *command, **options) -> str:
        made = self.run_tool(*command, **options)
        self.assertEqual(made.returncode, 0, made.stderr.decode())
        return made.stdout.decode()
