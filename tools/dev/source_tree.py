"""What the checks of tools/dev share: the repository's files and how findings are reported."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def files(folders, suffixes):
    """Source files below `folders` (of the repository), sorted, as paths relative to the root."""
    found = []
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in suffixes and path.is_file() and "__pycache__" not in path.parts:
                found.append(path.relative_to(ROOT))
    return sorted(found)


def read(path) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def table_rows(path):
    """Rows of a text table: fields by white space; `#` starts a comment line."""
    return [line.split() for line in read(path).splitlines() if line and not line.startswith("#")]


def listed_reasons(path):
    """A list of exceptions, `WHAT: reason` a line, as a dictionary; a row without reason fails."""
    reasons = {}
    for line in read(path).splitlines():
        if not line or line.startswith("#"):
            continue
        what, _, reason = line.partition(": ")
        if not reason.strip():
            sys.exit(f"{path}: `{what}` has no reason")
        reasons[what] = reason.strip()
    return reasons


def report(findings, passed: str) -> int:
    """Prints findings, or what holds when there are none; the exit status."""
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings" if findings else passed)
    return 1 if findings else 0
