"""What has come of the modules: the table, the reasons, the JUnit file."""
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, field

STATUSES = ("passed", "failed", "crashed", "hung", "skipped", "not run")


@dataclass
class Result:
    """The cases of a module that python3 passes: (name, status, reason), and those of them that do not keep to the list."""
    module: str
    cases: list = field(default_factory=list)
    refusal: str = ""
    seconds: float = 0.0
    skipped_by_python: int = 0
    problems: list = field(default_factory=list)

    @property
    def counts(self):
        return Counter(status for _, status, _ in self.cases)

    @property
    def rate(self):
        return 100 * self.counts["passed"] / len(self.cases) if self.cases else 100.0


def compare(module, reference, outcome, expected):
    """Cases that python3 passes, and how janusc's end."""
    result = Result(module, refusal=outcome.refusal, seconds=outcome.seconds)
    for name, (status, _) in reference.cases.items():
        if status != "passed":
            result.skipped_by_python += status == "skipped"
            continue
        status, reason = outcome.cases.get(name, ("not run", outcome.refusal or "\n".join(outcome.fixtures[:1])))
        if status == "fixture":
            status = "not run"
        result.cases.append((name, status, reason))
        if status == "passed":
            result.problems += [f"{name}: passes, though `{pattern}` is in {expected.path.name}" for pattern in expected.matches(name)]
        elif expected.reason(name) is None:
            result.problems.append(f"{name}: {status}: {reason}")
    return result


def text(results):
    """The table, modules with the lowest rate first."""
    lines = [f"{'module':26}{'cases':>7}" + "".join(f"{status:>9}" for status in STATUSES) + f"{'%':>8}"]
    for result in sorted(results, key=lambda result: (result.rate, result.module)):
        counts = result.counts
        lines.append(f"{result.module:26}{len(result.cases):7}" + "".join(f"{counts[status]:9}" for status in STATUSES)
                     + f"{result.rate:8.1f}" + (f"  {result.refusal}" if result.refusal else ""))
    total = sum((result.counts for result in results), Counter())
    cases = sum(total.values())
    lines.append(f"{'all':26}{cases:7}" + "".join(f"{total[status]:9}" for status in STATUSES)
                 + f"{100 * total['passed'] / max(cases, 1):8.1f}")
    good = sum(result.rate >= 95 for result in results)
    lines.append(f"{good} of {len(results)} modules have 95 % of their cases or more; cases are those that python3 passes")
    return "\n".join(lines)


def write_junit(results, path):
    suite = ElementTree.Element("testsuite", name="cpython", tests=str(len(results)))
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname="cpython", name=result.module, time=f"{result.seconds:.2f}")
        if result.problems:
            message = "\n".join(result.problems)
            ElementTree.SubElement(case, "failure").text = "".join(c if c.isprintable() or c == "\n" else "?" for c in message)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
