"""The JSON graph is the program: compiling it gives the C++ that its source gives, byte for byte."""
import unittest

from tools import JANUSC, ROOT, ToolTest

PROGRAMS = sorted((ROOT / "test/conformance/programs").rglob("*.py")) + \
    sorted((ROOT / "examples").glob("*.py"))


class GraphTest(ToolTest):
    def test_programs(self):
        """Every third: each takes four runs of the compiler."""
        for program in PROGRAMS[::3]:
            with self.subTest(program=program.name):
                made = self.run_tool(JANUSC, program, "--emit=cpp")
                if made.returncode == 1:
                    continue  # a program that janusc refuses
                graph = self.folder / "program.graph.json"
                self.succeed(JANUSC, program, "--emit=graph-json", "-o", graph)
                again = self.succeed(JANUSC, graph, "--emit=cpp")
                self.assertTrue(again == made.stdout.decode(), f"{program} compiles to other C++")
                rewritten = self.succeed(JANUSC, graph, "--emit=graph-json")
                self.assertTrue(rewritten == graph.read_text(), f"{program} has another graph")

    def test_written_beside_the_module(self):
        self.write("prog.py", "def f(x):\n    return x * 2\nprint(f(21))\n")
        self.succeed(JANUSC, "prog.py", "-o", "prog.so")
        module = (self.folder / "prog.so").read_bytes()
        self.succeed(JANUSC, "prog.graph.json", "-o", "again.so")
        self.assertEqual(self.succeed(JANUSC.with_name("janus-run"), "again.so"), "42\n")
        self.assertEqual((self.folder / "again.so").read_bytes(), module)


if __name__ == "__main__":
    unittest.main()
