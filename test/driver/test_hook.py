"""janus.install_hook(): when `import model` takes model.so, and what becomes of it then."""
import unittest

from hosting import PACKAGE
from tools import JANUSC, PYTHON, ToolTest

MODEL = """import helper
VALUE = [1]
def add(a, b):
    return a + b + helper.NOTHING
if __name__ == "__main__":
    print("as a program", add(1, 2))
"""
HOST = """import janus, sys
janus.install_hook()
import model
print(isinstance(model, janus.CompiledModule), model.add(1, 2), model.__name__)
"""
USED, NOT_USED = "True 3 model\n", "False 3 model\n"


@unittest.skipUnless((PACKAGE / "janus/_native.abi3.so").exists(), "the package was not built")
class HookTest(ToolTest):
    def setUp(self):
        super().setUp()
        self.environment |= {"PYTHONPATH": str(PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
        self.write("helper.py", "NOTHING = 0\n")
        self.write("host.py", HOST)
        self.compile(self.write("model.py", MODEL))

    def compile(self, path):
        self.succeed(JANUSC, path.relative_to(self.folder), "-o", path.with_suffix(".so"))

    def warned(self, reason):
        made = self.run_tool(PYTHON, "-W", "always", "host.py")
        self.assertEqual(made.stdout.decode(), NOT_USED)
        self.assertIn(f"model.so is not used: {reason}; compile it again", made.stderr.decode())

    def test_matching_files_are_used(self):
        self.assertEqual(self.succeed(PYTHON, "host.py"), USED)
        self.assertEqual(self.succeed(PYTHON, self.folder / "host.py", cwd="/"), USED)
        (self.folder / "model.so").rename(self.folder / "other.so")
        self.assertEqual(self.succeed(PYTHON, "-W", "error", "host.py"), NOT_USED)

    def test_stale_files_are_not(self):
        self.write("helper.py", "NOTHING = 0  # changed\n")
        self.warned("`helper`, which it imports, has changed since")
        self.write("model.py", MODEL + "# changed\n")
        self.warned("the source has changed since")

    def test_what_comes_before_source(self):
        self.write("first/model/__init__.py", "def add(a, b): return 3\n")
        self.write("first/model.py", MODEL)
        self.write("first/helper.py", "NOTHING = 0\n")
        self.compile(self.folder / "first/model.py")
        path = f"import sys\nsys.path.insert(0, {str(self.folder / 'first')!r})\n"
        self.write("host.py", path + HOST)
        self.assertEqual(self.succeed(PYTHON, "host.py"), NOT_USED)
        # A folder without __init__.py comes after all modules; what is no text is no folder.
        (self.folder / "first/model/__init__.py").unlink()
        (self.folder / "first/model.py").unlink()
        self.write("host.py", path + "sys.path.insert(0, None)\n" + HOST)
        self.assertEqual(self.succeed(PYTHON, "host.py"), USED)

    def test_modules_of_packages(self):
        self.write("package/__init__.py", "")
        self.write("package/part.py", "def add(a, b):\n    return a + b\n")
        self.compile(self.folder / "package/part.py")
        self.write("host.py", "import janus\njanus.install_hook()\nfrom package import part\n"
                   "print(isinstance(part, janus.CompiledModule), part.add(1, 2), part.__name__, part.__package__)\n")
        self.assertEqual(self.succeed(PYTHON, "host.py"), "True 3 package.part package\n")

    def test_reload(self):
        self.write("host.py", HOST + """
import importlib, pathlib, shutil, subprocess
model.VALUE = [1, 2]
importlib.reload(model)
print(model.VALUE, isinstance(model, janus.CompiledModule))
path = pathlib.Path("model.py")
text = path.read_text()
path.write_text(text.replace("a + b", "a * b") + "EXTRA = 1\\n")
importlib.reload(model)
model.VALUE = 5
print(model.add(3, 4), model.VALUE, model.EXTRA)
""")
        self.assertEqual(self.succeed(PYTHON, "host.py"), USED + "[1] True\n12 5 1\n")

    def test_source_is_there(self):
        self.write("host.py", HOST + """
import inspect, linecache, runpy
print(inspect.getsource(model).splitlines()[1], model.__spec__.origin.endswith("model.py"))
runpy.run_module("model", run_name="__main__")
""")
        self.assertEqual(self.succeed(PYTHON, "host.py"), USED + "VALUE = [1] True\nas a program 3\n")

    def test_uninstall(self):
        self.write("host.py", HOST.replace("import model", "janus.install_hook()\njanus.uninstall_hook()\nimport model"))
        made = self.run_tool(PYTHON, "host.py")  # Python itself takes any model.so for an extension module
        self.assertIn("ImportError: dynamic module does not define module export function", made.stderr.decode())
        (self.folder / "model.so").rename(self.folder / "other.so")
        self.assertEqual(self.succeed(PYTHON, "host.py"), NOT_USED)


if __name__ == "__main__":
    unittest.main()
