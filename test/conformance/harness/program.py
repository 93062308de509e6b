"""Programs and the comments that direct the harness.

    # args: --steps 3                 arguments of the program
    # float-tolerance: 1e-5           floats in its output and tensors may differ by so much
    # stderr: last line REASON        only the last line of its standard error counts, and that when it fails
    # tier2: main.loop.body 8         the root commits at least so often, when specialised
    # tier2: main.loop.body 95% after 3    ... at so many of its entries, the first 3 left out
    # allocations: main.loop.body none after 3
                                      no version of the root takes memory for its own use after that commit of it
    # tier2-tolerance: 1e-4           floats that it prints may differ by so much between the tiers: not at all else
    # tier2-failures: 2               guards fail, and versions cannot be bound, at most so often in all
    # compare: FILE ulp 1             elements of the tensors in FILE differ by that many steps at most
    # compare: FILE relative 1e-5     ... by so much of the tensor's greatest element
    # janus-expect: fail REASON       janusc does not run it right yet; a pass is then a failure
    # form-expect: fail REASON        the same of its functional form, under python3 and compiled
    # form-expect: fail-in-python REASON   ... under python3 only
    # form-tier2: other REASON        what is said of tier 2 does not hold for its functional form
    # janusc: --fallback=python      options that it is compiled with
    # python: own process REASON      not in a process that has imported torch before

Files whose names start with `_` are modules that the programs beside them import; those in a folder
whose name starts with `_` are found through sys.path, and so run in Python.
"""
import hashlib
import re
import shlex
import zlib
from dataclasses import dataclass, field
from pathlib import Path

DIRECTIVE = re.compile(
    r"^# (args|float-tolerance|compare|stderr|tier2|tier2-tolerance|tier2-failures|allocations|janus-expect|form-expect|form-tier2|"
    r"janusc|"
    r"python): *"
    r"(.*?) *$", re.M)
SHARE = re.compile(r"(\S+) (\d+)% after (\d+)")
NO_ALLOCATIONS = re.compile(r"(\S+) none after (\d+)")


@dataclass
class Program:
    path: Path
    name: str
    text: bytes
    arguments: list = field(default_factory=list)
    flags: list = field(default_factory=list)
    tolerance: float | None = None
    tiers_tolerance: float | None = None
    stderr: str = "whole"
    committed: dict = field(default_factory=dict)
    shares: dict = field(default_factory=dict)
    last_allocations: dict = field(default_factory=dict)
    most_failures: int | None = None
    known_failure: str = ""
    form_failure: str = ""
    fails_compiled_form: bool = False
    other_in_form: bool = False
    own_process: bool = False
    limits: dict = field(default_factory=dict)

    def digest(self) -> str:
        """Of the program and of the modules beside it."""
        digest = hashlib.sha256(self.text)
        beside = [*self.path.parent.glob("_*.py"), *self.path.parent.glob("_*/_*.py")]
        for module in sorted(beside):
            digest.update(module.read_bytes())
        return digest.hexdigest()


def load(path: Path, name: str) -> Program:
    program = Program(path, name, path.read_bytes())
    for key, value in DIRECTIVE.findall(program.text.decode("utf-8", "replace")):
        if key == "args":
            program.arguments = shlex.split(value)
        elif key == "janusc":
            program.flags = shlex.split(value)
        elif key == "float-tolerance":
            program.tolerance = float(value)
        elif key == "tier2-tolerance":
            program.tiers_tolerance = float(value)
        elif key == "stderr":
            program.stderr = "last line" if value.startswith("last line ") else "whole"
        elif key == "python":
            program.own_process = value.startswith("own process ")
        elif key == "tier2":
            if share := SHARE.fullmatch(value):
                program.shares[share[1]] = int(share[2]), int(share[3])
            else:
                root, _, count = value.rpartition(" ")
                program.committed[root] = int(count)
        elif key == "allocations":
            if not (limit := NO_ALLOCATIONS.fullmatch(value)):
                raise SystemExit(f"{path}: write `# allocations: ROOT none after ENTRIES`")
            program.last_allocations[limit[1]] = int(limit[2])
        elif key == "tier2-failures":
            program.most_failures = int(value)
        elif key == "form-tier2":
            program.other_in_form = value.startswith("other ")
        elif key == "compare":
            file, kind, limit = value.split()
            program.limits[file] = f"{kind}:{limit}"
        else:
            verdict, _, reason = value.partition(" ")
            allowed = ("fail",) if key == "janus-expect" else ("fail", "fail-in-python")
            if verdict not in allowed or not reason:
                raise SystemExit(f"{path}: write `# {key}: {' or '.join(allowed)} REASON`")
            if key == "janus-expect":
                program.known_failure = reason
            else:
                program.form_failure = reason
                program.fails_compiled_form = verdict == "fail"
    return program


def find(places, root: Path):
    """The programs of files and folders, named by their path below `root`, or else below the
    folder that was named."""
    programs = []
    for place in (place.resolve() for place in places):
        if not place.exists():
            raise SystemExit(f"there is no {place}")
        base = place if place.is_dir() else place.parent
        if place.is_relative_to(root.resolve()):
            base = root.resolve()
        paths = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        for path in (path for path in paths if not path.name.startswith("_")):
            programs.append(load(path, str(path.relative_to(base).with_suffix(""))))
    return programs


def expect_of_form(programs, compiled: bool) -> None:
    """From here on a known failure is one of the functional form, which has other lines: tracebacks differ."""
    for program in programs:
        program.stderr = "last line"
        others = program.known_failure if compiled else ""
        fails = program.form_failure and (program.fails_compiled_form or not compiled)
        program.known_failure = program.form_failure if fails else others
        if program.other_in_form:
            program.committed, program.shares, program.last_allocations = {}, {}, {}
            program.most_failures = None


def select(programs, pattern: str, part: str):
    """Those whose name holds `pattern`, and of them the fixed part I/N."""
    chosen = [program for program in programs if pattern in program.name]
    if part:
        index, count = map(int, part.split("/"))
        chosen = [program for program in chosen
                  if zlib.crc32(program.name.encode()) % count == index - 1]
    return chosen
