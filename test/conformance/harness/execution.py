"""Running one program in a folder of its own, and what is kept of the run."""
import json
import os
import shutil
import signal
import subprocess
import threading
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
             "JANUS_OPERATIONS", "JANUS_PYTHON", "PYTHONPATH")


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


def start_process(command, cwd: Path, variables: dict, out: Path, err: Path):
    """Starts `command` in a session of its own: its process number and a function that waits for
    its status."""
    with out.open("wb") as stdout, err.open("wb") as stderr:
        process = subprocess.Popen([str(part) for part in command], cwd=cwd, env=variables,
                                   stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr,
                                   start_new_session=True)
    return process.pid, process.wait


def execute(command, folder: Path, timeout: float, variables=None,
            start=start_process) -> Execution:
    """Runs `command` in `folder`, which is emptied first, with a home folder beside it, so that
    caches are not among the files it leaves. Past the timeout it is killed. `variables` are added
    to its environment; `start` is how a process is made."""
    home = folder.with_name(folder.name + ".home")
    for place in (folder, home):
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
    out, err = home.with_suffix(".out"), home.with_suffix(".err")
    began = time.monotonic()
    process, wait = start(command, folder, environment() | {"HOME": str(home)} | (variables or {}),
                          out, err)
    late = threading.Event()

    def kill():
        late.set()
        os.killpg(process, signal.SIGKILL)

    timer = threading.Timer(timeout, kill)
    timer.start()
    status = wait()
    timer.cancel()
    texts = [path.read_bytes().decode("utf-8", "backslashreplace") for path in (out, err)]
    if late.is_set():
        texts[1] += f"\n[killed after {timeout:.0f} s]"
    return Execution(status, *texts, time.monotonic() - began, str(folder))
