"""Differences between the oracle's run and the compiled one, as text for people."""
import difflib
import math
import re
import subprocess
from pathlib import Path

# A number that is not an integer: the only ones that a tolerance applies to.
FLOAT = re.compile(r"[-+]?(?:\d+\.\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+"
                   r"|\binf\b|\bnan\b)")
TENSOR_SUFFIXES = {".pt", ".pth"}
COMPARE_TENSORS = Path(__file__).with_name("compare_tensors.py")
LONGEST_DIFF = 40
# What must differ in a standard error: where the program is (a kept result names the place of then), and what CPython
# says as it compiles, which is no part of the run of a compiled program.
DIFFERENT = [(re.compile(r"^\S*:\d+: SyntaxWarning: .*\n(?:  .*\n)?", re.M), ""),
             (re.compile(r'File "[^"]*/'), 'File "'),
             (re.compile(r"^/\S*/(?=[^/\s]+\.py:\d+: \w+: )", re.M), "")]

# Warnings that name lines of torch's own C++ are compared only where the compiled program itself gives them, too: those
# of a Python beside it name lines of the bridge. One of a function that is called by another name has no place
# (docs/limitations.md).
OF_TORCH = re.compile(r"^(\S*:\d+: \w+: .*(?:\n(?!\S*:\d+: ).*)*?) \(Triggered internally at .*\)\n((?:  .*\n)?)", re.M)


def close(a: str, b: str, tolerance: float) -> bool:
    x, y = float(a), float(b)
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return x == y or (math.isnan(x) and math.isnan(y))
    return abs(x - y) <= tolerance * max(1.0, abs(x))


def same_line(expected: str, seen: str, tolerance) -> bool:
    """Equal; with a tolerance, equal but for close floats and the blanks that align them."""
    if expected == seen:
        return True
    if tolerance is None:
        return False
    texts = [[" ".join(text.split()) for text in FLOAT.split(line)] for line in (expected, seen)]
    floats = [FLOAT.findall(line) for line in (expected, seen)]
    return texts[0] == texts[1] and all(close(a, b, tolerance) for a, b in zip(*floats))


def compare_text(what: str, expected: str, seen: str, tolerance):
    left, right = expected.splitlines(keepends=True), seen.splitlines(keepends=True)
    if len(left) == len(right) and all(same_line(a, b, tolerance) for a, b in zip(left, right)):
        return
    if tolerance is not None:
        # lines that are close enough are shown as the oracle's, so that the diff shows the others
        right = [a if same_line(a, b, tolerance) else b for a, b in zip(left, right)] + \
            right[len(left):]
    lines = list(difflib.unified_diff([line.rstrip("\n") for line in left],
                                      [line.rstrip("\n") for line in right],
                                      f"{what} of python3", f"{what} of janusc", lineterm="", n=2))
    if not lines:
        lines = [f"{what} differs in its last newline"]
    if len(lines) > LONGEST_DIFF:
        lines[LONGEST_DIFF:] = [f"... {len(lines) - LONGEST_DIFF} more lines"]
    yield "\n".join(lines)


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def without_differences(text: str) -> str:
    for pattern, instead in DIFFERENT:
        text = pattern.sub(instead, text)
    return text


def without_own_warnings(expected: str, seen: str) -> tuple[str, str]:
    placeless = set()

    def kept(found):
        if f"{found[1]}\n" in seen:
            return f"{found[1]}\n{found[2]}"
        placeless.add(found[1].split(": ", 1)[1])
        return ""

    expected = OF_TORCH.sub(kept, expected)
    for text in placeless:
        seen = seen.replace(f"sys:1: {text}\n", "")
    return expected, seen


def left_files(folder: str):
    root = Path(folder)
    return {str(path.relative_to(root)): path for path in sorted(root.rglob("*")) if path.is_file()}


def compare_files(program, expected, seen, python):
    left, right = left_files(expected.files), left_files(seen.files)
    for name in sorted(left.keys() | right.keys()):
        if name not in right:
            yield f"file {name} was not written"
        elif name not in left:
            yield f"file {name} is not one that python3 writes"
        elif Path(name).suffix in TENSOR_SUFFIXES:
            default = "default" if program.tolerance is None else str(program.tolerance)
            limit = program.limits.get(name, default)
            command = [python, COMPARE_TENSORS, left[name], right[name], limit]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            if run.returncode != 0:
                yield f"file {name}: {run.stdout.strip() or last_line(run.stderr)}"
        elif left[name].read_bytes() != right[name].read_bytes():
            yield f"file {name} has other bytes"


def differences(program, expected, seen, python) -> list:
    found = list(compare_text("stdout", expected.stdout, seen.stdout, program.tolerance))
    if expected.status != seen.status:
        found.append(f"status {seen.status}, python3 ends with {expected.status}; its stderr ends: "
                     f"{last_line(seen.stderr) or '(empty)'}")
    elif program.stderr == "whole":
        said = OF_TORCH.sub("", without_differences(seen.stderr))
        expected_text, said = without_own_warnings(without_differences(expected.stderr), said)
        found += compare_text("stderr", expected_text, said, program.tolerance)
    elif expected.status != 0:
        found += compare_text("last line of stderr", last_line(expected.stderr),
                              last_line(seen.stderr), None)
    found += compare_files(program, expected, seen, python)
    return found
