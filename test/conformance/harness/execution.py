"""Running one program in a folder of its own, and what is kept of the run."""
import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path

# What a program sees of the environment, the same on both sides.
ENVIRONMENT = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "LC_ALL": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NO_COLOR": "1",
}
PASSED_ON = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "JANUS_LOG", "JANUS_FAIL_GUARD",
             "JANUS_PYTHON")


@dataclass
class Execution:
    """The files that the run left are in `files`."""
    status: int
    stdout: str
    stderr: str
    seconds: float
    files: str

    def store(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)))

    @staticmethod
    def fetch(path: Path) -> "Execution":
        return Execution(**json.loads(path.read_text()))


def environment() -> dict:
    passed_on = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
    return ENVIRONMENT | passed_on


def execute(command, folder: Path, timeout: float, variables=None) -> Execution:
    """Runs `command` in `folder`, which is emptied first, with a home folder beside it, so that
    caches are not among the files it leaves. Past the timeout it is killed. `variables` are added
    to its environment."""
    home = folder.with_name(folder.name + ".home")
    for place in (folder, home):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
    start = time.monotonic()
    process = subprocess.Popen(
        [str(part) for part in command], cwd=folder, env=environment() | {"HOME": str(home)} | (variables or {}),
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True)
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        err += f"\n[killed after {timeout:.0f} s]".encode()
    return Execution(process.returncode, out.decode("utf-8", "backslashreplace"),
                     err.decode("utf-8", "backslashreplace"), time.monotonic() - start,
                     str(folder))
