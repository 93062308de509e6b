"""Text that goes elsewhere than to the original standard output, for a while or from some step on; and builtins that are replaced."""
import builtins
import contextlib
import io
import math
import sys

import torch


def redirected():
    t, out = torch.ones(1), io.StringIO()
    for i in range(6):
        with contextlib.redirect_stdout(out):
            print("in", i, (t * i).item())
        with contextlib.redirect_stderr(io.StringIO()):
            print("out", i)
    print(out.getvalue().count("in"))


def replaced_stream():
    t, out, old = torch.zeros(1), io.StringIO(), sys.stdout
    for i in range(14):
        t = t + 1
        if i == 6:
            sys.stdout = out
        if i == 9:
            sys.stdout = old
        print(i, t.item())
    print(repr(out.getvalue()))


class Tee:
    def __init__(self, to):
        self.to, self.written = to, 0

    def write(self, text):
        self.written += len(text)
        return self.to.write(text)

    def flush(self):
        self.to.flush()


def own_stream():
    t, tee = torch.zeros(1), Tee(sys.stdout)
    for i in range(12):
        t = t + 1
        if i == 4:
            sys.stdout = tee
        print("v", t.item(), flush=i % 2 == 0)
    sys.stdout = tee.to
    print(tee.written)


def other_files():
    t, out = torch.zeros(1), io.StringIO()
    for i in range(10):
        t = t + 1
        print(i, t.item(), file=out if i % 2 else None)
        print(i, t.item(), sep=[", ", "|"][i % 2], end=["\n", "!\n"][i > 5])
    print(out.getvalue())


def replaced_print():
    t, log, original = torch.zeros(1), [], print
    for i in range(12):
        t = t + 1
        if i == 5:
            builtins.print = lambda *a, **k: log.append(a)
        if i == 9:
            builtins.print = original
        print(i, t.item())
    print(len(log), log)


def hidden_print():
    global print
    t, log = torch.zeros(1), []
    for i in range(14):
        t = t + 1
        if i == 5:
            def print(*a, **k):
                log.append(a)
        if i == 9:
            del print
        print(i, t.item())
    print(log)


def replaced_builtins():
    x = torch.arange(4.0)
    originals = {n: getattr(builtins, n) for n in ("sum", "max", "range", "isinstance", "abs", "int", "len")}

    def step(i):
        total = 0.0
        for k in range(3):
            total += float((x * k).sum())
        return (total + sum([1, 2]) + max(1, i) + (1 if isinstance(x, torch.Tensor) else 0) + abs(-i) + int(2.5)
                + len([i]))

    results = []
    for i in range(36):
        if i == 4:
            builtins.sum = lambda v, *a: -1
        if i == 8:
            builtins.max = lambda *a: 100
        if i == 12:
            builtins.range = lambda *a: iter([1, 2])
        if i == 16:
            builtins.isinstance = lambda a, b: False
        if i == 20:
            builtins.abs = lambda v: 7
        if i == 22:
            builtins.int = lambda v: 9
        if i == 24:
            builtins.len = lambda v: 42
        if i == 28:
            for name, function in originals.items():
                setattr(builtins, name, function)
        results.append(step(i))
    print(results)


def replaced_function_of_a_module():
    t, original = torch.ones(2), math.sqrt
    for i in range(14):
        if i == 6:
            math.sqrt = lambda v: 1000.0
        if i == 10:
            math.sqrt = original
        t = t * 1.01
        print(i, math.sqrt(i) + t.sum().item())


redirected()
replaced_stream()
own_stream()
other_files()
replaced_print()
hidden_print()
replaced_builtins()
replaced_function_of_a_module()
