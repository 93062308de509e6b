"""Running the program of a module of tests: a process that crashes or hangs is started again behind the case that it was in."""
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field

ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0",
               "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}
PASSED_ON = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "JANUS_PYTHON", "CXX")
# A process that ends this often within cases is left.
MOST_CRASHES = 25


@dataclass
class Outcome:
    """`cases` has a status and a reason for each name; `refusal` says why none has run."""
    cases: dict = field(default_factory=dict)
    fixtures: list = field(default_factory=list)
    refusal: str = ""
    seconds: float = 0.0


def parse(text, outcome):
    """Reads a record into an outcome. Gives the case that is begun and not ended, and true when all have run."""
    current, done = None, False
    for line in text.splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "case":
            current = rest
        elif kind == "end" and current:
            status, _, reason = rest.partition(" ")
            outcome.cases[current] = status, reason
            current = None
        elif kind == "fixture":
            outcome.fixtures.append(rest)
            if current:
                outcome.cases[current] = "fixture", rest.partition(" ")[2]
                current = None
        elif kind == "done":
            done = True
    return current, done


def first_error(text):
    """The line that says why a program did not start: janusc's first error, or the last line of a traceback."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    for place, line in enumerate(lines):
        if line.startswith("error"):
            return f"{line} ({lines[place + 1].removeprefix('--> ')})" if place + 1 < len(lines) else line
    return lines[-1] if lines else "no message"


def last_lines(text):
    return " ".join(text.split()[-30:])[-200:]


def run(command, folder, variables, *, start_seconds, case_seconds):
    """Runs a command with the names of a record and of a list of cases as its last arguments."""
    outcome = Outcome()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    record, names, work = folder / "record", folder / "names", folder / "work"
    environment = ENVIRONMENT | {name: os.environ[name] for name in PASSED_ON if name in os.environ} | variables
    began = time.monotonic()
    crashes = 0
    while True:
        record.write_text("")
        names.write_text("\n".join(outcome.cases))
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        status, late = watched([*command, str(record), str(names)], work, environment, record, start_seconds, case_seconds)
        text = record.read_text(errors="backslashreplace")
        errors = (folder / "stderr").read_bytes().decode("utf-8", "backslashreplace")
        begun = any(line == "begin" for line in text.split("\n"))
        current, done = parse(text, outcome)
        if done:
            break
        if not begun:
            outcome.refusal = f"no end of compiling after {start_seconds:.0f} s" if late else first_error(errors)
            if status < 0 and not late:
                outcome.refusal = f"{signal.Signals(-status).name} {last_lines(errors)}"
            break
        if late:
            outcome.cases[current or "?"] = "hung", f"more than {case_seconds:.0f} s"
        else:
            name = signal.Signals(-status).name if status < 0 else f"exit status {status}"
            outcome.cases[current or "?"] = "crashed", f"{name}: {last_lines(errors)}"
        crashes += 1
        if crashes >= MOST_CRASHES or not current:
            outcome.fixtures.append(f"given up after {crashes} crashes")
            break
    outcome.seconds = time.monotonic() - began
    return outcome


def watched(command, work, environment, record, start_seconds, case_seconds):
    """The status of a process, which is killed when its record does not grow: while it compiles, or within a case."""
    with (work.parent / "stdout").open("wb") as out, (work.parent / "stderr").open("wb") as err:
        process = subprocess.Popen(command, cwd=work, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                   start_new_session=True)
        size, since, late = 0, time.monotonic(), False
        while True:
            try:
                status = process.wait(0.25)
                break
            except subprocess.TimeoutExpired:
                pass
            grown = record.stat().st_size
            if grown != size:
                size, since = grown, time.monotonic()
            if time.monotonic() - since > (case_seconds if size else start_seconds):
                late = True
                os.killpg(process.pid, signal.SIGKILL)
                status = process.wait()
                break
    return status, late
