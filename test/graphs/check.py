"""Compares a root's graph with PyTorch: the program runs under CPython, and at an entry of the root its graph is evaluated on
the values that stand at its access paths. What the graph would commit must be what the program has done one turn later.

    check.py --janusc build/bin/janusc [--graph GRAPH.ir] PROGRAM.py...

A program says `# root: main.loop.body` (a loop's body), and `# at: 4` for another entry than the fourth.
"""
import argparse
import ast
import io
import re
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from xml.sax.saxutils import escape

import torch

from interpret import Graph, NewTensor, functions


class Done(Exception):
    pass


def loops(tree, function):
    """The loops of a function in the order of the text; nested functions are their own."""
    def walk(node):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
                continue
            if isinstance(child, (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp)):
                yield child
            yield from walk(child)
    if function == "<module>":
        return list(walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            return list(walk(node))
    return []


def loop_of(tree, region):
    name, number = re.fullmatch(r"(.+)\.loop(?:#(\d+))?\.body", region).groups()
    return name, loops(tree, name)[int(number or 0)]


STEP = re.compile(r'\.keys\(\)\[(\d+)\]|\.(\w+)|\[<')


class Paths:
    """Access paths resolved in a frame."""

    def __init__(self, frame, target):
        self.names, self.globals, self.target = dict(frame.f_locals), frame.f_globals, target

    def __call__(self, path):
        value, rest = self.root(path)
        while rest:
            value, rest = self.step(value, rest)
        return value

    def root(self, path):
        if path[0] == "%":
            return self.item(self.target), path[2:]
        if path[0] == "$":
            name = re.match(r"\$([\w.]+?)(?=[.\[]|$)", path)
            return self.names[name.group(1)], path[name.end():]
        if path[0] == "@":
            match = re.match(r"@([\w.]+)(?::(\w+))?", path)
            module = self.globals if match.group(1) == "__main__" else vars(sys.modules[match.group(1)])
            return module[match.group(2)], path[match.end():]
        raise KeyError(path)

    def item(self, target):
        if isinstance(target, ast.Name):
            return self.names[target.id]
        return tuple(self.item(each) for each in target.elts)

    def step(self, value, rest):
        match = STEP.match(rest)
        if match and match.group(1):
            return list(value)[int(match.group(1))], rest[match.end():]
        if match and match.group(2):
            return getattr(value, match.group(2)), rest[match.end():]
        if match:  # [<path>]
            depth, end = 0, 1
            for end in range(1, len(rest)):
                depth += (rest[end] == "<") - (rest[end] == ">")
                if depth == 0:
                    break
            return value[self(rest[2:end])], rest[end + 2:]
        end = self.closing(rest)
        return value[ast.literal_eval(rest[1:end])], rest[end + 1:]

    @staticmethod
    def closing(rest):
        quoted = False
        for i, c in enumerate(rest):
            if c == '"' and rest[i - 1] != "\\":
                quoted = not quoted
            if c == "]" and not quoted:
                return i
        raise ValueError(rest)


def differences(expected, live, where):
    if isinstance(expected, NewTensor):
        if live is None or expected.requires_grad != live.requires_grad and not live.grad_fn:
            return [f"{where}: expected a tensor"]
        return differences(expected.contents, live, where)
    if isinstance(expected, torch.Tensor):
        if not isinstance(live, torch.Tensor) or live.shape != expected.shape or live.dtype != expected.dtype:
            return [f"{where}: {expected.dtype} {tuple(expected.shape)} for {getattr(live, 'shape', live)}"]
        if not torch.allclose(expected, live.detach(), rtol=1e-5, atol=1e-7, equal_nan=True):
            worst = (expected.double() - live.detach().double()).abs().max().item()
            return [f"{where}: differs by up to {worst:.3g}"]
        return []
    if isinstance(expected, (list, tuple)):
        found = [] if len(expected) == len(live) else [f"{where}: length"]
        for i, (a, b) in enumerate(zip(expected, live)):
            found += differences(a, b, f"{where}[{i}]")
        return found
    if isinstance(expected, float):
        return [] if abs(expected - live) <= 1e-5 * max(1, abs(live)) or expected != expected else [f"{where}: {expected} for {live}"]
    return [] if expected is live or expected == live else [f"{where}: {expected!r} for {live!r}"]


class Checker:
    def __init__(self, path, graph, region, at):
        self.path, self.graph, self.at = str(path), graph, at
        self.source = Path(path).read_text()
        self.function, self.loop = loop_of(ast.parse(self.source), region)
        self.hits, self.result, self.found, self.text_from = 0, None, None, 0

    def trace(self, frame, event, _):
        if frame.f_code.co_filename != self.path:
            return None
        name = frame.f_code.co_qualname if hasattr(frame.f_code, "co_qualname") else frame.f_code.co_name
        if name == self.function and event == "line" and frame.f_lineno == self.loop.body[0].lineno:
            self.enter(frame)
        return self.trace

    def enter(self, frame):
        sys.settrace(None)
        self.hits += 1
        paths = Paths(frame, getattr(self.loop, "target", None))
        if self.result is not None:
            self.compare(paths)
            raise Done
        if self.hits == self.at:
            state = torch.get_rng_state()
            with torch.no_grad():
                self.result = Graph(self.graph).run(paths)
            torch.set_rng_state(state)
            self.text_from = len(sys.stdout.getvalue())
        sys.settrace(self.trace)

    def compare(self, paths):
        self.found = []
        for path, value in list(self.result.storages.items()) + list(self.result.commits.items()):
            self.found += differences(value, paths(path), path)
        printed = sys.stdout.getvalue()[self.text_from:]
        if printed != self.result.text:
            self.found.append(f"printed {printed!r}, the graph {self.result.text!r}")

    def run(self):
        module = types.ModuleType("__main__")
        module.__dict__.update(__name__="__main__", __file__=self.path)
        sys.modules["__main__"], saved = module, sys.modules["__main__"]
        stdout, sys.stdout = sys.stdout, io.StringIO()
        try:
            sys.settrace(self.trace)
            exec(compile(self.source, self.path, "exec"), module.__dict__)
        except Done:
            pass
        finally:
            sys.settrace(None)
            sys.stdout = stdout
            sys.modules["__main__"] = saved
        if self.found is None:
            return ["the root was not entered often enough"]
        return self.found


def graphs_of(janusc, path):
    """The text of the program's graphs, and why others are missing."""
    with tempfile.TemporaryDirectory() as folder:
        module, profile = Path(folder) / "m.so", Path(folder) / "m.profile.json"
        made = subprocess.run([janusc, path, "-o", module, f"--profile-generate={profile}"], capture_output=True, text=True)
        if made.returncode:
            return "", made.stderr
        ran = subprocess.run([Path(janusc).parent / "janus-run", module], capture_output=True, text=True)
        if not profile.exists():
            return "", ran.stderr
        shown = subprocess.run([janusc, path, f"--profile-use={profile}", "--emit=graph"], capture_output=True, text=True)
        return shown.stdout, shown.stderr


def check(janusc, path, graph):
    source = Path(path).read_text()
    region = re.search(r"# root: (\S+)", source)
    region = region.group(1) if region else "main.loop.body"
    at = re.search(r"# at: (\d+)", source)
    text, notes = (Path(graph).read_text(), "") if graph else graphs_of(janusc, path)
    found = functions(text).get(region)
    if not found:
        return [f"no graph of {region}: {notes.strip()}"]
    torch.manual_seed(0)
    return Checker(path, found, region, int(at.group(1)) if at else 4).run()


def junit(cases, failed):
    lines = [f'<testsuite name="graphs" tests="{len(cases)}" failures="{failed}">']
    for name, found in cases:
        lines.append(f'<testcase name="{name}">')
        if found:
            lines.append(f"<failure>{escape(chr(10).join(found))}</failure>")
        lines.append("</testcase>")
    return "\n".join(lines + ["</testsuite>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--janusc", type=Path, default=Path("build/bin/janusc"))
    parser.add_argument("--graph", type=Path, help="take the graphs from this text")
    parser.add_argument("--junit", type=Path, help="write the results there")
    parser.add_argument("programs", nargs="+")
    options = parser.parse_args()
    failed, cases = 0, []
    for path in options.programs:
        found = check(options.janusc.resolve(), path, options.graph)
        failed += bool(found)
        print(f"{'FAILED' if found else 'passed'}  {Path(path).name}")
        for each in found[:8]:
            print("    " + each)
        cases.append((Path(path).stem, found))
    if options.junit:
        options.junit.write_text(junit(cases, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
