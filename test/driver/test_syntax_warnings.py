"""Warnings of legal programs that hardly mean what they say: the same as python3's, also from the cache."""
import unittest

from tools import JANUSC, PYTHON, ToolTest

PROGRAM = '''x = 5
print(x is 5, x is not "a", None is x, x is -1, x is (1, 2), () is x, x is [1], 1 is x is None, x is ...)
assert (x, "message")
assert x, ("message", x)
for f in (lambda: 5(), lambda: "abc"(), lambda: (1, 2)(), lambda: [1](x), lambda: {}(), lambda: {1}(), lambda: f"{x}"(),
          lambda: [i for i in ()](), lambda: (i for i in ())(), lambda: (lambda: 1)(), lambda: None(), lambda: -1(),
          lambda: 5[0], lambda: None[0], lambda: ...[0], lambda: True[0], lambda: 1.5[0], lambda: {1}[0],
          lambda: (i for i in ())[0], lambda: (lambda: 1)[0], lambda: {}[0], lambda: 1j[0], lambda: (-1)[0],
          lambda: "abc"["x"], lambda: b"abc"[1.5], lambda: (1, 2)["x"], lambda: [1, 2][1.0], lambda: [1][None],
          lambda: f"{x}"["a"], lambda: [1, 2][(0, 1)], lambda: [1][0:1], lambda: [1][True], lambda: [1][-1],
          lambda: [1][-1.5], lambda: [1][[0]], lambda: [i for i in ()]["a"], lambda: [1][...], lambda: [1][x],
          lambda: (x, 2)["x"], lambda: [1, 2][1, 2], lambda: [1][lambda: 0], lambda: [1][{}], lambda: [1][{1}],
          lambda: [1][f"{x}"]):
    try:
        f()
    except (TypeError, KeyError) as e:
        print(type(e).__name__, e)


class C:
    def m(self, a=x is 1):
        return [[y is 2 for y in ()] is 3, self is "s"]
'''


class SyntaxWarningsTest(ToolTest):
    def test_as_python3_says_them(self):
        program = self.write("warned.py", PROGRAM)
        expected = self.run_tool(PYTHON, program)
        for _ in range(2):
            seen = self.run_tool(JANUSC, "run", program)
            self.assertEqual(seen.stderr.decode(), expected.stderr.decode())
            self.assertEqual(seen.stdout, expected.stdout)

    def test_not_among_diagnostics_for_programs(self):
        program = self.write("warned.py", "x = 5\nprint(x is 5)\n")
        made = self.run_tool(JANUSC, program, "-o", "a.so", "--message-format=json")
        self.assertEqual((made.returncode, made.stderr), (0, b""))


if __name__ == "__main__":
    unittest.main()
