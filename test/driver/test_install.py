"""An installation works wherever it is put: the C++ example, a project outside of the tree, finds it
with find_package, compiles a model with janus_add_module, and runs without Python."""
import os
import re
import shlex
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
        cls.prefix = Path(folder.name) / "else where/pre fix"
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
        project = self.folder / "c p p"
        shutil.copytree(ROOT / "examples/cpp", project)
        self.succeed(PYTHON, "-c", "import sys, torch; sys.path.insert(0, 'c p p'); import digits; "
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
            PYTHON, "-c", "import sys; sys.path.insert(0, 'c p p'); import digits; "
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
                               ("SOURCE m.py ENTRY a-b", "`a-b` is no name that C++ can have"),
                               ("SOURCE m.py ENTRY default", "`default` is no name that C++ can have"),
                               ("SOURCE m.py ENTRY unload", "`unload` is a member of janus::Module"),
                               ("SOURCE m.py OPTION x", "not understood")]:
            self.write("p/m.py", "x = 1\n")
            self.write("p/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\n"
                       "project(p LANGUAGES CXX)\nfind_package(Janus REQUIRED)\n"
                       f"janus_add_module(m {words})\n")
            made = self.run_tool("cmake", "-S", "p", "-B", "p/build",
                                 f"-DCMAKE_PREFIX_PATH={self.prefix}")
            self.assertNotEqual(made.returncode, 0)
            self.assertIn(message, " ".join(made.stderr.decode().split()))

    def test_c_and_cpp_in_one_project(self):
        project = self.folder / "both"
        self.write("both/m.py", "def twice(x):\n    return x * 2\nfor i in range(5):\n    twice(i)\n")
        profile = project / "a profile.json"
        self.succeed(self.prefix / "bin/janusc", "both/m.py", "-o", "probes.so", f"--profile-generate={profile}")
        self.succeed(self.prefix / "bin/janus-run", "probes.so")
        self.write("both/host.c", "#include <janus/janus.h>\n#include <stdio.h>\n"
                   "int main(int argc, char **argv) {\n  janus_module m;\n  return janus_load(argv[argc - 1], 0, &m) "
                   "!= JANUS_OK || puts(janus_version()) < 0;\n}\n")
        self.write("both/host.cpp", "#include <m.hpp>\n#include <cstdio>\n"
                   "int main() { std::printf(\"%d\\n\", m::Module().twice(21).as<int>()); }\n")
        lists = ("cmake_minimum_required(VERSION 3.25)\nproject(both LANGUAGES {})\nfind_package(Janus REQUIRED)\n"
                 "add_executable(in_c host.c)\ntarget_link_libraries(in_c PRIVATE janus::janus)\n")
        module = ("janus_add_module(m SOURCE m.py ENTRY twice BUNDLE moved PROFILE \"a profile.json\" OPTIONS -O2 "
                  "--strict)\nadd_executable(in_cpp host.cpp)\n"
                  "target_link_libraries(in_cpp PRIVATE m)\n")
        self.write("both/CMakeLists.txt", lists.format("C CXX") + module)
        self.configure(project)
        self.build(project)
        made = project / "build"
        self.assertEqual(self.succeed(made / "in_cpp", env={}), "42\n")
        self.assertRegex(self.succeed(made / "in_c", made / "m.so", env={}), r"^\d+\.\d+\.\d+\n$")
        # A bundle that is gone is made again.
        shutil.rmtree(made / "moved")
        self.assertEqual(self.build(project), ["Compiling m.so"])
        self.assertEqual(self.succeed(made / "moved/janus-run", made / "moved/m.so", env={}), "")
        self.assertEqual(self.build(project), [])
        profile.write_text(profile.read_text() + "\n")
        self.assertEqual(self.build(project), ["Compiling m.so"])
        shutil.rmtree(made)
        self.write("both/CMakeLists.txt", lists.format("C"))
        self.configure(project)
        self.build(project)
        self.write("both/CMakeLists.txt", lists.format("C") + "janus_add_module(m SOURCE m.py)\n")
        made = self.run_tool("cmake", "-S", project, "-B", project / "build")
        self.assertIn("needs the language CXX", " ".join(made.stderr.decode().split()))

    def test_pkg_config(self):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        self.write("host.c", "#include <janus/janus.h>\n#include <stdio.h>\n"
                   "int main(void) { return puts(janus_version()) < 0; }\n")
        flags = self.succeed("pkg-config", "--cflags", "--libs", "janus",
                             env=dict(self.environment,
                                      PKG_CONFIG_PATH=str(self.prefix / "lib/pkgconfig")))
        self.succeed("cc", "host.c", "-o", "host", *shlex.split(flags))
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
