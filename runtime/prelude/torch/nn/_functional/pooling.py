"""Pooling."""
import torch
from torch import _C_ops as ops, _expected
from torch._C_autograd import _name_node


def _refuse(kernel, dtype):
    raise NotImplementedError(f"\"{kernel}\" not implemented for '{torch._scalar_type_name(dtype)}'")


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False):
    return ops.max_pool1d_with_indices(input, kernel_size, kernel_size if stride is None else stride, padding, dilation,
                                       ceil_mode)


def max_pool2d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False):
    return ops.max_pool2d_with_indices(input, kernel_size, kernel_size if stride is None else stride, padding, dilation,
                                       ceil_mode)


def max_pool3d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False,
                            return_indices=False):
    return ops.max_pool3d_with_indices(input, kernel_size, kernel_size if stride is None else stride, padding, dilation,
                                       ceil_mode)


def max_pool1d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    _expected.expect_tensor("max_pool1d", 1, "input", input)
    if not (return_indices or input.dtype.is_floating_point):
        _refuse("max_pool1d_impl", input.dtype)
    both = max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return both if return_indices else both[0]


def max_pool2d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    both = max_pool2d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return both if return_indices else both[0]


def max_pool3d(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, return_indices=False):
    both = max_pool3d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)
    return both if return_indices else both[0]


def _sizes(kind, output_size, input, count):
    """One size per pooled dimension; None keeps the input's."""
    if count == 1:
        _expected.expect_tensor(f"adaptive_{kind}_pool1d", 1, "input", input)
        if not isinstance(output_size, (int, tuple, list)):
            _expected.refuse(f"adaptive_{kind}_pool1d", 2, "output_size", "tuple of ints", output_size)
    if isinstance(output_size, int) or output_size is None:
        output_size = [output_size] * count
    elif count > 1 and input.dim() <= len(output_size):
        raise ValueError(f"Input dimension should be at least {len(output_size) + 1}")
    elif len(output_size) != count:
        raise RuntimeError(f"adaptive_{kind}_pool1d() argument 'output_size' should contain one int (got {len(output_size)})"
                           if count == 1 else f"adaptive_{kind}_pool{count}d: output_size must be {count}")
    shape = input.shape[input.dim() - count:]
    return [shape[i] if output_size[i] is None else output_size[i] for i in range(count)]


def _adaptive_sizes(kind, output_size, input, count):
    """Of a result; lines are pooled as rows of planes, and integers not at all."""
    sizes = _sizes(kind, output_size, input, count)
    if not input.dtype.is_floating_point:
        _refuse(f"adaptive_{kind}_pool" + ("3d_cpu" if count == 3 else "2d"), input.dtype)
    return sizes


def _named(pooled, name, count):
    """Lines are pooled as rows of planes; the name of what pools planes is that of the operation."""
    if count != 2:
        _name_node(pooled, "SqueezeBackward1" if count == 1 else f"{name}{count}DBackward0")
    return pooled


def _adaptive_average(input, output_size, count):
    """One average of all is the mean, with its types; a line's backward does not read the input, which may be written."""
    is_mean = all(size == 1 for size in _sizes("avg", output_size, input, count))
    if is_mean and (count == 1 or not input.dtype.is_floating_point):
        mean = input.mean(tuple(range(-count, 0)), True)
        return _name_node(mean, "SqueezeBackward1") if count == 1 else mean
    result = ops._adaptive_avg_pool(input, _adaptive_sizes("avg", output_size, input, count))
    return _name_node(result, "MeanBackward1") if is_mean else _named(result, "AdaptiveAvgPool", count)


def adaptive_avg_pool1d(input, output_size):
    _expected.expect_tensor("adaptive_avg_pool1d", 1, "input", input)
    return _adaptive_average(input, output_size, 1)


def adaptive_avg_pool2d(input, output_size):
    return _adaptive_average(input, output_size, 2)


def adaptive_avg_pool3d(input, output_size):
    return _adaptive_average(input, output_size, 3)


def _adaptive_maxima(input, output_size, count):
    both = ops._adaptive_max_pool(input, _adaptive_sizes("max", output_size, input, count))
    _named(both[0], "AdaptiveMaxPool", count)
    return both


