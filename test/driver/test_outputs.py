"""What janusc writes: never over what it reads, and readable by whom `umask` says."""
import os
import shutil
import unittest

from tools import JANUSC, ToolTest

PROGRAM = "print(1)\n"


class InputsAreKeptTest(ToolTest):
    def refuse(self, *words, source="fit.py", reason="is the input"):
        before = (self.folder / source).read_bytes()
        made = self.run_tool(JANUSC, *words)
        said = made.stderr.decode()
        self.assertEqual(made.returncode, 2, said)
        self.assertIn("error[J0002]", said)
        self.assertIn(reason, said)
        self.assertEqual((self.folder / source).read_bytes(), before)

    def setUp(self):
        super().setUp()
        self.write("fit.py", PROGRAM)
        (self.folder / "x").mkdir()

    def test_its_own_name(self):
        self.refuse("fit.py", "-o", "fit.py")
        self.refuse("fit.py", "-o", "./x/../fit.py")
        self.refuse("fit.py", "--emit=ir", "-o", "fit.py")

    def test_links(self):
        os.link(self.folder / "fit.py", self.folder / "hard.so")
        os.symlink("fit.py", self.folder / "soft.so")
        self.refuse("fit.py", "-o", "hard.so")
        self.refuse("fit.py", "-o", "soft.so")

    def test_modules_beside_it(self):
        self.write("helper.py", "x = 1\n")
        self.write("main.py", "import helper\nprint(helper.x)\n")
        self.refuse("main.py", "-o", "helper.py", source="helper.py")

    def test_graphs(self):
        self.succeed(JANUSC, "fit.py", "-o", "fit.so")
        self.refuse("fit.graph.json", "-o", "fit.graph.json", source="fit.graph.json")

    def test_profiles(self):
        self.write("p.json", "{}")
        self.refuse("fit.py", "--profile-use=p.json", "-o", "p.json", source="p.json")
        self.refuse("fit.py", "-o", "fit.so", "--profile-generate=fit.py")

    def test_other_sources(self):
        self.write("other.py", PROGRAM)
        os.symlink("other.py", self.folder / "link.so")
        for name in ("other.py", "link.so"):
            self.refuse("fit.py", "-o", name, source="other.py", reason="is a Python source")

    def test_one_file_for_two_outputs(self):
        self.refuse("fit.py", "-o", "fit.so", "--depfile=x/../fit.so", reason="written twice")

    def test_other_outputs_may_be_replaced(self):
        self.write("fit.so", "old")
        self.succeed(JANUSC, "fit.py", "-o", "fit.so")
        self.succeed(JANUSC, "fit.py", "-o", "fit.so")


class ModeTest(ToolTest):
    def modes(self, mask: int, *paths: str):
        command = f'umask {mask:03o} && exec "$0" "$@"'
        self.succeed("sh", "-c", command, JANUSC, "fit.py", "-o", "fit", "--bundle=bundle")
        self.succeed("sh", "-c", command, JANUSC, "fit.py", "-o", "fit.so")
        found = [oct((self.folder / path).stat().st_mode & 0o777) for path in paths]
        for path in ("fit", "fit.so", "fit.graph.json"):
            (self.folder / path).unlink()
        shutil.rmtree(self.folder / "bundle")
        return found

    def test_umask(self):
        self.write("fit.py", PROGRAM)
        paths = ("fit", "fit.so", "fit.graph.json", "bundle", "bundle/lib64", "bundle/fit",
                 "bundle/janus-run")
        for mask in (0o022, 0o077, 0o027, 0o002):
            with self.subTest(mask=oct(mask)):
                expected = [oct((0o666 if "json" in path else 0o777) & ~mask) for path in paths]
                self.assertEqual(self.modes(mask, *paths), expected)


if __name__ == "__main__":
    unittest.main()
