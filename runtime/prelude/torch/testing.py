"""Comparison of tensors in tests, and tensors to test with."""
import math
from collections import OrderedDict

import torch

__all__ = ["assert_close", "assert_allclose", "make_tensor"]

_tolerances = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5),
               torch.float64: (1e-7, 1e-7), torch.complex64: (1.3e-6, 1e-5), torch.complex128: (1e-7, 1e-7)}


class _Difference(Exception):
    """Two values differ, with the place in their containers."""

    def __init__(self, kind, text, place=()):
        self.kind, self.text, self.place = kind, text, place

    def error(self, msg):
        if isinstance(msg, str):
            return self.kind(msg)
        text = self.text
        if self.place:
            text += "\n\nThe failure occurred for item " + "".join([str([part]) for part in self.place])
        return self.kind(msg(text) if callable(msg) else text)


class _Settings:
    def __init__(self, allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride):
        self.allow_subclasses, self.rtol, self.atol, self.equal_nan = allow_subclasses, rtol, atol, equal_nan
        self.check_device, self.check_dtype = check_device, check_dtype
        self.check_layout, self.check_stride = check_layout, check_stride

    def tolerances(self, *dtypes):
        if (self.rtol is None) != (self.atol is None):
            missing = "rtol" if self.rtol is None else "atol"
            raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
        if self.rtol is not None:
            return self.rtol, self.atol
        known = [_tolerances.get(dtype, (0.0, 0.0)) for dtype in dtypes]
        return max([rtol for rtol, _ in known]), max([atol for _, atol in known])


def _unlike(actual, expected):
    return _Difference(TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.")


def _pairs(actual, expected, place):
    """What is compared one by one, in the order of the containers; they have to be alike before anything is compared."""
    if _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            raise _Difference(AssertionError, f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", place)
        return [pair for i in range(len(actual)) for pair in _pairs(actual[i], expected[i], (*place, i))]
    if isinstance(actual, (dict, OrderedDict)) and isinstance(expected, (dict, OrderedDict)):
        missing, additional = [k for k in expected if k not in actual], [k for k in actual if k not in expected]
        if missing or additional:
            raise _Difference(AssertionError, "The keys of the mappings do not match:\nMissing keys in the actual mapping: "
                              f"{sorted(missing)}\nAdditional keys in the actual mapping: {sorted(additional)}", place)
        keys = list(actual)
        if all([isinstance(k, str) for k in keys]):
            keys.sort()
        return [pair for k in keys for pair in _pairs(actual[k], expected[k], (*place, k))]
    return [(_known(actual, expected, place), actual, expected, place)]


def _is_sequence(value):
    return isinstance(value, (list, tuple, range, torch.Size)) and not isinstance(value, str)


def _is_array(value):
    return type(value).__module__ == "numpy"


def _known(actual, expected, place):
    """How two values are compared."""
    if actual is None or expected is None:
        return _compare_none
    if isinstance(actual, bool) and isinstance(expected, bool):
        return _compare_bools
    if (_is_array(actual) and _is_array(expected)) or (isinstance(actual, torch.Tensor) and isinstance(expected, torch.Tensor)):
        if isinstance(actual, type(expected)) or isinstance(expected, type(actual)):
            return _compare_tensors
    elif isinstance(actual, (int, float, complex)) and isinstance(expected, (int, float, complex)) \
            and not isinstance(actual, bool) and not isinstance(expected, bool):
        return _compare_numbers
    failure = _unlike(actual, expected)
    failure.place = place
    raise failure


def _compare_none(actual, expected, settings):
    if not (actual is None and expected is None):
        raise _Difference(AssertionError, f"None mismatch: {actual} is not {expected}")


def _compare_bools(actual, expected, settings):
    if actual is not expected:
        raise _Difference(AssertionError, f"Booleans mismatch: {actual} is not {expected}")


_number_types = {int: torch.int64, float: torch.float64, complex: torch.complex128}


def _compare_numbers(actual, expected, settings):
    kinds = [next(k for k in (complex, float, int) if isinstance(n, k)) for n in (actual, expected)]
    if settings.check_dtype and type(actual) is not type(expected):
        raise _Difference(AssertionError, f"The (d)types do not match: {type(actual)} != {type(expected)}.")
    rtol, atol = settings.tolerances(*[_number_types[k] for k in kinds])
    if not _is_close(actual, expected, rtol, atol, settings.equal_nan):
        raise _Difference(AssertionError, _scalars(actual, expected, rtol, atol))


def _is_close(actual, expected, rtol, atol, equal_nan):
    if actual == expected:
        return True
    if actual != actual or expected != expected:
        return equal_nan and actual != actual and expected != expected
    difference = abs(actual - expected)
    return difference <= atol + rtol * abs(expected) and difference != math.inf


def _allowed(tolerance, exact):
    return "" if exact else f" (up to {tolerance} allowed)"


def _scalars(actual, expected, rtol, atol):
    exact = rtol == 0 and atol == 0
    difference = abs(actual - expected)
    relative = difference / abs(expected) if expected != 0 else math.inf
    return (f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {difference}{_allowed(atol, exact)}\n"
            f"Relative difference: {relative}{_allowed(rtol, exact)}")


def _require_alike(name, actual, expected):
    if actual != expected:
        raise _Difference(AssertionError, f"The values for attribute '{name}' do not match: {actual} != {expected}.")


def _compare_tensors(actual, expected, settings):
    actual, expected = torch.as_tensor(actual), torch.as_tensor(expected)
    if not settings.allow_subclasses and type(actual) is not type(expected):
        raise _unlike(actual, expected)
    _require_alike("shape", actual.shape, expected.shape)
    if settings.check_layout:
        _require_alike("layout", actual.layout, expected.layout)
    if settings.check_device:
        _require_alike("device", actual.device, expected.device)
    if settings.check_dtype:
        _require_alike("dtype", actual.dtype, expected.dtype)
    if settings.check_stride and actual.layout == torch.strided:
        _require_alike("stride()", actual.stride(), expected.stride())
    rtol, atol = settings.tolerances(actual.dtype, expected.dtype)
    kind = "Tensor-likes"
    if actual.layout == torch.sparse_coo and expected.layout == torch.sparse_coo:
        _compare_coordinates(actual.coalesce(), expected.coalesce(), settings)
        actual, expected, kind = actual.coalesce().values(), expected.coalesce().values(), "Sparse COO values"
    elif actual.layout != torch.strided or expected.layout != torch.strided:
        actual, expected = actual.to_dense(), expected.to_dense()
    if actual.dtype != expected.dtype:
        common = torch.promote_types(actual.dtype, expected.dtype)
        actual, expected = actual.to(common), expected.to(common)
    actual, expected = actual.detach(), expected.detach()
    close = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=settings.equal_nan)
    if close.all():
        return
    if actual.dim() == 0:
        raise _Difference(AssertionError, _scalars(actual.item(), expected.item(), rtol, atol))
    raise _Difference(AssertionError, _tensors(kind, actual, expected, close, rtol, atol))


def _greatest(name, values, tolerance, exact):
    flat = values.flatten()
    place = int(flat.argmax())
    index = tuple([int(i) for i in torch.unravel_index(torch.tensor(place), values.shape)])
    return f"Greatest {name} difference: {flat[place].item()} at index {index}{_allowed(tolerance, exact)}"


def _compare_coordinates(actual, expected, settings):
    if actual._nnz() != expected._nnz():
        raise _Difference(AssertionError, "The number of specified values in sparse COO tensors does not match: "
                          f"{actual._nnz()} != {expected._nnz()}")
    one, other = actual.indices(), expected.indices()
    if not torch.equal(one, other):
        raise _Difference(AssertionError, _tensors("Sparse COO indices", one, other, one == other, 0, 0))


def _tensors(kind, actual, expected, close, rtol, atol):
    exact = rtol == 0 and atol == 0
    if not actual.dtype.is_floating_point and not actual.dtype.is_complex:
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    wrong, count = int((~close).sum()), close.numel()
    difference = (actual - expected).abs().masked_fill(close, 0)
    relative = (difference / expected.abs()).masked_fill(close, 0)
    return (f"{kind} are not {'equal' if exact else 'close'}!\n\nMismatched elements: {wrong} / {count} "
            f"({wrong / count:.1%})\n" + _greatest("absolute", difference, atol, exact) + "\n"
            + _greatest("relative", relative, rtol, exact))


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
                 check_dtype=True, check_layout=True, check_stride=False, msg=None):
    settings = _Settings(allow_subclasses, rtol, atol, equal_nan, check_device, check_dtype, check_layout, check_stride)
    try:
        for compare, one, other, place in _pairs(actual, expected, ()):
            try:
                compare(one, other, settings)
            except _Difference as found:
                found.place = place
                raise
    except _Difference as found:
        failure = found.error(msg)
    else:
        return
    raise failure


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """The comparison of old programs: types may differ."""
    from warnings import warn
    warn("`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please use "
         "`torch.testing.assert_close()` instead. You can find detailed upgrade instructions in "
         "https://github.com/pytorch/pytorch/issues/61844.", FutureWarning, stacklevel=2)
    actual = actual if isinstance(actual, torch.Tensor) else torch.tensor(actual)
    expected = expected if isinstance(expected, torch.Tensor) else torch.tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        rtol, atol = max([_tolerances.get(t.dtype, (0.0, 0.0)) for t in (actual, expected)])
    assert_close(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=True, check_dtype=False,
                 check_stride=False, msg=msg or None)


