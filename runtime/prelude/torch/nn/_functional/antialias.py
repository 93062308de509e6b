"""Images in another size, each element a weighted mean of what it covers: first along rows, then along columns."""
import math

import torch
from torch._C_autograd import _name_node

_FIXED_BITS = 22  # at most, of weights in fixed point, which have 16 bits in all


def _triangle(x):
    return (1 - x.abs()).clamp(min=0)


def _cubic(x, a=-0.5):
    x = x.abs()
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = (((x - 5) * x + 8) * x - 4) * a
    return torch.where(x < 1, near, torch.where(x < 2, far, torch.zeros_like(x)))


def _lanczos(x, lobes=3):
    return torch.where(x.abs() < lobes, torch.sinc(x) * torch.sinc(x / lobes), torch.zeros_like(x))


# By mode: how many elements a filter covers where the size stays, its weight at a distance, and the node.
_FILTERS = {"bilinear": (2, _triangle, "UpsampleBilinear2DAaBackward0"), "bicubic": (4, _cubic, "UpsampleBicubic2DAaBackward0"),
            "lanczos": (6, _lanczos, "UpsampleLanczos2DAaBackward0")}
_TYPES = (torch.float32, torch.float64, torch.uint8)


def _step(size, wanted, align_corners, scale):
    """The distance in the input of two elements of the result."""
    if align_corners:
        return (size - 1) / (wanted - 1) if wanted > 1 else 0.0
    return 1 / scale if scale else size / wanted


def _weights(size, wanted, step, mode, dtype):
    """For each element of the result the places of what it covers, and their weights: two matrices of a row each."""
    width, weight_at, _ = _FILTERS[mode]
    stretch = max(step, 1.0)
    support = width * 0.5 * stretch
    center = (torch.arange(wanted, dtype=dtype) + 0.5) * step
    first = (center - support + 0.5).long().clamp_(min=0)
    count = (center + support + 0.5).long().clamp_(max=size) - first
    places = torch.arange(int(math.ceil(support)) * 2 + 1)
    weights = weight_at((places + first.unsqueeze(1) - center.unsqueeze(1) + 0.5) * (1 / stretch))
    weights = torch.where(places < count.unsqueeze(1), weights, torch.zeros_like(weights))
    weights = weights / weights.sum(1, keepdim=True)
    return (first.unsqueeze(1) + places).clamp_(max=size - 1), weights.to(dtype)


def _along_columns(x, places, weights):
    """One place of all elements of the result after the other: rows lie side by side."""
    sums = None
    for at in range(places.shape[1]):
        part = x.index_select(2, places[:, at]) * weights[:, at].unsqueeze(1)
        sums = part if sums is None else sums.add_(part)
    return sums


def _in_fixed_point(weights):
    """As integers of 16 bits, and what 1 is there."""
    bits, largest = 0, weights.max().item()
    while bits < _FIXED_BITS and int(0.5 + largest * (1 << (bits + 1))) < 1 << 15:
        bits += 1
    one = float(1 << bits)
    scaled = weights * one
    return torch.where(scaled < 0, scaled - 0.5, scaled + 0.5).trunc(), one


def _columns_resized(x, places, weights):
    if x.dtype != torch.uint8:
        return _along_columns(x, places, weights)
    # Weights and sums are integers, which float64 holds, and each of the two steps rounds to a byte.
    weights, one = _in_fixed_point(weights)
    sums = _along_columns(x, places, weights)
    return sums.add_(one / 2).div_(one).floor_().clamp_(0, 255).to(torch.uint8)


def resized(input, output_size, mode, align_corners, scales):
    if mode not in _FILTERS or input.dim() != 4:
        raise ValueError("Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input")
    height, width = input.shape[2:]
    if min(height, width, *output_size) <= 0:
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input (H: {height}, W: {width}) output (H: "
                           f"{output_size[0]}, W: {output_size[1]})")
    if input.dtype not in _TYPES:
        kind = torch._scalar_type_name(input.dtype)
        raise NotImplementedError(f'"compute_index_ranges_weights" not implemented for \'{kind}\'')
    dtype = torch.float64 if input.dtype == torch.uint8 else input.dtype
    result = input
    for dim in (3, 2):
        step = _step(input.shape[dim], output_size[dim - 2], align_corners, scales and scales[dim - 2])
        if input.shape[dim] != output_size[dim - 2] or step != 1.0:
            columns = result.transpose(2, dim).contiguous()
            resized_columns = _columns_resized(columns, *_weights(input.shape[dim], output_size[dim - 2], step, mode, dtype))
            if input.shape[dim] == output_size[dim - 2]:  # as many stay what they are; gradients go by the scale
                resized_columns.data.copy_(columns)
            result = resized_columns.transpose(2, dim)
    result = result.clone() if result is input else result
    is_last = input.is_contiguous(memory_format=torch.channels_last) and not input.is_contiguous()
    result = result.contiguous(memory_format=torch.channels_last if is_last else torch.contiguous_format)
    return _name_node(result, _FILTERS[mode][2])
