"""Benchmark programs, and the files that the implementations run.

A program defines step(), which does a unit of work and returns a number (or a tensor of one
element) that shows it was done right; what it needs is made at module level. Comments direct:

    # unit: images 50            what a step handles, for rates
    # flops: 1.2e9               floating-point operations of a step, for GF/s
    # tolerance: 1e-4            how far the first steps' values may differ between implementations
    # peers: eager               the implementations that make sense, default: eager compile
"""
import re
from dataclasses import dataclass
from pathlib import Path

DIRECTIVE = re.compile(r"^# (unit|flops|tolerance|peers): *(.*?) *$", re.M)

# Appended to every variant: obeys commands on standard input. A command is read before the clock
# starts, and answered after it stops.
SERVER = """

def bench_serve(bench_step):
    import time
    print("ready", flush=True)
    while True:
        command = input()
        if command == "stop":
            break
        kind, count = command.split()
        values = []
        wall = time.perf_counter()
        cpu = time.process_time()
        if kind == "values":
            for _ in range(int(count)):
                values.append(float(bench_step()))
        else:
            for _ in range(int(count)):
                bench_step()
        cpu = time.process_time() - cpu
        wall = time.perf_counter() - wall
        print("done", repr(cpu), repr(wall), *[repr(value) for value in values], flush=True)


"""

# A program may define compile_step(compiler) to say what torch.compile should see. A line `note ...`
# after the last command is shown below the results.
COMPILED = """import torch as bench_torch
import torch._dynamo.utils as bench_dynamo


def bench_compiler(target):
    return bench_torch.compile(target, mode="{mode}")


bench_serve(compile_step(bench_compiler) if "compile_step" in globals() else bench_compiler(step))
bench_counters = bench_dynamo.counters
print("note {name}:", bench_counters["stats"]["unique_graphs"], "graphs,",
      sum(bench_counters["graph_break"].values()), "graph breaks,",
      len(bench_counters["recompiles"]), "recompiled frames")
"""
TAILS = {
    "tier2": "bench_serve(step)\n",
    "tier1": "bench_serve(step)\n",
    "base2": "bench_serve(step)\n",
    "base1": "bench_serve(step)\n",
    "eager": "bench_serve(step)\n",
    "compile": COMPILED.format(name="compile", mode="default"),
    "autotune": COMPILED.format(name="autotune", mode="max-autotune"),
}


@dataclass
class Program:
    path: Path
    text: str
    unit: str = "steps"
    per_step: float = 1.0
    flops: float = 0.0
    tolerance: float = 1e-4
    peers: tuple = ("eager", "compile")

    @property
    def name(self) -> str:
        return self.path.stem

    def variant(self, implementation: str, folder: Path) -> Path:
        """The file that an implementation runs."""
        path = folder / f"{self.name}_{implementation}.py"
        path.write_text(self.text + SERVER + TAILS.get(implementation, "bench_serve(step)\n"))
        return path


def load(path: Path) -> Program:
    program = Program(path, path.read_text())
    for key, value in DIRECTIVE.findall(program.text):
        if key == "unit":
            program.unit, _, count = value.partition(" ")
            program.per_step = float(count or 1)
        elif key == "peers":
            program.peers = tuple(value.split())
        else:
            setattr(program, key, float(value))
    return program
