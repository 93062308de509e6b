"""Programs as their users meet them: `janusc run` three times with one cache - the first run takes the
profile, the later ones are specialised - and then the module that `--profile-run` makes. Each must do
what python3 does."""
import shlex
import shutil
import threading
from pathlib import Path

from . import compare
from .execution import Execution, execute
from .subject import Subject

RUNS = 3


class Repeated(Subject):
    def __init__(self, build: Path, work: Path, flags, timeout: float, python: Path):
        super().__init__(work, timeout)
        self.janusc = build / "bin/janusc"
        self.runner = build / "bin/janus-run"
        self.flags = flags
        self.python = python
        self.found = {}
        self.lock = threading.Lock()

    def folder(self, program, what: str) -> Path:
        return self.work / program.name / what / "files"

    def execute(self, program, what: str, command, **variables) -> Execution:
        return execute(command, self.folder(program, what), self.timeout, variables)

    def result(self, program) -> Execution:
        cache = self.work / program.name / "cache"
        shutil.rmtree(cache, ignore_errors=True)
        flags = [*self.flags, *program.flags]
        command = [self.janusc, "run", "--specialise", *flags, program.path, *program.arguments]
        runs = [self.execute(program, f"run {i + 1}", command, JANUS_CACHE_DIR=str(cache))
                for i in range(RUNS)]
        found = []
        for i, again in enumerate(runs[1:]):
            found += [f"run {i + 2}, after run 1: {text}"
                      for text in compare.differences(program, runs[0], again, self.python)]
        found += self.of_profile_run(program, flags, runs[0])
        with self.lock:
            self.found[program.name] = found
        return runs[0]

    def of_profile_run(self, program, flags, first: Execution):
        module = self.work / program.name / "module" / "program.so"
        given = f"={shlex.join(program.arguments)}" if program.arguments else ""
        # That run's own output is not compared: it stops when its loops are known.
        made = execute([self.janusc, program.path, *flags, f"--profile-run{given}", "-o", module], module.parent,
                       self.timeout)
        if not module.exists():
            return [f"--profile-run: no module, status {made.status}: {made.stderr.strip()}"]
        seen = self.execute(program, "profiled", [self.runner, module, *program.arguments])
        return [f"made with --profile-run: {text}"
                for text in compare.differences(program, first, seen, self.python)]

    def problems(self, program) -> list:
        return self.found.get(program.name, [])
