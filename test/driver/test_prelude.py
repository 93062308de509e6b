"""The packages of our own library that load names when they are asked for: what they name is there."""
import ast
import unittest

from tools import JANUSC, PYTHON, ROOT, ToolTest

PRELUDE = ROOT / "runtime/prelude"
PROGRAM = """
from importlib import import_module
for package, names in %r:
    module = import_module(package)
    for name in names:
        try:
            getattr(module, name)
        except AttributeError as error:     # no name of this package: a table's key
            if str(error) != f"module '{package}' has no attribute '{name}'":
                print(package, name, error)
        except NotImplementedError:         # refused by its name
            pass
        except Exception as error:
            print(package, name, type(error).__name__, error)
print("seen")
"""


def lazy_packages():
    """(package, strings that its tables and its __getattr__ hold), for each that has one."""
    for file in sorted(PRELUDE.rglob("__init__.py")):
        tree = ast.parse(file.read_text())
        if not any(isinstance(each, ast.FunctionDef) and each.name == "__getattr__" for each in tree.body):
            continue
        places = [each for each in tree.body if isinstance(each, ast.Assign)]
        places += [each for each in tree.body if isinstance(each, ast.FunctionDef) and each.name == "__getattr__"]
        names = {each.value for place in places for each in ast.walk(place)
                 if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value.isidentifier()}
        yield ".".join(file.parent.relative_to(PRELUDE).parts), sorted(names)


class LazyNamesTest(ToolTest):
    def test_they_exist(self):
        packages = list(lazy_packages())
        self.assertIn("torch.optim", [package for package, _ in packages])
        program = self.write("names.py", PROGRAM % (packages,))
        self.environment["JANUS_PYTHON"] = PYTHON  # some are Python's
        self.assertEqual(self.succeed(JANUSC, "run", program), "seen\n")


class OverridingTest(ToolTest):
    def test_class_made_before_torch_is_imported(self):
        program = self.write("before.py", """
class Early:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return func.__name__, [kind.__name__ for kind in types]

import torch
print(torch.mean(Early()), torch.nn.functional.relu(Early()), torch.ones(1) + Early())
""")
        self.assertEqual(self.succeed(JANUSC, "run", program), "('mean', ['Early']) ('relu', ['Early']) ('add', ['Early'])\n")

    def test_hook_of_subclasses_runs(self):
        program = self.write("subclass.py", """
import torch

class Plain(torch.Tensor):
    def __init_subclass__(cls, **keywords):
        super().__init_subclass__(**keywords)
        print("made", cls.__name__)

class Last(Plain):
    pass

print(type(Last([1.0]) + 1).__name__)
""")
        self.assertEqual(self.succeed(JANUSC, "run", program), "made Last\nLast\n")


if __name__ == "__main__":
    unittest.main()
