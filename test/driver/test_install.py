"""An installation works wherever it is put: the C++ example, a project outside of the tree, finds it
with find_package, compiles a model with janus_add_module, and runs without Python."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from tools import BUILD, PYTHON, ROOT, ToolTest

BUILT = re.compile(r"^\[\d+/\d+\] (.*)$", re.MULTILINE)


class InstallTest(ToolTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        first = Path(folder.name) / "first"
        made = subprocess.run(["cmake", "--install", BUILD, "--prefix", first], capture_output=True,
                              check=False)
        assert made.returncode == 0, made.stderr.decode()
        cls.prefix = Path(folder.name) / "elsewhere/prefix"
        cls.prefix.parent.mkdir()
        first.rename(cls.prefix)

    def configure(self, project):
        self.succeed("cmake", "-G", "Ninja", "-S", project, "-B", project / "build",
                     f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def build(self, project):
        """Builds; answers what was built."""
        return BUILT.findall(self.succeed("cmake", "--build", project / "build"))

    def test_nothing_names_the_build_folder(self):
        for path in self.prefix.rglob("*"):
            if path.is_file() and path.suffix not in {".py", ".ir"}:
                self.assertNotIn(os.fsencode(BUILD), path.read_bytes(), path)

    def test_the_cpp_example(self):
        project = self.folder / "cpp"
        shutil.copytree(ROOT / "examples/cpp", project)
        self.succeed(PYTHON, "-c", "import sys, torch; sys.path.insert(0, 'cpp'); import digits; "
                     "from safetensors.torch import save_file; "
                     "save_file(digits.Digits(16).state_dict(), 'weights.safetensors')")
        self.configure(project)
        self.assertIn("Compiling digits.so", self.build(project))
        run = [project / "build/classify", self.folder / "weights.safetensors"]
        printed = self.succeed(*run, env={})
        self.assertEqual(printed.splitlines()[:3], [
            "loss has fallen", "0 1 2 3 4 5 6 7 ",
            "RuntimeError: addmm: mat1 and mat2 shapes cannot be multiplied (4x128 and 64x16)"])
        # PyTorch reads what was saved.
        found = self.succeed(
            PYTHON, "-c", "import sys; sys.path.insert(0, 'cpp'); import digits; "
            "from safetensors.torch import load_file; net = digits.Digits(16); "
            "print(net.load_state_dict(load_file('trained.safetensors')))")
        self.assertEqual(found, "<All keys matched successfully>\n")
        # A file that the model imports is a dependency.
        self.assertEqual(self.build(project), [])
        layers = project / "layers.py"
        layers.write_text(layers.read_text().replace("nn.ReLU()", "nn.Tanh()"))
        self.assertIn("Compiling digits.so", self.build(project))
        self.assertIn("loss has fallen", self.succeed(*run, env={}))

    def test_wrong_uses_are_refused(self):
        for words, message in [("", "needs SOURCE"), ("SOURCE absent.py", "there is no file"),
                               ("SOURCE m.py ENTRY a-b", "is no name that C++ can have"),
                               ("SOURCE m.py OPTION x", "not understood")]:
            self.write("p/m.py", "x = 1\n")
            self.write("p/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\n"
                       "project(p LANGUAGES CXX)\nfind_package(Janus REQUIRED)\n"
                       f"janus_add_module(m {words})\n")
            made = self.run_tool("cmake", "-S", "p", "-B", "p/build",
                                 f"-DCMAKE_PREFIX_PATH={self.prefix}")
            self.assertNotEqual(made.returncode, 0)
            self.assertIn(message, " ".join(made.stderr.decode().split()))

    def test_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        self.write("host.c", "#include <janus/janus.h>\n#include <stdio.h>\n"
                   "int main(void) { return puts(janus_version()) < 0; }\n")
        flags = self.succeed("pkg-config", "--cflags", "--libs", "janus",
                             env=dict(self.environment,
                                      PKG_CONFIG_PATH=str(self.prefix / "lib/pkgconfig")))
        self.succeed("cc", "host.c", "-o", "host", *flags.split())
        self.assertRegex(self.succeed(self.folder / "host", env={}), r"^\d+\.\d+\.\d+\n$")

    def test_the_tools(self):
        self.write("hello.py", "import torch\nprint(torch.ones(2).sum().item())\n")
        self.assertEqual(self.succeed(self.prefix / "bin/janusc", "run", "hello.py"), "2.0\n")
        self.succeed(self.prefix / "bin/janusc", "hello.py", "-o", "hello.so")
        self.assertEqual(self.succeed(self.prefix / "bin/janus-run", "hello.so", env={}), "2.0\n")
        self.succeed(self.prefix / "bin/janusc", "hello.py", "-o", "hello.so", "--bundle", "out")
        self.assertTrue((self.folder / "out/libdnnl.so.3").exists() or
                        not (self.prefix / "lib/libdnnl.so.3").exists())
        self.assertEqual(self.succeed(self.folder / "out/janus-run", "out/hello.so", env={}), "2.0\n")


if __name__ == "__main__":
    unittest.main()
