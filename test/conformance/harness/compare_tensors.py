"""Compares two files of torch.save: python compare_tensors.py EXPECTED SEEN LIMIT.

Runs under the Python that has torch. Structure, types, dtypes, shapes and integers are exact. Floats
may differ as LIMIT says: `default` (torch.testing's tolerances), a number (relative and absolute),
`ulp:N` (steps between neighbouring floats), `relative:X` (of the tensor's greatest magnitude).
"""
import sys

import torch


def steps_between(a, b):
    """How many floats lie from each element to the other's."""
    whole = {2: torch.int16, 4: torch.int32, 8: torch.int64}[a.element_size()]
    lowest = torch.iinfo(whole).min
    ordered = [x.contiguous().view(whole).long() for x in (a, b)]
    ordered = [torch.where(x < 0, lowest - x, x) for x in ordered]
    return (ordered[0] - ordered[1]).abs()


def compare_closely(path, expected, seen, kind, limit):
    if expected.dtype != seen.dtype or expected.shape != seen.shape:
        yield f"{path}: {seen.dtype} {list(seen.shape)}, expected {expected.dtype} {list(expected.shape)}"
    elif not expected.is_floating_point():
        if not torch.equal(expected, seen):
            yield f"{path}: other integers"
    elif expected.numel():
        if kind == "ulp":
            worst = steps_between(expected, seen).max().item()
        else:
            worst = ((expected - seen).abs().max() / expected.abs().max().clamp_min(1e-30)).item()
        if not worst <= limit:
            yield f"{path}: differs by {worst:g} ({kind}), {limit:g} allowed"


def compare(path, expected, seen, limits):
    if type(expected) is not type(seen):
        yield f"{path}: {type(seen).__name__}, expected {type(expected).__name__}"
    elif isinstance(expected, torch.Tensor) and "kind" in limits:
        yield from compare_closely(path, expected, seen, **limits)
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
    elif isinstance(expected, float) and "rtol" in limits:
        if not abs(expected - seen) <= limits["atol"] + limits["rtol"] * abs(expected):
            yield f"{path}: {seen}, expected {expected}"
    elif expected != seen:
        yield f"{path}: {seen!r}, expected {expected!r}"


def main() -> int:
    expected, seen = (torch.load(path, weights_only=True) for path in sys.argv[1:3])
    kind, _, value = sys.argv[3].rpartition(":")
    if kind:
        limits = {"kind": kind, "limit": float(value)}
    elif value == "default":
        limits = {}
    else:
        limits = {"rtol": float(value), "atol": float(value)}
    found = list(compare("", expected, seen, limits))
    print("\n".join(found[:5]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
