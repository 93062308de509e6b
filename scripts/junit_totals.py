"""Adds up JUnit files: a line for each, the names of failed tests, and 'N passed, N failed' last.

    python3 scripts/junit_totals.py FOLDER STAGE...

Stage S wrote FOLDER/S.xml; one that wrote nothing readable counts as one failure.
"""
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Totals:
    passed: int = 0
    skipped: int = 0
    failures: list = field(default_factory=list)


def read_stage(path: Path) -> Totals:
    totals = Totals()
    try:
        cases = list(ElementTree.parse(path).iter("testcase"))
    except (OSError, ElementTree.ParseError) as error:
        totals.failures.append(f"{path.stem}: did not finish ({error})")
        return totals
    for case in cases:
        name = "/".join(dict.fromkeys(filter(None, [case.get("classname"), case.get("name")])))
        if case.find("failure") is not None or case.find("error") is not None:
            totals.failures.append(f"{path.stem}: {name}")
        elif case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
            totals.skipped += 1
        else:
            totals.passed += 1
    return totals


def main() -> int:
    folder, stages = Path(sys.argv[1]), sys.argv[2:]
    passed, failures = 0, []
    for stage in stages:
        totals = read_stage(folder / f"{stage}.xml")
        skipped = f", {totals.skipped} skipped" if totals.skipped else ""
        print(f"{stage:24} {totals.passed} passed, {len(totals.failures)} failed{skipped}")
        passed += totals.passed
        failures += totals.failures
    for failure in failures:
        print(f"FAILED {failure}")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
