"""The list of known deviations."""
import fnmatch
from collections import Counter
from pathlib import Path


class Deviations:
    """Lines `PATTERN : CATEGORIES : REASON`; the pattern is of case names, as fnmatch has them, the categories are separated by `/`."""

    def __init__(self, path):
        self.path, self.rows = Path(path), []
        for line in Path(path).read_text().splitlines() if Path(path).exists() else ():
            if line.strip() and not line.startswith("#"):
                pattern, categories, reason = (part.strip() for part in line.split(" : ", 2))
                self.rows.append((pattern.replace("[", "[[]"), tuple(categories.split("/")), reason))
        self.used = Counter()

    def known(self, case, category):
        for row in self.rows:
            if category in row[1] and fnmatch.fnmatchcase(case, row[0]):
                self.used[row] += 1
                return row[2]
        return None

    def knows_entry(self, case):
        """Whether a line that is not of all entries matches the case in any category."""
        return any(not row[0].startswith("*") and fnmatch.fnmatchcase(case, row[0]) for row in self.rows)

    def unused(self):
        """Lines that have matched nothing. What roundings do, alone or to a singular matrix, hangs on the machine."""
        return [row[0] for row in self.rows if not self.used[row] and "singular matrix" not in row[2]
                and not all(category.endswith("rounding") for category in row[1])]

    def prune(self):
        """Takes the lines that have matched nothing out of the file."""
        rows, lines = iter(self.rows), []
        for line in self.path.read_text().splitlines(keepends=True):
            if not line.strip() or line.startswith("#") or self.used[next(rows)]:
                lines.append(line)
        self.path.write_text("".join(lines))
