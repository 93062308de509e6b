"""Normalisation."""
import torch
from torch import _C_ops as ops, _expected
from torch._C_ops import rms_norm


def _places(size):
    """How many elements a channel of a sample has."""
    count = 1
    for i in range(2, len(size)):
        count *= size[i]
    return count


def _verify_batch_size(size):
    if size[0] * _places(size) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def _check_statistics(function, running_mean, running_var, evaluates):
    places = ((4, "running_mean", running_mean), (5, "running_var", running_var))
    for place, name, value in places:
        if value is not None:
            _expected.expect_tensor(function, place, name, value)
    if (running_mean is None) != (running_var is None):
        if evaluates:
            raise RuntimeError(f"{'running_mean' if running_mean is None else 'running_var'} must be defined in evaluation mode")
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    for _, name, value in places:
        _expected.refuse_gradient("native_batch_norm", name, value)


def batch_norm(input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-5):
    if training:
        _verify_batch_size(input.size())
        if eps <= 0.0:
            raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    elif eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    if input.dim() == 1 and input.numel() == 0:
        return input.clone()
    _check_statistics("batch_norm", running_mean, running_var, not training)
    return ops.native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


def instance_norm(input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True,
                  momentum=0.1, eps=1e-5):
    """Batch normalisation with every channel of every sample as a channel of its own."""
    size = input.size()
    if use_input_stats and _places(size) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {size}")
    _check_statistics("instance_norm", running_mean, running_var, False)
    samples, channels = size[0], size[1]
    flat = input.contiguous().view([1, samples * channels] + list(size[2:]))
    each_weight = None if weight is None else weight.repeat(samples)
    each_bias = None if bias is None else bias.repeat(samples)
    mean = None if running_mean is None else running_mean.repeat(samples)
    var = None if running_var is None else running_var.repeat(samples)
    out = ops.native_batch_norm(flat, each_weight, each_bias, mean, var, use_input_stats, momentum, eps)[0]
    if use_input_stats:
        with torch.no_grad():
            if running_mean is not None:
                running_mean.copy_(mean.view(samples, channels).mean(0))
            if running_var is not None:
                running_var.copy_(var.view(samples, channels).mean(0))
    return out.view(size)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return ops.native_layer_norm(input, normalized_shape, weight, bias, eps)[0]


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    if input.dim() < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {input.dim()}")
    size = input.size()
    _verify_batch_size([size[0] * size[1] // num_groups, num_groups] + list(size[2:]))
    samples, channels = size[0], size[1]
    if channels % num_groups != 0:
        raise RuntimeError("Expected number of channels in input to be divisible by num_groups, but got input of shape "
                           f"{list(size)} and num_groups={num_groups}")
    area = 1
    for i in range(2, len(size)):
        area *= size[i]
    if channels == 0:
        raise RuntimeError("Expected number of channels to be greater than 0, got 0")
    if area == 0:
        raise RuntimeError("Expected HxW to be greater than 0, got 0")
    return ops.native_group_norm(input, weight, bias, samples, channels, area, num_groups, eps)[0]


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    rank = input.dim()
    if rank < 3:
        raise ValueError(f"Expected 3D or higher dimensionality input (got {rank} dimensions)")
    if input.numel() == 0:
        return input
    square = (input * input).unsqueeze(1)
    if rank == 3:
        square = ops.constant_pad_nd(square, [0, 0, size // 2, (size - 1) // 2], 0)
        mean = ops.avg_pool2d(square, [size, 1], 1).squeeze(1)
    else:
        shape = input.size()
        square = square.view(shape[0], 1, shape[1], shape[2], -1)
        square = ops.constant_pad_nd(square, [0, 0, 0, 0, size // 2, (size - 1) // 2], 0)
        mean = ops.avg_pool3d(square, [size, 1, 1], 1).squeeze(1).view(shape)
    return input / (mean * alpha + k) ** beta


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    length = input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)
    if out is None:
        return input / length
    return torch.div(input, length, out=out)
