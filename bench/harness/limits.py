"""Costs against the limits that are set for them. Other programs on the machine only add to a cost, so that the fastest
sample is what is held against a limit; the median says what to expect."""
import argparse
import statistics
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(__file__).resolve().parents[2] / "build"


@dataclass
class Cost:
    name: str
    limit: float | None = None  # in microseconds; None: shown only


def parser(description: str) -> argparse.ArgumentParser:
    own = BUILD / "venv-test/bin/python"
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--build", type=Path, default=BUILD, help="the build folder")
    made.add_argument("--python", default=str(own) if own.exists() else sys.executable,
                      help="a python3 with torch and numpy: that of scripts/test")
    made.add_argument("--rounds", type=int, default=5, help="processes of each kind, in turn")
    made.add_argument("--check", action="store_true", help="end with status 1 when a limit is missed")
    return made


def samples_of(command, environment, samples, prefix=""):
    """Runs a program that prints `NAME MICROSECONDS` lines, and adds what it says."""
    printed = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment, check=False)
    if printed.returncode != 0:
        sys.exit(f"{command[0]} ended with status {printed.returncode}:\n{printed.stderr}")
    for line in printed.stdout.splitlines():
        name, _, time = line.rpartition(" ")
        samples.setdefault(f"{prefix}{name}", []).append(float(time))


def report(costs, samples) -> int:
    """A line for each cost; how many limits are missed."""
    missed = 0
    print(f"{'microseconds':36} {'fastest':>10} {'median':>10} {'limit':>10}")
    for cost in costs:
        fastest, median = min(samples[cost.name]), statistics.median(samples[cost.name])
        verdict = ""
        if cost.limit is not None:
            verdict = f"{cost.limit:10.1f}  {'held' if fastest <= cost.limit else 'missed'}"
            missed += fastest > cost.limit
        print(f"{cost.name:36} {fastest:10.3f} {median:10.3f} {verdict}".rstrip())
    return missed
