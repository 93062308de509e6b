"""A bundle is enough: its program trains in a file system that holds nothing else, and looks for
neither Python nor torch."""
import os
import re
import shutil
import subprocess
import unittest

from tools import JANUSC, ROOT, RUNNER, ToolTest

FIT = """
import torch
import torch.nn as nn

torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
x = torch.tensor([[1.0, 2.0], [3.0, 1.0], [0.5, -1.0]])
y = x @ torch.tensor([[2.0], [-1.0]])
for step in range(12):
    loss = ((model(x) - y) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step}: loss {loss.item():.6f}")
"""
LENET = ["--epochs", "1", "--batch-size", "256"]


def chroot_command():
    """How to run something with another root folder here; None when that is not possible."""
    chroot = shutil.which("chroot") or "/usr/sbin/chroot"
    for command in ([chroot], ["unshare", "-r", chroot]):
        try:
            made = subprocess.run([*command, "/", "true"], capture_output=True, check=False)
        except FileNotFoundError:
            continue
        if made.returncode == 0:
            return command
    return None


class BundleTest(ToolTest):
    def bundle(self, program):
        folder = self.folder / "bundle"
        module = self.folder / (program.stem + ".so")
        self.succeed(JANUSC, program, "-o", module, "--bundle", folder)
        return folder, module

    def in_chroot(self, folder, *words):
        command = chroot_command()
        if command is None:
            self.skipTest("neither chroot (as root) nor `unshare -r` is possible here")
        return self.succeed(*command, folder, *words, env={})

    def test_trains_in_an_empty_root(self):
        folder, module = self.bundle(self.write("fit.py", FIT))
        expected = self.succeed(RUNNER, module)
        self.assertIn("step 11: loss", expected)
        self.assertEqual(self.in_chroot(folder, "/janus-run", "/" + module.name), expected)

    def test_lenet_trains_with_its_data_alone(self):
        folder, module = self.bundle(ROOT / "examples/mnist_lenet.py")
        shutil.copytree(ROOT / "examples/data", folder / "data")
        expected = self.succeed(RUNNER, module, "--data", ROOT / "examples/data", *LENET)
        seen = self.in_chroot(folder, "/janus-run", "/" + module.name, "--data", "/data",
                              *LENET)
        clock = re.compile(r"\d+\.\d+ ?m?s\b")
        self.assertEqual(clock.sub("", seen), clock.sub("", expected))

    def test_no_interpreter_is_looked_for(self):
        if not shutil.which("strace"):
            self.skipTest("strace is not installed")
        folder, module = self.bundle(self.write("fit.py", FIT))
        trace = self.folder / "trace"
        made = self.run_tool("strace", "-f", "-e", "trace=%file", "-o", trace, folder / "janus-run",
                             folder / module.name)
        if made.returncode != 0 and b"PTRACE" in made.stderr:
            self.skipTest("strace may not trace here")
        self.assertEqual(made.returncode, 0, made.stderr.decode())
        opened = re.findall(r'"([^"]*)"', trace.read_text())
        self.assertTrue(any(path.endswith("libjanus.so") for path in opened))
        names = [path for path in opened
                 if re.search("python|torch", path.replace(str(folder), ""), re.IGNORECASE)]
        self.assertEqual(names, [])

    def test_relative_names(self):
        self.write("hello.py", "print('hello')\n")
        self.succeed(JANUSC, "hello.py", "-o", "hello.so", "--bundle", "out")
        self.assertEqual(self.succeed(self.folder / "out/janus-run", self.folder / "out/hello.so"),
                         "hello\n")

    def test_an_executable(self):
        self.write("hello.py", "import sys\nprint('hello', sys.argv[1:])\n")
        self.succeed(JANUSC, "hello.py", "-o", "hello", "--bundle", "out")
        os.rename(self.folder / "out", self.folder / "moved")
        self.assertEqual(self.succeed(self.folder / "moved/hello", "a"), "hello ['a']\n")
        self.assertEqual(self.in_chroot(self.folder / "moved", "/hello", "a"), "hello ['a']\n")


if __name__ == "__main__":
    unittest.main()
