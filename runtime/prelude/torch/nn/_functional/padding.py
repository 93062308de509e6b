"""Padding."""
import torch
from torch import _C_ops as ops, _expected
from torch._C_autograd import _name_node


_modes = ("constant", "reflect", "replicate", "circular")


def pad(input, pad, mode="constant", value=None):
    if mode not in _modes:
        raise NotImplementedError(f"Unrecognised padding mode {mode}")
    _expected.expect_tensor("pad", 1, "input", input)
    if not isinstance(pad, (tuple, list)):
        _expected.refuse("pad", 2, "pad", "tuple of ints", pad)
    if mode == "constant":
        return ops.constant_pad_nd(input, pad, 0.0 if value is None else float(value))
    if value is not None and value != 0:
        raise RuntimeError(f"Padding mode \"{mode}\" doesn't take in value argument")
    count = len(pad) // 2
    if len(pad) % 2 != 0:
        raise RuntimeError("Padding length must be divisible by 2")
    if count > input.dim():
        raise RuntimeError("Padding length should be less than or equal to two times the input dimension but got padding "
                           f"length {len(pad)} and input of dimension {input.dim()}")
    if not (input.dim() in (count + 1, count + 2) and 1 <= count <= 3):
        raise NotImplementedError(f"Padding size {len(pad)} is not supported for {input.dim()}D input tensor.")
    if mode != "circular" and input.dtype == torch.bool:
        name = {"reflect": "reflection", "replicate": "replication"}[mode]
        raise NotImplementedError(f"\"{name}_pad{count}d\" not implemented for 'Bool'")
    if mode == "reflect":
        return _name_node(ops._pad_reflect(input, pad), f"ReflectionPad{count}DBackward0")
    if mode == "replicate":
        return _name_node(ops._pad_replicate(input, pad), f"ReplicationPad{count}DBackward0")
    return _name_node(_pad_circular(input, pad), "CopySlices")


def _pad_circular(input, pad):
    input = input.contiguous()
    for i in range(len(pad) // 2):
        dim = input.dim() - 1 - i
        before, after = pad[2 * i], pad[2 * i + 1]
        size = input.shape[dim]
        if before > size or after > size:
            raise RuntimeError("Padding value causes wrapping around more than once.")
        if before + after + size < 0:
            raise RuntimeError("Negative padding value is resulting in an empty dimension")
        input = input.narrow(dim, max(-before, 0), size - max(-before, 0) - max(-after, 0))
        parts = [input]
        if before > 0:
            parts.insert(0, input.narrow(dim, input.shape[dim] - before, before))
        if after > 0:
            parts.append(input.narrow(dim, 0, after))
        input = ops.cat(parts, dim)
    return input
