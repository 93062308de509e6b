"""Verdicts, their printing, and the JUnit file."""
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field


@dataclass
class Verdict:
    program: object
    seconds: float = 0.0
    differences: list = field(default_factory=list)

    @property
    def known_failure(self) -> bool:
        return bool(self.program.known_failure and self.differences)

    @property
    def failed(self) -> bool:
        return bool(self.differences) != bool(self.program.known_failure)

    def text(self) -> str:
        if self.failed and not self.differences:
            return f"passes, though marked `janus-expect: fail {self.program.known_failure}`"
        return "\n".join(self.differences)


def print_verdict(verdict: Verdict, verbose: bool) -> None:
    name = verdict.program.name
    if verdict.failed:
        body = "\n".join("    " + line for line in verdict.text().splitlines())
        print(f"FAILED {name} ({verdict.program.path})\n{body}", flush=True)
    elif verdict.known_failure:
        print(f"known failure {name}: {verdict.program.known_failure}", flush=True)
    elif verbose:
        print(f"passed {name} ({verdict.seconds:.2f} s)", flush=True)


def print_summary(verdicts) -> None:
    failed = sum(verdict.failed for verdict in verdicts)
    known = sum(verdict.known_failure for verdict in verdicts)
    print(f"{len(verdicts) - failed - known} passed, {failed} failed, {known} known failures")


def write_junit(verdicts, path) -> None:
    suite = ElementTree.Element("testsuite", name="conformance", tests=str(len(verdicts)))
    for verdict in verdicts:
        case = ElementTree.SubElement(suite, "testcase", classname="conformance",
                                      name=verdict.program.name, time=f"{verdict.seconds:.3f}")
        if verdict.failed:
            text = "".join(c if c.isprintable() or c in "\n\t" else "?" for c in verdict.text())
            ElementTree.SubElement(case, "failure").text = text
        elif verdict.known_failure:
            ElementTree.SubElement(case, "skipped", message=verdict.program.known_failure)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
