"""The checks of tools/dev over small trees that break one rule each."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class SourceCheckTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for part in ("tools/dev", "cmake"):
            shutil.copytree(ROOT / part, self.root / part)
        for exceptions in ("size_exceptions.txt", "name_exceptions.txt", "provenance_exceptions.txt", "provenance_pending.txt"):
            (self.root / "tools/dev" / exceptions).write_text("")

    def write(self, path, text=""):
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)

    def expect(self, check, *findings, arguments=()):
        """Exactly these findings, each given by a part of its text."""
        run = subprocess.run([sys.executable, str(self.root / "tools/dev" / check), *arguments],
                             capture_output=True, text=True, check=False)
        output = run.stdout + run.stderr
        self.assertEqual(run.returncode, 1 if findings else 0, output)
        for finding in findings:
            self.assertIn(finding, output)
        if findings:
            self.assertIn(f"{len(findings)} findings", output)

    def test_an_upward_include(self):
        self.write("lib/IR/Graph.h")
        self.write("lib/Analysis/Cfg.h")
        self.write("lib/Codegen/Cpp/Module.cpp", '#include "IR/Graph.h"\n')
        self.expect("check_layers")
        self.write("lib/IR/Graph.cpp", '#include "Graph.h"\n#include "Analysis/Cfg.h"\n')
        self.expect("check_layers", "lib/IR/Graph.cpp:2: layer ir must not include")

    def test_a_header_outside_its_place(self):
        self.write("runtime/value/number/BigInt.cpp", "#include <boost/multiprecision/cpp_int.hpp>\n")
        self.expect("check_layers")
        self.write("lib/Frontend/Sema/Scope.cpp", "#include <boost/multiprecision/cpp_int.hpp>\n")
        self.write("runtime/value/number/Int.cpp", '#include "llvm/ADT/APInt.h"\n')
        self.expect("check_layers", "Sema/Scope.cpp:1", "runtime/value/number/Int.cpp:1")

    def test_rules_of_passes(self):
        self.write("lib/Frontend/Syntax/Ast.h")
        self.write("lib/IR/Graph.h")
        both = '#include "Frontend/Syntax/Ast.h"\n#include "IR/Graph.h"\n'
        self.write("lib/Transforms/Build/Expression.cpp", both)
        self.expect("check_layers")
        self.write("lib/Transforms/Passes.def", "JANUS_PASS(Unroll, unroll, \"\")\n")
        self.write("lib/Transforms/Convert/Break.cpp", both)
        self.write("lib/Transforms/Speculate/Unroll.h")
        self.write("lib/Transforms/Optimize/Fuse.cpp",
                   '#include "Transforms/Speculate/Unroll.h"\n')
        self.expect("check_layers", "Break.cpp: only lib/Transforms/Build",
                    "must not include the pass Unroll")

    def test_sizes(self):
        self.write("lib/IR/Graph.cpp", "\n" * 1000)
        self.expect("check_sizes")
        self.write("lib/IR/Graph.cpp", "\n" * 1001)
        self.write("lib/IR/Graph.h", "\n" * 301)
        self.expect("check_sizes", "Graph.cpp: 1001 lines", "Graph.h: 301 lines")
        self.write("tools/dev/size_exceptions.txt", "lib/IR/Graph.cpp: one table\n"
                                                    "lib/IR/Gone.cpp: was long\n")
        self.expect("check_sizes", "Graph.h: 301 lines", "there is no file lib/IR/Gone.cpp")

    def test_median(self):
        for number in range(12):
            self.write(f"lib/IR/File{number}.cpp", "\n" * 201)
        self.expect("check_sizes", "lib: the median file has 201 lines")

    def test_diagnostics(self):
        self.write("lib/Support/Diagnostics.def", 'JANUS_DIAG(J0001, Error, One, "one")\n'
                                                  'JANUS_DIAG(J0002, Error, Two, "two")\n')
        self.write("test/lit/one.py", "# expected-error[J0001]: one\n")
        self.write("lib/IR/Graph.cpp", "report(diag::One);  // J0002\n")
        self.expect("check_diagnostics", "no test expects J0002 (Two)", "nothing reports J0002 (Two)")
        self.write("tools/janus-run/main.cpp", 'fail("error[J0002]: two");\n')
        self.expect("check_diagnostics", "no test expects J0002 (Two)", "nothing reports J0002 (Two)",
                    "main.cpp: writes J0002 by hand")

    def test_names(self):
        self.write("runtime/include/janus/contract/Ops.def",
                   '#define UNARY(id, text) JANUS_OP(id, .signature = text)\n'
                   'UNARY(Relu, "relu(Tensor self) -> Tensor")\n')
        self.write("runtime/prelude/torch/optim/sgd.py", "class SGD:\n    pass\n")
        self.write("lib/IR/Graph.cpp", '// relu SGD\nf("a relu in a sentence");\n')
        self.expect("check_names")
        self.write("lib/IR/Graph.cpp", 'f("torch.relu");\ng("SGD");\nh(OpId::Relu);\n')
        self.expect("check_names", "Graph.cpp:1", "Graph.cpp:2", "names the op Relu")

    def test_provenance(self):
        """A function of theirs under its own name, under another, and with names and texts changed."""
        python = self.root / "python"
        python.write_text(f"#!/bin/sh\necho {self.root}/library\necho {self.root}/library/torch\n")
        python.chmod(0o755)
        body = ("    if {0} < 0:\n        raise ValueError('{1}')\n    total = 0\n    for {0} in range({0}):\n"
                "        total += {0} * {0}\n    return total // 2\n")
        self.write("library/torch/optim/sgd.py", "def squares(n):\n" + body.format("n", "negative"))
        other = ("def squares(n):\n    values = [k ** 2 for k in range(n)]\n    with opened(n) as file:\n        file.write(values)\n"
                 "    while values:\n        values.pop()\n    return sum(values) / 2\n")
        self.write("runtime/prelude/torch/optim/sgd.py", other)
        self.expect("check_provenance", arguments=[python])
        for name in ("squares", "renamed"):
            self.write("runtime/prelude/torch/optim/sgd.py", f"def {name}(n):\n" + body.format("count", "text"))
            self.expect("check_provenance", f"torch/optim/sgd.py:{name}: 1.00 like torch/optim/sgd.py:squares", arguments=[python])
        for rows in ("provenance_exceptions.txt", "provenance_pending.txt"):
            self.write(f"tools/dev/{rows}", "torch/optim/sgd.py:renamed : nothing else is possible\n")
            self.expect("check_provenance", *["both an exception and pending"] * (rows == "provenance_pending.txt"), arguments=[python])
        self.write("tools/dev/provenance_exceptions.txt")
        self.write("runtime/prelude/torch/optim/sgd.py", other)
        self.expect("check_provenance", "provenance_pending.txt: torch/optim/sgd.py:renamed is not above 0.8", arguments=[python])


if __name__ == "__main__":
    unittest.main()
