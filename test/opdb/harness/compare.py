"""Differences between what a call left in PyTorch and in compiled code, each of a category."""
import torch

from harness import compiled
from harness.layouts import map_tree

# Worst first; the order of the report.
CATEGORIES = ("crash", "time", "values", "mutation", "shape", "alias", "strides", "dtype", "structure", "gradient", "gradient-strides",
              "node", "accepted", "error-type", "refused", "idle-strides", "rounding", "gradient-rounding", "mutation-rounding",
              "missing", "meta")


class Difference(Exception):
    def __init__(self, category, text):
        super().__init__(category, text)
        self.category, self.text = category, text


def _short(tensor):
    text = str(tensor.flatten()[:6].tolist())
    return text if len(text) < 90 else text[:87] + "..."


_LOOSE = {torch.float32: 1e-3, torch.float64: 1e-6, torch.float16: 4e-2, torch.bfloat16: 1e-1, torch.complex64: 1e-3, torch.complex128: 1e-6}


def compare_elements(actual, expected, exact, category="values"):
    """Equal elements; near ones where rounding may differ."""
    expected = expected.resolve_conj().resolve_neg()
    if expected.dtype not in _LOOSE or exact and not expected.is_complex():
        same = (actual == expected) | (actual.isnan() & expected.isnan()) if expected.is_floating_point() or expected.is_complex() else actual == expected
        if not bool(same.all()):
            wrong = ~same
            raise Difference(category, f"{_short(actual[wrong])} for {_short(expected[wrong])}")
        return
    try:
        torch.testing.assert_close(actual, expected, equal_nan=True)
        return
    except AssertionError:
        pass
    if expected.is_complex():
        actual, expected = torch.view_as_real(actual), torch.view_as_real(expected)
    wide, true = actual.double(), expected.double()
    finite = true[true.isfinite()]
    loose = _LOOSE[expected.dtype] * max(1e-3, float(finite.abs().max()) if finite.numel() else 0.0)
    wrong = ~torch.isclose(wide, true, rtol=_LOOSE[expected.dtype], atol=loose, equal_nan=True)
    if not bool(wrong.any()):
        wrong = ~torch.isclose(wide, true, rtol=0, atol=0, equal_nan=True)
        category = "rounding" if category == "values" else category + "-rounding"
    raise Difference(category, f"{_short(actual[wrong])} for {_short(expected[wrong])}")


def _resolved(actual, expected):
    """Both as they lie in memory, when both are conjugated views or none is."""
    conjugated = bool(compiled.method(actual, "is_conj"))
    if conjugated != expected.is_conj():
        raise Difference("alias", f"{'a' if conjugated else 'no'} conjugated view for {'one' if expected.is_conj() else 'none'}")
    return (compiled.method(actual, "conj"), expected.conj()) if conjugated else (actual, expected)


def compare_tensor(actual, expected, ours, theirs, exact, elements=True):
    """`ours` and `theirs` answer where a tensor lies: the number of a storage, or None."""
    if expected.is_complex():
        actual, expected = _resolved(actual, expected)
    address, number, shape, strides = compiled._native.view(actual)
    if tuple(shape) != tuple(expected.shape):
        raise Difference("shape", f"{tuple(shape)} for {tuple(expected.shape)}")
    if compiled.DTYPES.get(number) is not expected.dtype:
        raise Difference("dtype", f"{compiled.DTYPES.get(number)} for {expected.dtype}")
    if expected.numel():
        place, true_place = ours(address), theirs(expected.data_ptr())
        if place != true_place:
            raise Difference("alias", f"memory of {_place(place)} for {_place(true_place)}")
    if elements:
        compare_elements(compiled.contents(actual), expected.detach(), exact)
    return stride_differences("strides", strides, expected)


def stride_differences(category, strides, expected):
    """None or one; `idle-...` of strides that address nothing: of sizes of 1, of empty tensors."""
    if tuple(strides) == expected.stride():
        return []
    used = [(a, b) for a, b, size in zip(strides, expected.stride(), expected.shape) if size > 1]
    idle = expected.numel() == 0 or all(a == b for a, b in used)
    return [Difference("idle-strides" if idle else category, f"strides {tuple(strides)} for {expected.stride()} of shape {tuple(expected.shape)}")]


def _place(place):
    return "its own" if place is None else f"storage {place[0]} at byte {place[1]}"


def compare_results(actual, expected, ours, theirs, exact, elements=True):
    """Raises a Difference; answers those that do not hide others."""
    if isinstance(expected, torch.Tensor):
        if not compiled.is_tensor(actual):
            raise Difference("structure", f"{type(actual).__name__} for a tensor")
        return compare_tensor(actual, expected, ours, theirs, exact, elements)
    if isinstance(expected, (tuple, list)):
        if not isinstance(actual, (tuple, list)) or len(actual) != len(expected):
            raise Difference("structure", f"{type(actual).__name__} for {type(expected).__name__} of {len(expected)}")
        found = []
        for one, other in zip(actual, expected):
            found += compare_results(one, other, ours, theirs, exact, elements)
        if type(expected).__name__ != type(actual).__name__:
            found.append(Difference("structure", f"{type(actual).__name__} for {type(expected).__name__}"))
        return found
    if isinstance(expected, torch.dtype):
        if str(actual) != str(expected):
            raise Difference("structure", f"{actual} for {expected}")
    elif isinstance(expected, (bool, int, float, str, type(None))):
        if type(actual) is not type(expected):
            raise Difference("structure", f"{type(actual).__name__} for {type(expected).__name__}")
        near = isinstance(expected, float) and (abs(actual - expected) <= 1e-5 * abs(expected) or actual != actual and expected != expected)
        if actual != expected and not near and elements:
            raise Difference("values", f"{actual!r} for {expected!r}")
    return []


def tensors_in(result):
    """The tensors of a result of PyTorch with their paths."""
    if isinstance(result, torch.Tensor):
        yield (), result
    elif isinstance(result, (tuple, list)):
        for number, item in enumerate(result):
            for path, tensor in tensors_in(item):
                yield (number, *path), tensor


def at(result, path):
    for number in path:
        result = result[number]
    return result


__all__ = ["CATEGORIES", "Difference", "at", "compare_elements", "compare_results", "map_tree", "tensors_in"]
