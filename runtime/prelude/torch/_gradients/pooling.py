"""Gradients of pooling and resampling."""
import torch
from torch import _C_ops as ops
from torch._gradients import gradient


def _several(value, count):
    if isinstance(value, int):
        return [value] * count
    return value if len(value) == count else [value[0]] * count


def _max_pool(grad, self, indices, spatial):
    """The kernel is given a batch: what stands behind two dimensions was pooled."""
    if self.dim() > spatial + 1:
        return ops.max_pool_backward(grad, self, indices)
    return ops.max_pool_backward(grad.unsqueeze(0), self.unsqueeze(0), indices.unsqueeze(0)).squeeze(0)


@gradient("max_pool1d_with_indices", of=("self",), saves=("self", "result1"), name="SqueezeBackward1")
def max_pool1d(grad, self, result1):
    return _max_pool(grad, self, result1, 1)


@gradient("max_pool2d_with_indices", of=("self",), saves=("self", "result1"), name="MaxPool2DWithIndicesBackward0")
def max_pool2d(grad, self, result1):
    return _max_pool(grad, self, result1, 2)


@gradient("max_pool3d_with_indices", of=("self",), saves=("self", "result1"), name="MaxPool3DWithIndicesBackward0")
def max_pool3d(grad, self, result1):
    return _max_pool(grad, self, result1, 3)


@gradient("_adaptive_max_pool", of=("self",), saves=("self", "result1"), name="AdaptiveMaxPool2DBackward0")
def adaptive_max_pool(grad, self, result1, *, output_size):
    return _max_pool(grad, self, result1, len(output_size))


@gradient("max_pool_backward", of=("grad_output",), saves=("indices",))
def max_pool_backward(grad, indices):
    """Reads where the gradient was added."""
    return ops.gather(grad.flatten(2), -1, indices.flatten(2)).reshape(indices.shape)


@gradient("avg_pool1d", of=("self",), saves=("self",), name="SqueezeBackward1")
def avg_pool1d(grad, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad):
    return ops.avg_pool_backward(grad, self, _several(kernel_size, 1), stride, padding, ceil_mode, count_include_pad, None)


@gradient("avg_pool2d", of=("self",), saves=("self",), name="AvgPool2DBackward0")
def avg_pool2d(grad, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    return ops.avg_pool_backward(grad, self, _several(kernel_size, 2), stride, padding, ceil_mode, count_include_pad,
                                 divisor_override)


@gradient("avg_pool3d", of=("self",), saves=("self",), name="AvgPool3DBackward0")
def avg_pool3d(grad, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    return ops.avg_pool_backward(grad, self, _several(kernel_size, 3), stride, padding, ceil_mode, count_include_pad,
                                 divisor_override)


@gradient("avg_pool_backward", of=("grad_output",))
def avg_pool_backward(grad, *, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    if len(kernel_size) == 1:
        return ops.avg_pool1d(grad, kernel_size, stride, padding, ceil_mode, count_include_pad)
    if len(kernel_size) == 2:
        return ops.avg_pool2d(grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return ops.avg_pool3d(grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@gradient("_adaptive_avg_pool", of=("self",), saves=("self",), name="AdaptiveAvgPool2DBackward0")
def adaptive_avg_pool(grad, self, *, output_size):
    if self.dim() > len(output_size) + 1:
        return ops._adaptive_avg_pool_backward(grad, self)
    return ops._adaptive_avg_pool_backward(grad.unsqueeze(0), self.unsqueeze(0)).squeeze(0)


@gradient("_adaptive_avg_pool_backward", of=("grad_output",), saves=("grad_output.shape",))
def adaptive_avg_pool_backward(grad, grad_output_shape):
    return ops._adaptive_avg_pool(grad, grad_output_shape[2:])


@gradient("_max_unpool", of=("self",), saves=("self.shape", "indices"), name="MaxUnpool2DBackward0")
def max_unpool(grad, self_shape, indices, *, output_size):
    kept = len(self_shape) - len(output_size)
    return ops.gather(grad.flatten(kept), -1, indices.flatten(kept)).reshape(self_shape)


@gradient("_upsample_nearest", of=("self",), saves=("self.shape",), name="UpsampleNearest2DBackward0")
def upsample_nearest(grad, self_shape, *, output_size, scales, exact):
    return ops._upsample_nearest_backward(grad, output_size, self_shape, scales, exact)


@gradient("_upsample_nearest_backward", of=("grad_output",))
def upsample_nearest_backward(grad, *, output_size, scales, exact):
    return ops._upsample_nearest(grad, output_size, scales, exact)


@gradient("_upsample_linear", of=("self",), saves=("self.shape",), name="UpsampleBilinear2DBackward0")
def upsample_linear(grad, self_shape, *, output_size, align_corners, scales):
    return ops._upsample_linear_backward(grad, output_size, self_shape, align_corners, scales)


@gradient("_upsample_linear_backward", of=("grad_output",))
def upsample_linear_backward(grad, *, output_size, align_corners, scales):
    return ops._upsample_linear(grad, output_size, align_corners, scales)


@gradient("_upsample_bicubic", of=("self",), saves=("self.shape",), name="UpsampleBicubic2DBackward0")
def upsample_bicubic(grad, self_shape, *, output_size, align_corners, scales):
    return ops._upsample_bicubic_backward(grad, output_size, self_shape, align_corners, scales)


@gradient("_upsample_bicubic_backward", of=("grad_output",))
def upsample_bicubic_backward(grad, *, output_size, align_corners, scales):
    return ops._upsample_bicubic(grad, output_size, align_corners, scales)


@gradient("grid_sampler_2d", of=("input", "grid"), saves=("input", "grid"), name="GridSampler2DBackward0")
def grid_sampler_2d(grad, input, grid, *, interpolation_mode, padding_mode, align_corners):
    if torch.is_grad_enabled():
        return _by_samples(grad, input, grid, interpolation_mode, padding_mode, align_corners)
    return ops.grid_sampler_2d_backward(grad, input, grid, interpolation_mode, padding_mode, align_corners)


def _by_samples(grad, input, grid, interpolation_mode, padding_mode, align_corners):
    """The same, through operations that have gradients: of a volume of one plane."""
    from torch._copies import grid_sampler_3d
    # The grid may hang on the input: that way is not this operation's.
    input, grid = input.view_as(input), grid.view_as(grid)
    points = ops.constant_pad_nd(grid, [0, 1], 0.0).unsqueeze(1)
    volume = grid_sampler_3d(input.unsqueeze(2), points, interpolation_mode, padding_mode, align_corners)
    wanted = [t for t in (input, grid) if t.requires_grad]
    found = list(torch.autograd.grad(volume.squeeze(2), wanted, grad, create_graph=True, allow_unused=True))
    return [found.pop(0) if t.requires_grad else None for t in (input, grid)]


@gradient("max_pool_backward", of=("self",), saves=("self.shape",))
@gradient("avg_pool_backward", of=("self",), saves=("self.shape",))
@gradient("_adaptive_avg_pool_backward", of=("self",), saves=("self.shape",))
def pooled_elements(grad, self_shape):
    """The second gradient does not hang on what was pooled."""
    return grad.new_zeros(self_shape)