def make_tensor(*shape, dtype, device, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False,
                memory_format=None):
    """A tensor of random elements between `low` and `high`."""
    if len(shape) == 1 and isinstance(shape[0], (list, tuple)):
        shape = tuple(shape[0])
    if noncontiguous and memory_format is not None:
        raise ValueError("The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got "
                         f"noncontiguous={noncontiguous!r} and memory_format={memory_format!r}")
    if requires_grad and not (dtype.is_floating_point or dtype.is_complex):
        raise ValueError("`requires_grad=True` is not supported for boolean and integral dtypes, but got "
                         f"dtype={dtype!r}")
    double = noncontiguous and math.prod(shape) > 1
    sizes = (*shape[:-1], 2 * shape[-1]) if double else shape
    if dtype is torch.bool:
        low, high = 0 if low is None else low, 2 if high is None else high
        made = torch.randint(int(low), int(high), sizes, device=device, dtype=dtype)
    elif dtype.is_floating_point or dtype.is_complex:
        low, high = -9 if low is None else low, 9 if high is None else high
        made = torch.empty(sizes, device=device, dtype=dtype)
        (torch.view_as_real(made) if dtype.is_complex else made).uniform_(low, high)
    else:
        low, high = (0 if dtype is torch.uint8 else -9) if low is None else low, 10 if high is None else high
        made = torch.randint(math.ceil(low), math.ceil(high), sizes, device=device, dtype=dtype)
    if double:
        made = made[..., ::2]
    elif memory_format is not None:
        made = made.clone(memory_format=memory_format)
    if exclude_zero:
        made[made == 0] = torch.finfo(dtype).tiny if dtype.is_floating_point or dtype.is_complex else 1
    return made.requires_grad_() if requires_grad else made
