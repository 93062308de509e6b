"""Which of the modules beside a program are compiled, and which are used in Python (docs/python-packages.md)."""
import json
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
COMPILED = ["__main__", "colorsys", "csv", "helper", "lazy", "model", "model.net", "model.parts", "model.parts.block"]
IN_PYTHON = ["installed", "plugins.extra"]


class ImportsTest(ToolTest):
    def setUp(self):
        super().setUp()
        for name, text in FILES.items():
            self.write(name, text)
        self.environment |= {"PYTHONPATH": str(self.folder / "elsewhere"), "JANUS_PYTHON": PYTHON}

    def test_what_is_compiled(self):
        expected = self.succeed(PYTHON, "train.py")
        self.assertEqual(self.succeed(JANUSC, "run", "train.py"), expected)
        self.succeed(JANUSC, "train.py", "-o", "train.so")
        self.assertEqual(self.succeed(RUNNER, "train.so"), expected)
        explained = json.loads(self.succeed(JANUSC, "explain", "train.py", "--json"))
        self.assertEqual(sorted(module["name"] for module in explained["modules"]), COMPILED)
        imported = {row["name"] for row in explained["crossings"] if row["kind"] == "import"}
        self.assertEqual(sorted(imported), IN_PYTHON)
        text = self.succeed(JANUSC, "explain", "train.py")
        self.assertIn("\ntrain.py is compiled together with\n\n  helper              helper.py\n", text)
        self.assertIn("  model               model/__init__.py\n", text)

    def test_only_what_is_compiled_needs_no_python(self):
        self.write("alone.py", "import csv, helper\nfrom model.parts import block\nprint(csv.NAME, block.NAME)\n")
        self.environment["JANUS_PYTHON"] = "/nowhere/python"
        self.assertEqual(self.succeed(JANUSC, "run", "alone.py"), "a csv of our own block of net and helper\n")
        self.assertEqual(self.run_tool(JANUSC, "alone.py", "--strict", "-o", "alone.so").returncode, 0)


if __name__ == "__main__":
    unittest.main()
