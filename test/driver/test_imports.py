"""Which of the modules beside a program are compiled, and which are used in Python (docs/python-packages.md)."""
import json
import os
import unittest

from tools import JANUSC, PYTHON, RUNNER, ToolTest

FILES = {
    "train.py": """import helper, colorsys, installed
from model import net
from model.parts import block
import plugins.extra
import csv
def late():
    try:
        import lazy
    finally:
        pass
    return lazy.NAME
import importlib
dynamic = importlib.import_module("dynamic")
print(helper.NAME, net.NAME, block.NAME, plugins.extra.NAME, csv.NAME, late(), dynamic.NAME, installed.NAME)
print(colorsys.rgb_to_hsv(0, 0, 1))
print(importlib.import_module("helper") is helper)
import sys
for name in ("helper", "model", "model.net", "plugins.extra", "csv", "lazy", "dynamic", "installed"):
    print(name, name in sys.modules)
""",
    "helper.py": "NAME = 'helper'\n",
    "model/__init__.py": "",
    "model/net.py": "NAME = 'net'\n",
    "model/parts/__init__.py": "",
    "model/parts/block.py": "from ..net import NAME as OTHER\nimport helper\nNAME = f'block of {OTHER} and {helper.NAME}'\n",
    "plugins/extra.py": "NAME = 'extra'\n",
    "csv.py": "NAME = 'a csv of our own'\n",  # a name of the library
    "lazy.py": "NAME = 'lazy'\n",
    "dynamic.py": "NAME = 'dynamic'\n",
    "elsewhere/installed.py": "NAME = 'installed'\n",
}
# What the program's text adds to sys.path, in the forms that people write.
PLACES = {
    "run/places.py": """import importlib, os, sys
from pathlib import Path
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.append(ROOT)
sys.path.insert(0, os.path.join(ROOT, "front"))
sys.path += [str(Path(__file__).resolve().parent.parent / "paths")]
if str(Path(__file__).parents[1].joinpath("more")) not in sys.path:
    sys.path.append(str(Path(__file__).parents[1].joinpath("more")))
sys.path.extend(["here", f"{ROOT}/more"])
import top.inner, fronted, pathed, more, relative
from top import other
def choose(kind):
    return importlib.import_module("kinds." + kind + "_kind").NAME
print(top.inner.NAME, other.NAME, fronted.NAME, pathed.NAME, more.NAME, relative.NAME)
print([choose(kind) for kind in sys.argv[1:]], __import__(f"kinds.{sys.argv[1]}_kind").NAME)
NAME = "front" + "ed"
print(importlib.import_module(NAME) is fronted)
""",
    "run/fronted.py": "NAME = 'not first'\n",
    "run/kinds/__init__.py": "NAME = 'kinds'\n",
    "run/kinds/big_kind.py": "NAME = 'big'\n",
    "run/kinds/small_kind.py": "from top.other import NAME as OTHER\nNAME = 'small ' + OTHER\n",
    "run/kinds/bad_kind.py": "def broken(:\n",
    "top/__init__.py": "",
    "top/inner.py": "from . import other\nNAME = 'inner ' + other.NAME\n",
    "top/other.py": "import fronted\nNAME = 'other ' + fronted.NAME\n",
    "front/fronted.py": "NAME = 'first'\n",
    "paths/pathed.py": "NAME = 'pathed'\n",
    "more/more.py": "NAME = 'more'\n",
    "here/relative.py": "NAME = 'relative'\n",
}
OF_PLACES = ["__main__", "fronted", "kinds", "kinds.big_kind", "kinds.small_kind", "more", "pathed", "relative", "top", "top.inner", "top.other"]

