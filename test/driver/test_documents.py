"""The pages about the ways in and out, followed as a newcomer follows them, with an installation of its own.

    ```python, cpp, c, cmake    a file: the first line names it, a block that names none goes on with the last one
    ```sh                       commands, in one shell
        $ command               the same; lines below are what it prints, `...` stands for anything

`/opt/janus` in commands is where the installation lies; `build`, `python` and `examples` are the repository's.
"""
import os
import re
import subprocess
import tempfile
import unittest
from dataclasses import dataclass
from pathlib import Path

from tools import BUILD, PYTHON, ROOT, ToolTest

FILES = {"python", "cpp", "c", "cmake"}
NAMED = re.compile(r"(?:#|//|/\*) ([\w.]+)(?: \*/)?$")
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]+)")
INSTALLED = "/opt/janus"


@dataclass
class Step:
    """A block of a file, or a command with what it prints."""
    line: int
    language: str
    text: str
    prints: str = ""


def steps(page: str):
    lines = iter(enumerate(page.splitlines(), 1))
    for number, line in lines:
        if line.startswith("```"):
            language, text = line[3:], []
            for _, inner in lines:
                if inner == "```":
                    break
                text.append(inner)
            if language:
                yield Step(number, language, "\n".join(text) + "\n")
        elif line.startswith("    $ "):
            yield Step(number, "sh", line[6:])
        elif line.startswith("    ") and number > 1:
            yield Step(number, "output", line[4:])


def joined(found):
    """Steps, with lines of output at the command above them."""
    out = []
    for step in found:
        if step.language != "output":
            out.append(step)
        elif out and out[-1].language == "sh" and step.line == out[-1].line + 1 + out[-1].prints.count("\n"):
            out[-1].prints += step.text + "\n"
    return out


class DocumentTest(ToolTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.prefix = Path(folder.name) / "opt/janus"
        made = subprocess.run(["cmake", "--install", BUILD, "--prefix", cls.prefix], capture_output=True, check=False)
        assert made.returncode == 0, made.stderr.decode()

    def setUp(self):
        super().setUp()
        for name, there in (("build", BUILD), ("python", ROOT / "python"), ("examples", ROOT / "examples")):
            (self.folder / name).symlink_to(there)
        # A Python of the reader's own, which has torch, numpy and pip.
        self.succeed(PYTHON, "-m", "venv", "--without-pip", "venv")
        packages = self.succeed(PYTHON, "-c", "import site; print(*site.getsitepackages(), sep='\\n')")
        own = next(self.folder.glob("venv/lib/python*/site-packages"))
        (own / "packages.pth").write_text(packages)
        self.environment |= {"HOME": str(self.folder), "PATH": f"{self.folder}/venv/bin:{os.environ['PATH']}"}
        self.environment.pop("PYTHONPATH", None)

    def write_block(self, step, last):
        """Writes a block into the file that it names or goes on with."""
        first, _, rest = step.text.partition("\n")
        if named := NAMED.match(first):
            last[step.language] = named[1]
            (self.folder / named[1]).write_text(step.text)
            return
        self.assertIn(step.language, last, f"line {step.line}: the block names no file and follows none")
        with open(self.folder / last[step.language], "a", encoding="utf-8") as file:
            file.write("\n" + step.text)

    def run_commands(self, step):
        """In the shell's state as the commands before have left it."""
        commands = step.text.replace(INSTALLED, str(self.prefix))
        made = self.run_tool("bash", "-c", f"[ ! -f .state ] || . ./.state; set -eo pipefail; {commands}\nexport -p > .state",
                             timeout=120)
        printed = (made.stdout + made.stderr).decode()
        self.assertEqual(made.returncode, 0, f"line {step.line}: {step.text}\n{printed}")
        expected = re.escape(step.prints).replace(r"\.\.\.", "(?s:.*?)")
        if step.prints:
            self.assertRegex(printed, f"^{expected}$", f"line {step.line}: {step.text}")

    def follow(self, page):
        last, commands = {}, 0
        for step in joined(steps((ROOT / page).read_text(encoding="utf-8"))):
            if step.language in FILES:
                self.write_block(step, last)
            else:
                self.assertEqual(step.language, "sh", f"{page}:{step.line}: nobody knows how to run this block")
                self.run_commands(step)
                commands += 1
        self.assertGreater(commands, 2)

    def test_readme(self):
        self.follow("README.md")

    def test_embedding(self):
        self.follow("docs/embedding.md")

    def test_python_host(self):
        self.follow("docs/python-host.md")

    def test_python_packages(self):
        self.follow("docs/python-packages.md")

    def test_links(self):
        pages = [ROOT / "README.md", ROOT / "bench/README.md", *(ROOT / "docs").rglob("*.md")]
        missing = [f"{page.relative_to(ROOT)}: {link}" for page in pages
                   for link in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8")))
                   if not (page.parent / link).exists()]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
