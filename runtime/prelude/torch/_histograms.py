"""Counts of elements in bins: torch.histogram and torch.histogramdd."""
from collections import namedtuple

import torch
from torch._functions import _element_type_name as _type_name


class _Result(namedtuple("histogramdd", ("hist", "bin_edges"))):
    def __repr__(self):
        return f"torch.return_types.histogramdd(\nhist={self.hist},\nbin_edges={self.bin_edges})"


_Result.__name__ = _Result.__qualname__ = "histogramdd"
_Result.__module__ = "torch.return_types"


def _require_floats(points):
    if points.dtype not in (torch.float32, torch.float64):
        raise NotImplementedError(f"\"histogramdd\" not implemented for '{torch._scalar_type_name(points.dtype)}'")


def ends_of_bins(function, points, counts, limits):
    """The ends of equal bins in each dimension of points, which are rows: within limits, else between least and largest."""
    rank = points.shape[1]
    for d, count in enumerate(counts):
        if count <= 0:
            raise RuntimeError(f"torch.{function}(): bins must be > 0, but got {count} for dimension {d}")
    if limits is not None and len(limits) != 2 * rank:
        raise RuntimeError(f"torch.histogramdd: for a {rank}-dimensional histogram range should have {2 * rank} elements, but got "
                           f"{len(limits)}")
    _require_floats(points)
    ends = []
    for d, count in enumerate(counts):
        low, high = 0.0, 1.0
        if limits is not None:
            low, high = float(limits[2 * d]), float(limits[2 * d + 1])
        elif points.shape[0] > 0:
            low, high = [float(end) for end in points[:, d].aminmax()]
        if not (abs(low) < torch.inf and abs(high) < torch.inf):
            raise RuntimeError(f"torch.histogramdd: dimension {d}'s range [{low:g}, {high:g}] is not finite")
        if low > high:
            raise RuntimeError(f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {d}")
        if low == high:
            low, high = low - 0.5, high + 0.5
        ends.append(torch.linspace(low, high, count + 1, dtype=points.dtype, device=points.device))
    return ends


def counted(points, ends, weight, density):
    """How many rows, or which weight, each cell of the bins has; the last bin has its end, too."""
    for d, each in enumerate(ends):
        if each.dtype is not points.dtype:
            raise RuntimeError("torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with "
                               f"dtype {_type_name(points.dtype)} and bins for dimension {d} with dtype {_type_name(each.dtype)}")
        if each.dim() != 1:
            raise RuntimeError("torch.histogramdd: bins tensor should have one dimension, but got "
                               f"{each.dim()} dimensions in the bins tensor for dimension {d}")
        if each.numel() == 0:
            raise RuntimeError(f"torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins "
                               f"tensor for dimension {d}")
    if weight is not None:
        if weight.dtype is not points.dtype:
            raise RuntimeError("torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same "
                               f"dtype, but got input({_type_name(points.dtype)}), and weight({_type_name(weight.dtype)})")
        if weight.shape != points.shape[:1]:
            raise RuntimeError("torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor "
                               f"excluding its innermost dimension, but got input with shape {list(points.shape)} and weight with "
                               f"shape {list(weight.shape)}")
    _require_floats(points)
    shape = [each.numel() - 1 for each in ends]
    rows = points.shape[0]
    cell, inside = points.new_zeros(rows, dtype=torch.int64), points.new_ones(rows, dtype=torch.bool)
    cells = 1
    for d, each in enumerate(ends):
        column = points[:, d].contiguous()
        inside = inside.logical_and(column >= each[0]).logical_and(column <= each[-1])
        bin = torch.searchsorted(each.contiguous(), column, right=True) - 1
        cell = cell * shape[d] + bin.clamp(0, max(shape[d] - 1, 0))
        cells *= shape[d]
    hist = points.new_zeros(cells)
    if cells > 0:
        ones = torch.ones_like(cell, dtype=points.dtype) if weight is None else weight
        hist = hist.index_add(0, cell[inside], ones[inside])
    hist = hist.view(shape)
    if density:
        hist = hist / hist.sum()
        for d, each in enumerate(ends):
            hist = hist / each.diff().view([1] * d + [-1] + [1] * (len(ends) - d - 1))
    return hist


def histogramdd(input, bins, range=None, weight=None, density=False):
    if input.dim() < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions, but got "
                           f"{input.dim()} dimension{'' if input.dim() == 1 else 's'}")
    rank = input.shape[-1]
    bins = [bins] * rank if isinstance(bins, int) else list(bins)
    if len(bins) != rank:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    points = input.reshape(-1, rank)
    ends = bins if rank > 0 and isinstance(bins[0], torch.Tensor) else ends_of_bins("histogramdd", points, bins, range)
    if weight is not None:
        if weight.shape != input.shape[:-1]:
            raise RuntimeError("torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor "
                               f"excluding its innermost dimension, but got input with shape {list(input.shape)} and weight with "
                               f"shape {list(weight.shape)}")
        weight = weight.reshape(-1)
    hist = counted(points, ends, weight, density)
    return _Result(hist, tuple([each.clone() for each in ends] if ends is bins else ends))
