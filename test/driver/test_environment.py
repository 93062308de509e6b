"""Variables of the environment: a value that cannot be used is said, once, and counts as not set."""
import unittest

from tools import JANUSC, RUNNER, ToolTest

PROGRAM = """
import torch
def step(w, limit):
    w = w * 0.5 + 1
    if w.sum().item() > limit:
        w = w - 1
    return w
w = torch.ones(4)
for i in range(8):
    w = step(w, 100.0)
print(w.tolist())
"""
# variable: values that are taken, and one that is not, with what is said of it
CHOICES = {
    "JANUS_LOG": (["guards", "summary", "guards,summary"], "guards,sumary",
                  "JANUS_LOG=sumary is ignored: expected `guards`, `summary`, or both with a comma between"),
    "JANUS_TIER": (["1"], "2", "JANUS_TIER=2 is ignored: expected `1`"),
    "JANUS_ONEDNN": (["0", "1"], "off", "JANUS_ONEDNN=off is ignored: expected `0`, `1`"),
    "JANUS_LAPACK": (["0", "1"], "off", "JANUS_LAPACK=off is ignored: expected `0`, `1`"),
    "JANUS_CPU_LEVEL": (["base", "avx2", "avx512"], "AVX",
                        "JANUS_CPU_LEVEL=AVX is ignored: expected `base`, `avx2`, `avx512`"),
    "JANUS_TRACE_KERNELS": (["0", "20", "2.5"], "20us",
                            "JANUS_TRACE_KERNELS=20us is ignored: expected a number of microseconds"),
}


class EnvironmentTest(ToolTest):
    def module(self):
        self.write("model.py", PROGRAM + "print(torch.ones(2, 300, 300).bmm(torch.ones(2, 300, 40)).sum().item())\n"
                   "try:\n    print(torch.linalg.svdvals(torch.eye(3)).sum().item())\n"
                   "except RuntimeError as error:\n    print(error)\n")
        self.succeed(JANUSC, "model.py", "-o", "model.so", "--profile-run")

    def said(self, **variables):
        environment = dict(self.environment, **variables)
        ran = self.run_tool(RUNNER, "model.so", env=environment)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return [line for line in ran.stderr.decode().splitlines() if " is ignored: " in line or "FAIL_GUARD" in line]

    def test_choices(self):
        self.module()
        for variable, (taken, refused, expected) in CHOICES.items():
            with self.subTest(variable=variable):
                for value in ["", *taken]:
                    self.assertEqual(self.said(**{variable: value}), [])
                self.assertEqual(self.said(**{variable: refused}), ["janus: " + expected])

    def test_without_lapack(self):
        self.module()
        ran = self.run_tool(RUNNER, "model.so", env=dict(self.environment, JANUS_LAPACK="0"))
        self.assertIn("linalg.svd needs LAPACK, and neither libopenblas.so.0 nor liblapack.so.3 could be opened: install "
                      "libopenblas0-serial", ran.stdout.decode())

    def test_of_the_compiler(self):
        self.write("model.py", "print(1)\n")
        ran = self.run_tool(JANUSC, "run", "model.py", env=dict(self.environment, JANUS_SPECIALISE="no"))
        self.assertEqual((ran.stdout, ran.stderr.decode()),
                         (b"1\n", "janus: JANUS_SPECIALISE=no is ignored: expected `0`, `1`\n"))

        missing = self.folder / "model.py" / "cache"
        ran = self.run_tool(JANUSC, "run", "model.py", env=dict(self.environment, JANUS_CACHE_DIR=str(missing)))
        self.assertEqual((ran.stdout, ran.stderr.decode()),
                         (b"1\n", f"janus: JANUS_CACHE_DIR={missing} is ignored: expected a folder that its owner "
                                  "alone can write to; nothing is kept\n"))

    def test_timeout_of_python(self):
        self.write("model.py", "import unicodedata\nprint(unicodedata.name(\"a\"))\n")
        self.succeed(JANUSC, "model.py", "-o", "model.so")
        self.assertEqual(self.said(JANUS_PYTHON_TIMEOUT="2.5"), [])
        for value in ("-1", "3s", "inf", "nan", " 3"):
            self.assertEqual(self.said(JANUS_PYTHON_TIMEOUT=value),
                             [f"janus: JANUS_PYTHON_TIMEOUT={value} is ignored: expected a number of seconds"])

    def test_guards(self):
        self.module()
        name = "not w.sum().item() > limit (model.py:5) < model.py:10"
        self.assertEqual(self.said(JANUS_FAIL_GUARD=f"{name}@1"), [])
        self.assertEqual(self.said(JANUS_FAIL_GUARD=name), [])
        [said] = self.said(JANUS_FAIL_GUARD=f"{name}@1000")
        self.assertRegex(said, r"@1000: its version was entered \d times only$")
        for wrong in ("loss > 3@1", f"{name}@0", f"{name}@x", f"{name}@", f"{name}@99999999999999999999"):
            [said] = self.said(JANUS_FAIL_GUARD=wrong)
            self.assertIn("there is no guard `", said)
            self.assertTrue(said.endswith(f"versions that ran have `{name}`"), said)


if __name__ == "__main__":
    unittest.main()