# Modules that no compiler can make anything of, where the program may not come by.
BROKEN = """def export():
    import broken
    return broken
try:
    import broken
except SyntaxError as error:
    print("caught", error.msg, error.lineno)
print("done")
"""
COMPILED = ["__main__", "colorsys", "csv", "dynamic", "helper", "lazy", "model", "model.net", "model.parts", "model.parts.block", "plugins", "plugins.extra"]
IN_PYTHON = ["installed"]
# Modules that are found by looking for them.
PLUG_INS = {
    "plug.py": "import importlib, sys\nimport lib\nimportlib.import_module(sys.argv[1])\nprint(lib.ITEMS, importlib.import_module(sys.argv[2]).NAME)\n",
    "lib/__init__.py": """import importlib, os, pkgutil
ITEMS = []
for name in ("first", "heads.box"):
    importlib.import_module("lib." + name)
here = os.path.dirname(__file__)
for file in sorted(os.listdir(os.path.join(here, "more"))):
    if file.endswith(".py") and not file.startswith("_"):
        importlib.import_module(f"{__name__}.more.{file[:-3]}")
for found in pkgutil.iter_modules([os.path.join(here, "relative")]):
    importlib.import_module("." + found.name, package="lib.relative")
ITEMS += [found.name for found in pkgutil.walk_packages(__path__, prefix=__name__ + ".")]
""",
    "lib/first.py": "from lib import ITEMS\nITEMS.append('first')\n",
    "lib/late.py": "from . import ITEMS\nITEMS.append('late')\n",
    "lib/heads/__init__.py": "",
    "lib/heads/box.py": "from .. import ITEMS\nITEMS.append('box')\n",
    "lib/more/__init__.py": "",
    "lib/more/other.py": "from lib import ITEMS\nITEMS.append('other')\n",
    "lib/relative/__init__.py": "",
    "lib/relative/last.py": "from .. import ITEMS\nITEMS.append('last')\n",
}
OF_PLUG_INS = ["__main__", "helper", "lib", "lib.first", "lib.heads", "lib.heads.box", "lib.late", "lib.more", "lib.more.other", "lib.relative",
               "lib.relative.last", "model", "model.net", "model.parts", "model.parts.block"]
# Packages without an `__init__.py`.
FOLDERS = {
    "folders.py": """import importlib, os, sys
import parts, parts.inner.deep as deep
from parts import first
from parts.inner import deep as again
from model.loose import piece
import data.notes
def choose(kind):
    return importlib.import_module("parts." + kind).NAME
print(first.NAME, deep.NAME, again is deep, piece.NAME, choose("first"), choose("second"), data.notes.NAME)
print(parts.__file__, [os.path.basename(each) for each in parts.__path__], parts.__package__, parts.__doc__, parts.__name__)
print(sorted(name for name in sys.modules if name.startswith(("parts", "data", "model"))))
for name in ("parts.none", "parts.inner.none", "nowhere.none"):
    try:
        importlib.import_module(name)
    except ImportError as error:
        print(type(error).__name__, error, error.name)
try:
    from parts import none
except ImportError as error:
    print(error, error.name, error.path)
import logs, installed, two.one, two.other
print(logs.NAME, installed.NAME, two.one.NAME, two.other.NAME)
""",
    "parts/first.py": "from . import second\nfrom .inner.deep import NAME as DEEP\nNAME = f'first, {second.NAME}, {DEEP}'\n",
    "parts/second.py": "NAME = 'second'\n",
    "parts/inner/deep.py": "from ..second import NAME as OTHER\nimport parts.second\nNAME = 'deep ' + OTHER + parts.second.NAME\n",
    "parts/text/readme.txt": "no module",
    "model/loose/piece.py": "from ..net import NAME as NET\nNAME = 'piece of ' + NET\n",
    "data/notes.py": "NAME = 'notes'\n",
    # Folders that hold what modules of these names write.
    "logs/latest/run.txt": "",
    "installed/latest.py": "",
    "elsewhere/logs.py": "NAME = 'logs that are installed'\n",
    # One package in two folders: which module lies where, only Python knows.
    "two/one.py": "NAME = 'one'\n",
    "elsewhere/two/other.py": "NAME = 'other'\n",
}
OF_FOLDERS = ["__main__", "data", "data.notes", "model", "model.loose", "model.loose.piece", "model.net", "model.parts", "model.parts.block", "parts", "parts.first",
              "parts.inner", "parts.inner.deep", "parts.second"]


