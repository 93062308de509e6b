"""What janusc makes of the programs: compiled many at once, then run one by one."""
import hashlib
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .execution import Execution, execute
from .preloaded import Python

ROOT = Path(__file__).resolve().parents[3]
# Modules that programs import and that are not to be compiled: folders that programs themselves add to sys.path would be.
PACKAGES = ROOT / "test/conformance/programs/bridge/_packages"

SUITE_SIZE = 25


class Subject:
    """A way to run programs: what is made of each, and why nothing could be made of it."""

    def __init__(self, work: Path, timeout: float):
        self.work = work
        self.timeout = timeout
        self.refusals = {}

    def compile_all(self, programs, jobs: int) -> None:
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(self.compile, programs))

    def compile(self, program) -> None:
        """One of them; a reason in `refusals` when it cannot be."""

    def run_folder(self, program) -> Path:
        return self.work / "runs" / program.name

    def refusal(self, program) -> str:
        """Why a program was not compiled; empty when it was."""
        return self.refusals.get(program.name, "")

    def problems(self, program) -> list:
        """What is wrong beside the differences from python3, after result()."""
        return []


class Translated(Subject):
    """Programs that janusc translates one by one, into the file that target() names."""

    def __init__(self, build: Path, work: Path, timeout: float):
        super().__init__(work, timeout)
        self.janusc = build / "bin/janusc"

    def compile(self, program) -> None:
        target = self.target(program)
        command = [self.janusc, program.path, *self.options(program), "-o", target]
        made = execute(command, target.parent, self.timeout)
        if made.status != 0:
            self.refusals[program.name] = made.stderr.strip() or f"janusc ended with status {made.status}"


class Suites(Subject):
    """Programs compiled into suite modules. A suite that does not compile is taken apart, so that
    each program answers for itself."""

    def __init__(self, build: Path, work: Path, flags, timeout: float):
        super().__init__(work, timeout)
        self.janusc = build / "bin/janusc"
        self.runner = build / "bin/janus-run"
        self.flags = flags
        self.modules = {}
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
            list(pool.map(self.compile_suite, suites))

    def compile_suite(self, programs) -> None:
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
            self.compile_suite([program])

    def result(self, program) -> Execution:
        command = [self.runner, self.modules[program.name], "--program", program.path.stem,
                   *program.arguments]
        return execute(command, self.run_folder(program), self.timeout)


class DirectRuns(Subject):
    """`janusc run FILE`, as a user runs one program."""

    def __init__(self, build: Path, work: Path, flags, timeout: float):
        super().__init__(work, timeout)
        self.janusc = build / "bin/janusc"
        self.flags = flags

    def result(self, program) -> Execution:
        command = [self.janusc, "run", *self.flags, *program.flags, program.path, *program.arguments]
        return execute(command, self.run_folder(program), self.timeout)


class Hosted(Translated):
    """Compiled one by one and loaded by python3 with the package `janus`, which serves what is not
    compiled from the same process."""

    def __init__(self, build: Path, work: Path, flags, timeout: float, python: Path):
        super().__init__(build, work, timeout)
        self.package = build / "lib/janus/python"
        self.flags = flags
        self.python = python

    def target(self, program) -> Path:
        return self.work / "modules" / program.name / "program.so"

    def options(self, program) -> list:
        return self.flags

    def result(self, program) -> Execution:
        command = [self.python, Path(__file__).with_name("hosting.py"), self.target(program),
                   program.path, *program.arguments]
        variables = {"PYTHONPATH": f"{self.package}:{PACKAGES}", "JANUS_PYTHON": ""}
        return execute(command, self.run_folder(program), self.timeout, variables)


class Converted(Translated):
    """The functional form that janusc prints, run by python3 with the module of its forms."""

    def __init__(self, build: Path, work: Path, stage: str, python: Python, timeout: float):
        super().__init__(build, work, timeout)
        self.stage = stage
        self.python = python

    def target(self, program) -> Path:
        return self.work / self.stage / program.name / program.path.name

    def options(self, program) -> list:
        return [*program.flags, f"--emit={self.stage}"]

    def result(self, program) -> Execution:
        # the modules beside the program are not converted
        beside = program.path.parent.absolute()
        command, start = self.python.run(program, self.target(program))
        variables = {"PYTHONPATH": f"{ROOT / 'python'}:{beside}:{PACKAGES}"}
        return execute(command, self.run_folder(program), self.timeout, variables, start)
