"""A module of many operations is compiled as several C++ files, a long module body as several
functions; nothing of that is seen from outside."""
import re
import unittest

from tools import JANUSC, RUNNER, ToolTest

FUNCTION = """
def f{i}(x, *rest, scale={i}, **named):
    '''Number {i}.'''
    table = {{"a{i}": x, 'total': sum(rest)}}
    def inner(y=x):
        return y * scale + len(named) + shared
    try:
        value = [inner(k) for k in range(3) if k != {i} % 3] + sorted(table)
    except TypeError as e:
        value = [e]
    return value, counter.bump(), {{{i}, {i} + 8, {i} + 16}}
"""
HEAD = """
import sys
shared = 7


class Counter:
    def __init__(self):
        self.n = 0

    def bump(self):
        self.n += 1
        return self.n


counter = Counter()
"""
TAIL = """
def recurse(n):
    return f0(n) if n == 0 else recurse(n - 1)


print(len(results), results[-1], results[len(results) // 2], recurse(3), f3.__doc__)
try:
    f5()
except TypeError as e:
    print(e)
f1(None, **{'x': 1})
"""


def program(count: int) -> str:
    functions = "".join(FUNCTION.format(i=i) for i in range(count))
    calls = "".join(f"results.append(f{i}({i}, 1, 2, key={i}))\n" for i in range(count))
    return HEAD + functions + "results = []\n" + calls + TAIL


class SplitTest(ToolTest):
    def compile(self, *options):
        made = self.run_tool(JANUSC, "big.py", "-o", "big.so", "-v", *options)
        self.assertEqual(made.returncode, 0, made.stderr.decode())
        return set(re.findall(r"/(big[.\d]*\.cpp)\b", made.stderr.decode()))

    def test_many_functions(self):
        self.write("big.py", program(60))
        files = self.compile("-j2")
        self.assertGreater(len(files), 3)
        first = (self.folder / "big.so").read_bytes()
        expected = self.run_torch("big.py")
        seen = self.run_tool(RUNNER, "big.so")
        self.assertEqual(seen.stdout, expected.stdout)
        self.assertEqual(seen.stderr.decode(), expected.stderr.decode())
        self.assertEqual(seen.returncode, expected.returncode)
        self.environment["JANUS_CACHE_DIR"] = str(self.folder / "other-cache")
        self.assertEqual(self.compile("-j1"), files)
        self.assertEqual((self.folder / "big.so").read_bytes(), first)

    def test_small_changes_compile_little(self):
        text = program(60)
        self.write("big.py", text)
        files = self.compile()
        self.write("big.py", text.replace("Number 59", "number 59"))
        self.assertLess(len(self.compile()), len(files))

    def test_two_of_them_in_one_module(self):
        self.write("big.py", program(30))
        self.write("large.py", program(30))
        self.succeed(JANUSC, "big.py", "large.py", "-o", "both.so")
        for name in ("big", "large"):
            made = self.run_tool(RUNNER, "both.so", "--program", name)
            expected = self.run_torch(f"{name}.py")
            self.assertEqual(made.stdout, expected.stdout)
            self.assertEqual(made.stderr, expected.stderr)


if __name__ == "__main__":
    unittest.main()
