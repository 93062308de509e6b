"""Programs compiled with a profile of their own run: what they print must be the same, the roots
that `# tier2: ROOT COUNT` names must have committed so often, no more may fail than `# tier2-failures:`
says, no version of the roots that `# allocations:` names may take memory for its own use in the
steady state, no guard that is made to fail may show, and the graph that was written beside the module is
read again."""
import json
import re
import threading
from pathlib import Path

from . import compare
from .execution import Execution, execute
from .subject import Subject

# Lines of JANUS_LOG=summary.
ROOT = re.compile(r"^janus: root \S+?:(\S+) line \d+: entered (\d+), tier 2 (\d+)(?:, in Python (\d+))?$", re.M)
GUARD = re.compile(r"^janus:     \w+ `(.*)`: failed \d+$", re.M)
FAILED = re.compile(r"^janus:     \w+ `.*`: failed (\d+)$|, not bound (\d+), ", re.M)
LOGGED = re.compile(r"^janus: .*\n", re.M)
ATTEMPTS = (1, 3)  # at which entries a guard is made to fail


class Specialised(Subject):
    def __init__(self, build: Path, work: Path, flags, timeout: float, sweep: bool):
        super().__init__(work, timeout)
        self.janusc = build / "bin/janusc"
        self.runner = build / "bin/janus-run"
        self.flags = flags
        self.sweep = sweep
        self.found = {}
        self.unread = {}  # what is said of graphs that are not read again
        self.lock = threading.Lock()

    def module(self, program) -> Path:
        return self.work / "modules" / program.name / "specialised.so"

    def compile(self, program) -> None:
        folder = self.work / "modules" / program.name
        flags = [*self.flags, *program.flags]
        probes, profile = folder / "probes.so", folder.with_name(folder.name + ".json")
        made = execute([self.janusc, program.path, *flags, "-o", probes,
                        f"--profile-generate={profile}"], folder, self.timeout)
        if made.status == 0:
            profile.unlink(missing_ok=True)
            execute([self.runner, probes, *program.arguments], self.run_folder(program),
                    self.timeout)
            made = execute([self.janusc, program.path, *flags, "-o", self.module(program),
                            f"--profile-use={profile}"], folder, self.timeout)
        if made.status != 0 or compare.without_differences(made.stderr):
            text = made.stderr.strip() or f"janusc ended with status {made.status}"
            with self.lock:
                self.refusals[program.name] = text
            return
        graph = self.module(program).with_suffix(".graph.json")
        read = execute([self.janusc, graph, "--emit=cpp"], self.run_folder(program), self.timeout)
        if read.status != 0:
            with self.lock:
                self.unread[program.name] = read.stderr.strip() or f"status {read.status}"

    def run(self, program, **variables) -> Execution:
        command = [self.runner, self.module(program), *program.arguments]
        return execute(command, self.run_folder(program), self.timeout, variables)

    def result(self, program) -> Execution:
        generic = self.run(program, JANUS_TIER="1")
        report = self.module(program).with_name("report.json")
        seen = self.run(program, JANUS_LOG="summary", JANUS_REPORT=str(report))
        log, seen.stderr = seen.stderr, LOGGED.sub("", seen.stderr)
        found = list(self.not_committed(program, log))
        if program.name in self.unread:
            found.append("its graph is not read again: " + self.unread[program.name])
        if program.last_allocations:
            found += self.not_steady(program, json.loads(report.read_text()))
        if not self.alike(program, generic, seen):
            found.append("tier 2 does not do what tier 1 does")
        if self.sweep:
            found += self.swept(program, seen, sorted(set(GUARD.findall(log))))
        with self.lock:
            self.found[program.name] = found
        return seen

    @staticmethod
    def alike(program, one: Execution, other: Execution) -> bool:
        return one.status == other.status and not any(
            compare.compare_text("stdout", one.stdout, other.stdout, program.tiers_tolerance))

    def not_committed(self, program, log: str):
        committed = {root: int(count) for root, _, count, _ in ROOT.findall(log)}
        for root, wanted in program.committed.items():
            if committed.get(root, 0) < wanted:
                yield f"{root}: tier 2 committed {committed.get(root, 0)} times, not {wanted}"
        entered = {root: int(count) for root, count, _, _ in ROOT.findall(log)}
        for root, (percent, warm_up) in program.shares.items():
            count, of = committed.get(root, 0), entered.get(root, 0) - warm_up
            if of <= 0 or 100 * count < percent * of:
                yield (f"{root}: tier 2 committed {count} of {of} times (the first {warm_up} entries left out), "
                       f"less than {percent} %")
        failures = sum(int(guard or bound) for guard, bound in FAILED.findall(log))
        if program.most_failures is not None and failures > program.most_failures:
            yield f"{failures} guards failed or versions were not bound, more than {program.most_failures}"

    def not_steady(self, program, report):
        for wanted, limit in program.last_allocations.items():
            versions = [version for root in report["roots"] if root["region"] == wanted
                        for version in root["versions"] if version["committed"] > limit]
            if not versions:
                yield f"{wanted}: no version ran more than {limit} times"
            for version in versions:
                if version["last_allocation"] > limit:
                    yield (f"{version['version']}: took memory for its own use for commit "
                           f"{version['last_allocation']}, not only at the first {limit}")

    def swept(self, program, seen, guards):
        in_python = failures = 0
        for guard in guards:
            for attempt in ATTEMPTS:
                failed = self.run(program, JANUS_FAIL_GUARD=f"{guard}@{attempt}", JANUS_LOG="summary")
                failures += sum(int(guard or 0) for guard, _ in FAILED.findall(failed.stderr))
                in_python += sum(int(count or 0) for *_, count in ROOT.findall(failed.stderr))
                if not self.alike(program, seen, failed):
                    yield f"`{guard}` failing at entry {attempt} changes what is printed"
        if failures and not in_python and "--fallback=python" in [*self.flags, *program.flags]:
            yield "no guard that failed led to Python"

    def problems(self, program) -> list:
        return self.found.get(program.name, [])
