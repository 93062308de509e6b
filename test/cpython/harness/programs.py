"""A module of CPython's tests as a program: a folder with its file, those that it imports of the package `test`, the shim, and
a main file that runs its cases."""
import ast
import os
import shutil
from pathlib import Path

from . import examples

HERE = Path(__file__).resolve().parents[1]
SHIM = HERE / "shim"
# Of CPython's own test.support: files that are about the system, not about CPython.
SUPPORT_FILES = ("os_helper.py", "logging_helper.py", "socket_helper.py")

MAIN = '''import sys

import recording
{imports}


def parts():
    """Modules that are imported by a name made at run time."""
    {parts}


recording.run([{modules}], sys.argv[1], sys.argv[2])
'''


def names_of_parts(text):
    """Modules below `test` that a file imports, or names in a text, as parts of a dotted name."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return {name.removeprefix("test.") for name in found if name.startswith("test.") and "/" not in name}


class Suite:
    """The folder of CPython's tests, of a Python that is installed."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def has(self, name):
        return (self.folder / f"{name}.py").exists() or (self.folder / name / "__init__.py").exists()

    def files_of(self, name):
        """Files of a module, or of a package with its modules, relative to the folder."""
        path = Path(*name.split("."))
        if (self.folder / path).with_suffix(".py").exists():
            return [path.with_suffix(".py")]
        if (self.folder / path / "__init__.py").exists():
            return [file.relative_to(self.folder) for file in sorted((self.folder / path).glob("*.py"))]
        return []

    def closure(self, name):
        """The files of a module and of all that it imports of the package `test`."""
        files, queue = [], [name]
        seen = set()
        while queue:
            part = queue.pop()
            if part in seen or part.split(".")[0] == "support":
                continue
            seen.add(part)
            for file in self.files_of(part):
                if file not in files:
                    files.append(file)
                    queue.extend(sorted(names_of_parts((self.folder / file).read_bytes())))
        return files


def prepare(suite, name, folder):
    """Writes the program of a module of tests; its main file is the result."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(SHIM, folder)
    for file in SUPPORT_FILES:
        shutil.copy(suite.folder / "support" / file, folder / "test/support" / file)
    files = suite.closure(name)
    for file in files:
        (folder / "test" / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(suite.folder / file, folder / "test" / file)
    for entry in suite.folder.iterdir():
        if entry.suffix != ".py" and entry.name not in ("__pycache__", "support") and not (folder / "test" / entry.name).exists():
            if entry.is_file() or not (entry / "__init__.py").exists():
                os.symlink(entry, folder / "test" / entry.name)
    def dotted(file):
        return ".".join(file.with_suffix("").parts).removesuffix(".__init__")

    # Of a package, its test modules, or what stands in the package itself.
    own = suite.files_of(name)
    tested = [dotted(file) for file in own if file.name.startswith("test_")] or [name]
    others = [dotted(file) for file in files if dotted(file) not in tested]
    (folder / "main.py").write_text(MAIN.format(
        imports="\n".join(f"import test.{module}" for module in tested),
        parts="\n    ".join(f"import test.{other}" for other in others) or "pass",
        modules=", ".join(f"test.{module}" for module in tested)))
    examples.write(suite, tested, folder)
    return folder / "main.py"
