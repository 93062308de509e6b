"""Compares two files of torch.save: python compare_tensors.py EXPECTED SEEN TOLERANCE|default.

Runs under the Python that has torch. Structure, types, dtypes, shapes and integers are exact,
floats within the tolerance (torch.testing's own by default).
"""
import sys

import torch


def compare(path, expected, seen, limits):
    if type(expected) is not type(seen):
        yield f"{path}: {type(seen).__name__}, expected {type(expected).__name__}"
    elif isinstance(expected, torch.Tensor):
        try:
            torch.testing.assert_close(seen, expected, equal_nan=True, **limits)
        except AssertionError as error:
            yield f"{path}: " + " ".join(str(error).split())
        if seen.requires_grad != expected.requires_grad:
            yield f"{path}: requires_grad {seen.requires_grad}"
    elif isinstance(expected, dict):
        if list(expected) != list(seen):
            yield f"{path}: keys {list(seen)}, expected {list(expected)}"
        else:
            for key in expected:
                yield from compare(f"{path}[{key!r}]", expected[key], seen[key], limits)
    elif isinstance(expected, (list, tuple)):
        if len(expected) != len(seen):
            yield f"{path}: length {len(seen)}, expected {len(expected)}"
        for index, pair in enumerate(zip(expected, seen)):
            yield from compare(f"{path}[{index}]", *pair, limits)
    elif isinstance(expected, float) and limits:
        if not abs(expected - seen) <= limits["atol"] + limits["rtol"] * abs(expected):
            yield f"{path}: {seen}, expected {expected}"
    elif expected != seen:
        yield f"{path}: {seen!r}, expected {expected!r}"


def main() -> int:
    expected, seen = (torch.load(path, weights_only=True) for path in sys.argv[1:3])
    tolerance = sys.argv[3]
    limits = {} if tolerance == "default" else {"rtol": float(tolerance), "atol": float(tolerance)}
    found = list(compare("", expected, seen, limits))
    print("\n".join(found[:5]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