class ImportsTest(ToolTest):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            self.write(name, text)
        self.environment |= {"PYTHONPATH": str(self.folder / "elsewhere"), "JANUS_PYTHON": PYTHON}

    def modules_of(self, program):
        explained = json.loads(self.succeed(JANUSC, "explain", program, "--json"))
        return sorted(module["name"] for module in explained["modules"])

    def test_what_is_compiled(self):
        expected = self.succeed(PYTHON, "train.py")
        self.assertEqual(self.succeed(JANUSC, "run", "train.py"), expected)
        self.succeed(JANUSC, "train.py", "-o", "train.so")
        self.assertEqual(self.succeed(RUNNER, "train.so"), expected)
        self.assertEqual(self.modules_of("train.py"), COMPILED)
        explained = json.loads(self.succeed(JANUSC, "explain", "train.py", "--json"))
        imported = {row["name"] for row in explained["crossings"] if row["kind"] == "import"}
        self.assertEqual(sorted(imported), IN_PYTHON)
        text = self.succeed(JANUSC, "explain", "train.py")
        self.assertIn("\ntrain.py is compiled together with\n\n  helper              helper.py\n", text)
        self.assertIn("  model               model/__init__.py\n", text)

    def test_folders_that_the_program_adds(self):
        for name, text in PLACES.items():
            self.write(name, text)
        expected = self.succeed(PYTHON, "run/places.py", "big", "small")
        self.assertEqual(self.succeed(JANUSC, "run", "run/places.py", "big", "small"), expected)
        self.assertEqual(self.modules_of("run/places.py"), OF_PLACES)
        # One that appears in a folder that is searched before is another program.
        self.write("front/pathed.py", "NAME = 'pathed first'\n")
        self.assertIn(" pathed first ", self.succeed(JANUSC, "run", "run/places.py", "big"))

    def test_folders_that_a_run_decides_on(self):
        self.write("a/util.py", "NAME = 'a'\n")
        self.write("b/util.py", "NAME = 'b'\n")
        self.write("b/json.py", "def dumps(x): return 'not the one'\n")
        self.write("chosen.py", """import os, sys
HERE = os.path.dirname(os.path.abspath(__file__))
if len(sys.argv) > 1:
    sys.path.insert(0, os.path.join(HERE, "a"))
else:
    sys.path.insert(0, os.path.join(HERE, "b"))
import util
print(util.NAME, len(sys.path[1]) > 1)
""")
        self.write("behind.py", """import os, sys
sys.path.append(os.path.join(sys.path[0], "b"))
sys.path.append(os.path.join(os.path.dirname(__file__), "b"))
import json, util
print(json.dumps([1]), util.NAME)
""")
        for command in (["chosen.py"], ["chosen.py", "x"], ["behind.py"]):
            self.assertEqual(self.succeed(JANUSC, "run", *command), self.succeed(PYTHON, *command))

    def test_folders_without_an_init(self):
        for name, text in FOLDERS.items():
            self.write(name, text)
        expected = self.succeed(PYTHON, "folders.py")
        for _ in range(3):
            self.assertEqual(self.succeed(JANUSC, "run", "--specialise", "folders.py"), expected)
        self.succeed(JANUSC, "folders.py", "-o", "folders.so", "--depfile", "folders.d")
        self.assertEqual(self.succeed(RUNNER, "folders.so"), expected)
        self.assertNotIn("parts/ ", (self.folder / "folders.d").read_text() + " ")
        self.succeed(JANUSC, "folders.graph.json", "-o", "again.so")
        self.assertEqual([each for each in self.modules_of("folders.py") if "." in each or each in OF_FOLDERS], OF_FOLDERS)
        # A module or an `__init__.py` that appears is another program.
        self.write("parts/__init__.py", "raise ImportError('now a package')\n")
        self.assertIn(b"now a package", self.run_tool(JANUSC, "run", "folders.py").stderr)

    def test_plug_ins(self):
        for name, text in PLUG_INS.items():
            self.write(name, text)
        expected = self.succeed(PYTHON, "plug.py", "lib.late", "model.net")
        self.assertEqual(self.succeed(JANUSC, "run", "plug.py", "lib.late", "model.net"), expected)
        self.assertEqual(self.modules_of("plug.py"), OF_PLUG_INS)

    def test_a_folder_that_an_imported_module_adds(self):
        self.write("tools/path.py", "import os, sys\nsys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))\nimport helper\n")
        self.write("tools/between.py", "import path\nfrom model import net\n")
        self.write("tools/program.py", "import between\nfrom model import net\nimport model.parts.block as block, helper\n"
                                       "print(net.NAME, block.NAME, helper.NAME, between.net is net)\n")
        self.assertEqual(self.succeed(JANUSC, "run", "tools/program.py"), self.succeed(PYTHON, "tools/program.py"))
        self.assertEqual(self.modules_of("tools/program.py"),
                         ["__main__", "between", "helper", "model", "model.net", "model.parts", "model.parts.block", "path"])

    def test_a_folder_that_appears(self):
        self.write("grows.py", "try:\n    import grown.part\n    print(grown.part.NAME, grown.part.where())\nexcept ImportError as e:\n    print(e)\n")
        for _ in range(2):
            self.assertEqual(self.succeed(JANUSC, "run", "grows.py"), "No module named 'grown'\n")
        self.write("grown/part.py", "import sys\nNAME = 'part'\ndef where():\n    return 'grown.part' in sys.modules\n")
        self.assertEqual(self.succeed(JANUSC, "run", "grows.py"), "part True\n")
        self.assertEqual(self.modules_of("grows.py"), ["__main__", "grown", "grown.part"])

    def test_folders_of_links_and_new_ones(self):
        self.write("real/program.py", "import helper, sys\nsys.path.insert(0, sys.path[0] + '/late')\nprint(helper.NAME)\n")
        self.write("real/helper.py", "NAME = 'real'\n")
        self.write("link/helper.py", "NAME = 'beside the link'\n")
        os.symlink("../real/program.py", self.folder / "link/program.py")
        self.assertEqual(self.succeed(JANUSC, "run", "link/program.py"), "real\n")
        self.write("grows.py", "import sys\nsys.path.insert(0, 'one')\nsys.path.insert(0, 'two')\nimport grown\nprint(grown.NAME)\n")
        self.write("one/grown.py", "NAME = 'one'\n")
        self.assertEqual(self.succeed(JANUSC, "run", "grows.py"), "one\n")
        self.write("two/grown.py", "NAME = 'two'\n")
        self.assertEqual(self.succeed(JANUSC, "run", "grows.py"), "two\n")

    def test_errors_in_modules_that_may_not_be_imported(self):
        self.write("maybe.py", BROKEN)
        self.write("broken.py", "x = 1\ndef f(:\n    pass\n")
        self.assertEqual(self.succeed(JANUSC, "run", "maybe.py"), self.succeed(PYTHON, "maybe.py"))
        self.write("broken.py", "x = 1\nprint('mended')\n")
        self.assertEqual(self.succeed(JANUSC, "run", "maybe.py"), self.succeed(PYTHON, "maybe.py"))
        self.assertIn("broken", self.modules_of("maybe.py"))
        self.write("broken.py", "x = 1\ndef f(:\n    pass\n")
        self.write("surely.py", "import part\n")
        self.write("part.py", "import broken\n")
        result = self.run_tool(JANUSC, "run", "surely.py")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn(b"--> broken.py:2:7", result.stderr)

    def test_only_what_is_compiled_needs_no_python(self):
        self.write("alone.py", "import csv, helper\nfrom model.parts import block\nprint(csv.NAME, block.NAME)\n")
        self.environment["JANUS_PYTHON"] = "/nowhere/python"
        self.assertEqual(self.succeed(JANUSC, "run", "alone.py"), "a csv of our own block of net and helper\n")
        self.assertEqual(self.run_tool(JANUSC, "alone.py", "--strict", "-o", "alone.so").returncode, 0)


if __name__ == "__main__":
    unittest.main()
