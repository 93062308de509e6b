"""Gradients of pooling and resampling."""
from torch import _C_ops as ops
from torch._gradients import gradient



@gradient("max_pool1d_with_indices", of=("self",), saves=("self", "result1"), name="MaxPool2DWithIndicesBackward0")
def max_pool1d(grad, self, result1):
    return ops.max_pool_backward(grad, self, result1)


@gradient("max_pool2d_with_indices", of=("self",), saves=("self", "result1"), name="MaxPool2DWithIndicesBackward0")
def max_pool2d(grad, self, result1):
    return ops.max_pool_backward(grad, self, result1)


@gradient("max_pool3d_with_indices", of=("self",), saves=("self", "result1"), name="MaxPool3DWithIndicesBackward0")
def max_pool3d(grad, self, result1):
    return ops.max_pool_backward(grad, self, result1)


@gradient("_adaptive_max_pool", of=("self",), saves=("self", "result1"), name="AdaptiveMaxPool2DBackward0")
def adaptive_max_pool(grad, self, result1):
    return ops.max_pool_backward(grad, self, result1)


@gradient("max_pool_backward", of=("grad_output",), saves=("indices",))
def max_pool_backward(grad, indices):
    """Reads where the gradient was added: indices count within the pooled dimensions, the last ones."""
    if grad.shape[:-1] == indices.shape[:-1]:
        return ops.gather(grad, -1, indices)
    if grad.shape[:-2] == indices.shape[:-2]:
        kept = grad.dim() - 2
    else:
        kept = grad.dim() - 3
    return ops.gather(grad.flatten(kept), -1, indices.flatten(kept)).reshape(indices.shape)


@gradient("avg_pool1d", of=("self",), saves=("self",), name="AvgPool2DBackward0")
def avg_pool1d(grad, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad):
    return ops.avg_pool_backward(grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


@gradient("avg_pool2d", of=("self",), saves=("self",), name="AvgPool2DBackward0")
def avg_pool2d(grad, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    return ops.avg_pool_backward(grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                                 divisor_override)


@gradient("avg_pool3d", of=("self",), saves=("self",), name="AvgPool3DBackward0")
def avg_pool3d(grad, self, *, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    return ops.avg_pool_backward(grad, self, kernel_size, stride, padding, ceil_mode, count_include_pad,
                                 divisor_override)


@gradient("avg_pool_backward", of=("grad_output",))
def avg_pool_backward(grad, *, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override):
    if len(kernel_size) == 1:
        return ops.avg_pool1d(grad, kernel_size, stride, padding, ceil_mode, count_include_pad)
    if len(kernel_size) == 2:
        return ops.avg_pool2d(grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)
    return ops.avg_pool3d(grad, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


@gradient("_adaptive_avg_pool", of=("self",), saves=("self",), name="AdaptiveAvgPool2DBackward0")
def adaptive_avg_pool(grad, self):
    return ops._adaptive_avg_pool_backward(grad, self)


@gradient("_adaptive_avg_pool_backward", of=("grad_output",), saves=("grad_output.shape", "self.shape"))
def adaptive_avg_pool_backward(grad, grad_output_shape, self_shape):
    spatial = 0
    for i in range(1, len(self_shape)):
        if self_shape[i] != grad_output_shape[i] and spatial == 0:
            spatial = len(self_shape) - i
    spatial = max(spatial, 1)
    return ops._adaptive_avg_pool(grad, grad_output_shape[len(self_shape) - spatial:])


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
    return ops.grid_sampler_2d_backward(grad, input, grid, interpolation_mode, padding_mode, align_corners)