def adaptive_max_pool1d_with_indices(input, output_size, return_indices=False):
    _expected.expect_tensor("adaptive_max_pool1d", 1, "input", input)
    for dim in range(1, input.dim()):
        if input.shape[dim] == 0:
            raise RuntimeError("adaptive_max_pool1d(): Expected input to have non-zero size for non-batch dimensions, but input has "
                               f"sizes {list(input.shape)} with dimension {dim} being empty")
    return _adaptive_maxima(input, output_size, 1)


def adaptive_max_pool2d_with_indices(input, output_size, return_indices=False):
    return _adaptive_maxima(input, output_size, 2)


def adaptive_max_pool3d_with_indices(input, output_size, return_indices=False):
    return _adaptive_maxima(input, output_size, 3)


def adaptive_max_pool1d(input, output_size, return_indices=False):
    both = adaptive_max_pool1d_with_indices(input, output_size)
    return both if return_indices else both[0]


def adaptive_max_pool2d(input, output_size, return_indices=False):
    both = adaptive_max_pool2d_with_indices(input, output_size)
    return both if return_indices else both[0]


def adaptive_max_pool3d(input, output_size, return_indices=False):
    both = adaptive_max_pool3d_with_indices(input, output_size)
    return both if return_indices else both[0]


def _several(value, count):
    return [value] * count if isinstance(value, int) else list(value)


def _unpooled_size(input, kernel_size, stride, padding, output_size, count):
    rank = input.dim() + (count == 1)  # lines are unpooled as rows of planes
    planes = max(count, 2)
    if rank not in (planes + 1, planes + 2):
        raise RuntimeError(f"Input to max_unpooling{planes}d should be a {planes + 1}d or {planes + 2}d Tensor, but got a tensor "
                           f"with {rank} dimensions.")
    kernel_size = _several(kernel_size, count)
    stride = kernel_size if stride is None else _several(stride, count)
    if count == 3 and min(stride) <= 0:
        raise RuntimeError(f"strides should be greater than zero, but got stride: {stride}")
    padding = _several(padding, count)
    shape = input.shape[input.dim() - count:]
    default = [(shape[i] - 1) * stride[i] + kernel_size[i] - 2 * padding[i] for i in range(count)]
    if output_size is None:
        return default
    if len(output_size) == count + 2:
        output_size = output_size[2:]
    if len(output_size) != count:
        raise ValueError(f"output_size should be a sequence containing {count} or {count + 2} elements, but it has a "
                         f"length of '{len(output_size)}'")
    for i in range(count):
        if not default[i] - stride[i] < output_size[i] < default[i] + stride[i]:
            raise ValueError(f"invalid output_size \"{output_size}\" (dim {i} must be between "
                             f"{default[i] - stride[i]} and {default[i] + stride[i]})")
    return list(output_size)


def _unpooled(input, indices, kernel_size, stride, padding, output_size, count):
    size = _unpooled_size(input, kernel_size, stride, padding, output_size, count)
    return _named(ops._max_unpool(input, indices, size), "MaxUnpool", count)


def max_unpool1d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _unpooled(input, indices, kernel_size, stride, padding, output_size, 1)


def max_unpool2d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _unpooled(input, indices, kernel_size, stride, padding, output_size, 2)


def max_unpool3d(input, indices, kernel_size, stride=None, padding=0, output_size=None):
    return _unpooled(input, indices, kernel_size, stride, padding, output_size, 3)


def _require_norm(norm_type):
    if norm_type == 0:
        raise ValueError("norm_type must be a non-zero value, but got 0")


def lp_pool1d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    _require_norm(norm_type)
    out = ops.avg_pool1d(input.pow(norm_type), kernel_size, kernel_size if stride is None else stride, 0, ceil_mode)
    return (ops.sign(out) * ops.relu(ops.abs(out)) * kernel_size).pow(1.0 / norm_type)


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    _require_norm(norm_type)
    height, width = _several(kernel_size, 2)
    out = ops.avg_pool2d(input.pow(norm_type), kernel_size, kernel_size if stride is None else stride, 0, ceil_mode)
    return (ops.sign(out) * ops.relu(ops.abs(out)) * (height * width)).pow(1.0 / norm_type)


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False):
    _require_norm(norm_type)
    depth, height, width = _several(kernel_size, 3)
    out = ops.avg_pool3d(input.pow(norm_type), kernel_size, kernel_size if stride is None else stride, 0, ceil_mode)
    return (ops.sign(out) * ops.relu(ops.abs(out)) * (depth * height * width)).pow(1.0 / norm_type)
