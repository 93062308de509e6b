"""What tools/dev/operations_reference reads from rows and says of entries of the operator database."""
import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools/dev"
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True
loader = SourceFileLoader("operations_reference", str(TOOLS / "operations_reference"))
reference = module_from_spec(spec_from_loader("operations_reference", loader))
loader.exec_module(reference)

ALL_FLOATS = "float32 float64 bfloat16 float16"


class Entries(unittest.TestCase):
    def test_types_are_grouped_where_all_are_there(self):
        self.assertEqual(reference.types([["torch.f", f"{ALL_FLOATS} int64 complex64 complex128", "none", "cpu"]]), "floats, int64, complex")

    def test_a_type_that_differs_in_one_entry_is_named(self):
        both = [["torch.f", "float32 int64", "none", "cpu"], ["torch.f", "-float32", "none", "cpu"]]
        self.assertEqual(reference.types(both), "int64, not float32")

    def test_gradients(self):
        self.assertEqual(reference.gradients([["torch.f", "float64", "first second", "cpu"]]), "1, 2")
        self.assertEqual(reference.gradients([["torch.f", "float64", "first -second", "cpu"]]), "1, not 2")
        self.assertEqual(reference.gradients([], True), "1?")

    def test_devices(self):
        self.assertEqual(reference.devices([["torch.f", "float64", "none", "cpu meta"]]), "cpu, meta")
        self.assertEqual(reference.devices([["torch.f", "float64", "none", "cpu meta"], ["torch.f", "float64", "none", "cpu"]]), "cpu")


class Rows(unittest.TestCase):
    def test_twins_overloads_and_parts(self):
        found = {each.name: each for each in reference.operations({"add": ["torch.add, torch.add out=, Tensor.add_", "float32", "first", "cpu"]})}
        add = found["torch.add"]
        self.assertIn("Tensor.add_", add.spellings)
        self.assertEqual((add.family, add.entries, add.tiers()), ("Binary", ["add"], "generic, graphs, fused"))
        self.assertEqual(found["torch.matmul"].tiers(), "generic, graphs (parts)")
        self.assertEqual(found["torch.as_strided"].tiers(), "generic")


if __name__ == "__main__":
    unittest.main()
