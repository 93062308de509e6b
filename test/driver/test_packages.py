"""Installed packages that are compiled along with a program (docs/python-packages.md): those of the table, and those that
`--compile-package` names."""
import json
import unittest

from tools import JANUSC, PYTHON, ToolTest

PACKAGE = {
    "layerkit/__init__.py": "from layerkit import blocks, extension, tables\nfrom .version import __version__\n",
    "layerkit/version.py": "__version__ = '1.2'\n",
    "layerkit/blocks.py": """import torch
from torch import nn
from torch.onnx.symbolic_helper import parse_args

from ._choices import registered

torch.fx.wrap("scaled")


@parse_args("v", "f")
def symbolic_scaled(g, x):
    return x


def scaled(x, by: float):
    if not torch.jit.is_scripting():
        torch._C._log_api_usage_once("layerkit.scaled")
    return x * by


@registered("block")
class Block(nn.Module):
    def __init__(self, width, by=0.5):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, width), nn.BatchNorm1d(width), nn.ReLU(inplace=True))
        self.by = by

    def forward(self, x):
        if self.training:
            x = x + torch.rand_like(x) * 0.1
        return scaled(self.body(x), self.by) + x
""",
    "layerkit/_choices.py": """CHOICES = {}


def registered(name):
    def add(cls):
        CHOICES[name] = cls
        return cls
    return add


def made(name, **keywords):
    return CHOICES[name](**keywords)
""",
    "layerkit/tables.py": "import numpy\nSQUARES = numpy.arange(5) ** 2\n",
    "layerkit/extension.py": """import os
import torch


def load(name):
    try:
        torch.ops.load_library(os.path.join(os.path.dirname(__file__), name))
        return True
    except (ImportError, OSError):
        return False


HAS_OPS = load("_absent.so")
""",
    "layerkit/by_name.py": "def size(text):\n    return len(text)\n",
}
PROGRAM = """import torch
import layerkit
from layerkit import _choices, tables
from layerkit.by_name import size

torch.manual_seed(0)
net = _choices.made("block", width=4)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for step in range(30):
    x = torch.randn(8, 4)
    loss = (net(x) - x.flip(1)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if step % 10 == 9:
        print(f"{loss.item():.4f}")
print(net, layerkit.__version__, layerkit.extension.HAS_OPS, int(tables.SQUARES.sum()), size("abc"))
print(type(net).__module__, layerkit.blocks.__file__.endswith("layerkit/blocks.py"), layerkit.__name__)
try:
    import layerkit.absent
except ModuleNotFoundError as error:
    print(error)
try:
    import surely_not_installed
except ModuleNotFoundError as error:
    print(error)
"""


class PackagesTest(ToolTest):
    def setUp(self):
        super().setUp()
        for name, text in PACKAGE.items():
            self.write("site/" + name, text)
        self.write("train.py", PROGRAM)
        self.environment |= {"PYTHONPATH": str(self.folder / "site"), "JANUS_PYTHON": PYTHON}

    def test_a_package_that_is_named(self):
        expected = self.succeed(PYTHON, "train.py")
        for _ in range(3):
            self.assertEqual(self.succeed(JANUSC, "run", "--compile-package", "layerkit", "--specialise", "train.py"), expected)
        explained = json.loads(self.succeed(JANUSC, "explain", "--compile-package=layerkit", "--json", "train.py"))
        self.assertEqual(sorted(module["name"] for module in explained["modules"] if module["name"].startswith("layerkit")),
                         ["layerkit", "layerkit._choices", "layerkit.blocks", "layerkit.by_name", "layerkit.extension",
                          "layerkit.tables", "layerkit.version"])

    def test_a_package_that_nobody_names(self):
        explained = json.loads(self.succeed(JANUSC, "explain", "--json", "train.py"))
        self.assertEqual([module["name"] for module in explained["modules"]], ["__main__"])

    def test_objects_are_shared_by_programs(self):
        first = self.run_tool(JANUSC, "train.py", "-v", "--compile-package=layerkit", "-o", "a.so")
        self.assertIn("/site/layerkit/blocks.py", first.stderr.decode())
        self.write("other.py", "import layerkit\nprint(layerkit.__version__)\n")
        second = self.run_tool(JANUSC, "run", "-v", "--compile-package=layerkit", "other.py")
        self.assertEqual(second.stdout.decode(), "1.2\n")
        compiled = [line for line in second.stderr.decode().splitlines() if " -c " in line]
        self.assertFalse([line for line in compiled if "/blocks.cpp" in line], compiled)

    def test_another_version_is_compiled_anew(self):
        self.write("other.py", "import layerkit\nprint(layerkit.__version__)\n")
        command = (JANUSC, "run", "--compile-package=layerkit", "other.py")
        self.assertEqual(self.succeed(*command), "1.2\n")
        self.write("site/layerkit/version.py", "__version__ = '1.3'\n")
        self.assertEqual(self.succeed(*command), "1.3\n")

    def test_the_programs_own_module_comes_first(self):
        self.write("layerkit.py", "NAME = 'own'\n")
        self.write("other.py", "import layerkit\nprint(layerkit.NAME)\n")
        self.assertEqual(self.succeed(JANUSC, "run", "--compile-package=layerkit", "other.py"), "own\n")


if __name__ == "__main__":
    unittest.main()
