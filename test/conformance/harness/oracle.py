"""What CPython and PyTorch do with a program; kept by the hash of all that it depends on."""
import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from .execution import ENVIRONMENT, Execution, execute
from .preloaded import Python

VERSIONS = """
import sys
from importlib.metadata import PackageNotFoundError, version
print(sys.version)
for name in ("torch", "numpy"):
    try:
        print(name, version(name))
    except PackageNotFoundError:
        print(name, "missing")
"""


class Oracle:
    def __init__(self, python: Python, cache: Path, timeout: float):
        self.python = python
        self.cache = cache
        self.timeout = timeout
        run = subprocess.run([python.path, "-c", VERSIONS], capture_output=True, text=True, check=True)
        self.versions = run.stdout

    def key(self, program) -> str:
        # The path, too: programs print it, in tracebacks and logs.
        parts = [self.versions, repr(sorted(ENVIRONMENT.items())), repr(program.arguments),
                 str(program.path.absolute()), program.digest()]
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]

    def result(self, program) -> Execution:
        folder = self.cache / self.key(program)
        record = folder / "execution.json"
        if record.exists():
            return Execution.fetch(record)
        self.cache.mkdir(parents=True, exist_ok=True)
        # made aside and renamed, so that a broken run leaves nothing that looks complete
        with tempfile.TemporaryDirectory(dir=self.cache) as aside:
            command, start = self.python.run(program, program.path)
            made = execute(command, Path(aside) / "entry/files", self.timeout, start=start)
            made.files = str(folder / "files")
            if "[killed after" in made.stderr:
                return made
            made.store(Path(aside) / "entry/execution.json")
            shutil.rmtree(folder, ignore_errors=True)
            (Path(aside) / "entry").rename(folder)
        return made
