"""The list of cases that are known not to pass: `PATTERN : REASON`, one a line, patterns of fnmatch."""
from fnmatch import fnmatchcase


class Expected:
    def __init__(self, path):
        self.path = path
        self.reasons = {}
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                pattern, separator, reason = line.partition(" : ")
                if not separator or not reason.strip():
                    raise SystemExit(f"{path.name}: a line without a reason: {line}")
                self.reasons[pattern.strip()] = reason.strip()
        self.used = set()
        self.patterns = [pattern for pattern in self.reasons if any(c in pattern for c in "*?[")]

    def matches(self, case):
        """The lines about a case."""
        found = [case] if case in self.reasons else []
        return found + [pattern for pattern in self.patterns if pattern != case and fnmatchcase(case, pattern)]

    def reason(self, case):
        """Why a case that does not pass is known not to, or None."""
        found = self.matches(case)
        self.used.update(found)
        return self.reasons[found[0]] if found else None

    def unused(self, modules):
        """Lines about one of these modules that no case needed: another version of CPython's tests may have it."""
        return [pattern for pattern in self.reasons
                if pattern not in self.used and pattern.split(".")[0] in modules]
