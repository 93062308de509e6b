"""What janusc makes of the programs: compiled many at once, then run one by one."""
import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .execution import Execution, execute
from .preloaded import Python

ROOT = Path(__file__).resolve().parents[3]

SUITE_SIZE = 25


class Suites:
    """Programs compiled into suite modules. A suite that does not compile is taken apart, so that
    each program answers for itself."""

    def __init__(self, build: Path, work: Path, flags, timeout: float):
        self.janusc = build / "bin/janusc"
        self.runner = build / "bin/janus-run"
        self.work = work
        self.flags = flags
        self.timeout = timeout
        self.modules = {}
        self.refusals = {}
        self.lock = threading.Lock()
        self.tools = self.tools_digest(build)

    def tools_digest(self, build: Path) -> str:
        digest = hashlib.sha256(repr(self.flags).encode())
        for tool in (self.janusc, build / "lib/libjanus.so"):
            if tool.exists():
                digest.update(tool.read_bytes())
        return digest.hexdigest()

    def compile_all(self, programs, jobs: int) -> None:
        suites = []
        alone = [program for program in programs if program.known_failure or program.flags]
        for program in (program for program in programs if program not in alone):
            names = {other.path.stem for other in suites[-1]} if suites else set()
            if not suites or len(suites[-1]) == SUITE_SIZE or program.path.stem in names:
                suites.append([])
            suites[-1].append(program)
        suites += [[program] for program in alone]
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.compile, suites))

    def compile(self, programs) -> None:
        key = hashlib.sha256(self.tools.encode())
        for program in programs:
            key.update(program.name.encode() + program.digest().encode())
        folder = self.work / "suites" / key.hexdigest()[:24]
        module = folder / "suite.so"
        if not module.exists():
            made = self.run_compiler(programs, folder, module)
            if made.status != 0 or not module.exists():
                self.take_apart(programs, made)
                return
        with self.lock:
            self.modules |= {program.name: module for program in programs}

    def run_compiler(self, programs, folder: Path, module: Path) -> Execution:
        paths = [program.path for program in programs]
        command = [self.janusc, *paths, *self.flags, *programs[0].flags, "-o", module]
        return execute(command, folder, self.timeout * len(programs))

    def take_apart(self, programs, made: Execution) -> None:
        if len(programs) == 1:
            text = made.stderr.strip() or f"janusc ended with status {made.status}"
            with self.lock:
                self.refusals[programs[0].name] = text
            return
        for program in programs:
            self.compile([program])

    def refusal(self, program) -> str:
        """Why a program was not compiled; empty when it was."""
        return self.refusals.get(program.name, "")

    def problems(self, program) -> list:
        """What is wrong beside the differences from python3, after result()."""
        return []

    def result(self, program) -> Execution:
        command = [self.runner, self.modules[program.name], "--program", program.path.stem,
                   *program.arguments]
        return execute(command, self.work / "runs" / program.name, self.timeout)


class DirectRuns:
    """`janusc run FILE`, as a user runs one program."""

    def __init__(self, build: Path, work: Path, flags, timeout: float):
        self.janusc = build / "bin/janusc"
        self.work = work
        self.flags = flags
        self.timeout = timeout

    def compile_all(self, programs, jobs: int) -> None:
        pass

    def refusal(self, program) -> str:
        return ""

    def problems(self, program) -> list:
        return []

    def result(self, program) -> Execution:
        command = [self.janusc, "run", *self.flags, *program.flags, program.path, *program.arguments]
        return execute(command, self.work / "runs" / program.name, self.timeout)


class Hosted:
    """Compiled one by one and loaded by python3 with the package `janus`, which serves what is not
    compiled from the same process."""

    def __init__(self, build: Path, work: Path, flags, timeout: float, python: Path):
        self.janusc = build / "bin/janusc"
        self.package = build / "lib/janus/python"
        self.work = work
        self.flags = flags
        self.timeout = timeout
        self.python = python
        self.refusals = {}

    def module(self, program) -> Path:
        return self.work / "modules" / program.name / "program.so"

    def compile_all(self, programs, jobs: int) -> None:
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.compile, programs))

    def compile(self, program) -> None:
        module = self.module(program)
        made = execute([self.janusc, program.path, *self.flags, "-o", module], module.parent,
                       self.timeout)
        if made.status != 0:
            self.refusals[program.name] = made.stderr.strip()

    def refusal(self, program) -> str:
        return self.refusals.get(program.name, "")

    def problems(self, program) -> list:
        return []

    def result(self, program) -> Execution:
        command = [self.python, Path(__file__).with_name("hosting.py"), self.module(program),
                   program.path, *program.arguments]
        variables = {"PYTHONPATH": str(self.package), "JANUS_PYTHON": ""}
        return execute(command, self.work / "runs" / program.name, self.timeout, variables)


class Converted:
    """The functional form that janusc prints, run by python3 with the module of its forms."""

    def __init__(self, build: Path, work: Path, stage: str, python: Python, timeout: float):
        self.janusc = build / "bin/janusc"
        self.work = work
        self.stage = stage
        self.python = python
        self.timeout = timeout
        self.refusals = {}

    def converted_file(self, program) -> Path:
        return self.work / self.stage / program.name / program.path.name

    def compile_all(self, programs, jobs: int) -> None:
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.convert, programs))

    def convert(self, program) -> None:
        file = self.converted_file(program)
        command = [self.janusc, program.path, *program.flags, f"--emit={self.stage}", "-o", file]
        made = execute(command, file.parent, self.timeout)
        if made.status != 0:
            self.refusals[program.name] = made.stderr.strip()

    def refusal(self, program) -> str:
        return self.refusals.get(program.name, "")

    def problems(self, program) -> list:
        return []

    def result(self, program) -> Execution:
        # the modules beside the program are not converted
        beside = program.path.parent.absolute()
        command, start = self.python.run(program, self.converted_file(program))
        variables = {"PYTHONPATH": f"{ROOT / 'python'}:{beside}:{beside / '_packages'}"}
        return execute(command, self.work / "runs" / program.name, self.timeout, variables, start)
