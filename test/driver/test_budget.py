"""What specialising may cost: roots over the budget stay generic and say so, profiles are small where
nothing is computed on tensors, and a host compiler that takes too long does not keep a program
from running."""
import os
import time
import unittest

from tools import JANUSC, ToolTest

BOARD = """
import random
random.seed(1)
class Square:
    def __init__(self, board, pos):
        self.board, self.pos, self.color, self.ref = board, pos, 0, self
    def set_neighbours(self):
        self.neighbours = [self.board.squares[(self.pos + d) % 81] for d in (-9, -1, 1, 9)]
    def move(self, color):
        self.color, self.ref = color, random.choice(self.neighbours)
class Board:
    def __init__(self):
        self.squares = [Square(self, p) for p in range(81)]
        for s in self.squares:
            s.set_neighbours()
for g in range(4):
    b = Board()
    for k in range(60):
        b.squares[random.randrange(81)].move(k)
print(sum(s.color for s in b.squares))
"""
# Squares that refer to each other, and a tensor beside them.
LEARNER = BOARD.replace("import random", "import random, torch", 1).replace(
    "        b.squares[", "        x = torch.ones(2) * len(b.squares)\n        b.squares[")
LONG = """
import torch
w = torch.ones(2)
for step in range(8):
    x = w
    for i in tuple(range(4000)):
        x = x * 0.5 + i
print(x)
"""
FIT = """
import torch
w = torch.ones(2)
for step in range(8):
    w = w * 0.5 + 1.0
print(w)
"""
# Takes its time over versions.
SLOW_COMPILER = """#!/bin/sh
case "$*" in *versions*) sleep 200;; esac
exec c++ "$@"
"""


class BudgetTest(ToolTest):
    def explained(self, name: str) -> str:
        return self.succeed(JANUSC, "explain", name)

    def profiles(self):
        return [file.stat().st_size for file in self.folder.glob("cache/programs/*.profile")]

    def test_nothing_on_tensors(self):
        self.write("board.py", BOARD)
        said = [self.succeed(JANUSC, "run", "board.py") for _ in range(3)]
        self.assertEqual(len(set(said)), 1)
        self.assertLess(sum(self.profiles()), 20_000)
        self.assertIn("nothing is computed on tensors", self.explained("board.py"))

    def test_cyclic_objects(self):
        self.write("learner.py", LEARNER)
        said = set()
        for _ in range(3):
            began = time.process_time()
            said.add(self.succeed(JANUSC, "run", "learner.py"))
        self.assertEqual(len(said), 1)

    def test_long_graphs(self):
        self.write("long.py", LONG)
        said = {self.succeed(JANUSC, "run", "long.py") for _ in range(3)}
        self.assertEqual(len(said), 1)
        self.assertIn("J0452", self.explained("long.py"))
        self.assertIn("specialising it takes more than a graph of", self.explained("long.py"))

    def test_slow_compiler(self):
        compiler = self.write("slow-c++", SLOW_COMPILER)
        compiler.chmod(0o755)
        self.write("fit.py", FIT)
        environment = dict(self.environment, CXX=str(compiler))
        first = self.succeed(JANUSC, "run", "fit.py", env=environment)
        began = time.monotonic()
        second = self.run_tool(JANUSC, "run", "-v", "fit.py", env=environment)
        self.assertLess(time.monotonic() - began, 150)
        self.assertEqual(second.stdout.decode(), first, second.stderr.decode())
        self.assertIn("it runs without", second.stderr.decode())
        (spent,) = self.folder.glob("cache/programs/*.spent")
        self.assertGreater(float(spent.read_text()), 9)


if __name__ == "__main__":
    unittest.main()
