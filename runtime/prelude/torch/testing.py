"""Comparison of tensors in tests."""
import torch

_tolerances = {torch.float16: (1e-3, 1e-5), torch.bfloat16: (1.6e-2, 1e-5), torch.float32: (1.3e-6, 1e-5),
               torch.float64: (1e-7, 1e-7)}


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
                 check_dtype=True, check_layout=True, check_stride=False, msg=None):
    if isinstance(expected, (list, tuple)):
        if len(actual) != len(expected):
            raise AssertionError(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}")
        for a, e in zip(actual, expected):
            assert_close(a, e, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype, msg=msg)
        return
    if isinstance(expected, dict):
        for key in expected:
            assert_close(actual[key], expected[key], rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=check_dtype,
                         msg=msg)
        return
    actual = actual if isinstance(actual, torch.Tensor) else torch.tensor(actual, dtype=torch.float64)
    expected = expected if isinstance(expected, torch.Tensor) else torch.tensor(expected, dtype=torch.float64)
    if actual.shape != expected.shape:
        raise AssertionError(f"The values for attribute 'shape' do not match: {actual.shape} != {expected.shape}.")
    if check_dtype and actual.dtype != expected.dtype:
        raise AssertionError(f"The values for attribute 'dtype' do not match: {actual.dtype} != {expected.dtype}.")
    common = torch.promote_types(actual.dtype, expected.dtype)
    default_rtol, default_atol = _tolerances.get(common, (0.0, 0.0))
    rtol = default_rtol if rtol is None else rtol
    atol = default_atol if atol is None else atol
    actual, expected = actual.to(torch.float64), expected.to(torch.float64)
    close = torch.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=equal_nan)
    if close.all():
        return
    wrong = int(close.numel() - close.sum())
    if callable(msg):
        msg = msg("")
    if msg is None:
        if actual.dim() == 0:
            difference = abs(actual.item() - expected.item())
            msg = (f"Scalars are not close!\n\nExpected {expected.item()} but got {actual.item()}.\nAbsolute difference: "
                   f"{difference} (up to {atol} allowed)\n")
        else:
            difference = (actual - expected).abs().max().item()
            msg = (f"Tensor-likes are not close!\n\nMismatched elements: {wrong} / {close.numel()} "
                   f"({wrong / close.numel():.1%})\nGreatest absolute difference: {difference} (up to {atol} allowed)\n")
    raise AssertionError(msg)
