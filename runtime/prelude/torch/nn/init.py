"""Initial values of parameters, drawn in torch's order from torch's streams."""
import math
from warnings import warn

import torch


def _uniform(tensor, a, b, generator=None):
    with torch.no_grad():
        return tensor.uniform_(a, b, generator=generator)


def _normal(tensor, mean, std, generator=None):
    with torch.no_grad():
        return tensor.normal_(mean, std, generator=generator)


def _fill(tensor, value):
    with torch.no_grad():
        return tensor.fill_(value)


# Standard deviations that keep the size of values: one over that of the function's results for normal arguments.
_GAINS = {"linear": 1, "sigmoid": 1, "tanh": 5.0 / 3, "relu": math.sqrt(2.0), "selu": 3.0 / 4}
_CONVOLUTIONS = ("conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d")


def _leaky_gain(slope):
    if slope is None:
        slope = 0.01
    elif isinstance(slope, bool) or not isinstance(slope, (int, float)):
        raise ValueError(f"negative_slope {slope} not a valid number")
    return math.sqrt(2.0 / (1 + slope ** 2))


def calculate_gain(nonlinearity, param=None):
    if nonlinearity == "leaky_relu":
        return _leaky_gain(param)
    known = "linear" if nonlinearity in _CONVOLUTIONS else nonlinearity
    if known not in _GAINS:
        raise ValueError(f"Unsupported nonlinearity {nonlinearity}")
    return _GAINS[known]


def uniform_(tensor, a=0.0, b=1.0, generator=None):
    return _uniform(tensor, a, b, generator)


def normal_(tensor, mean=0.0, std=1.0, generator=None):
    return _normal(tensor, mean, std, generator)


def _cumulative(x):
    return (1.0 + math.erf(x / math.sqrt(2.0))) / 2.0


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None):
    if mean < a - 2 * std or mean > b + 2 * std:
        warn("mean is more than 2 std from [a, b] in nn.init.trunc_normal_. The distribution of values may be incorrect.",
             stacklevel=2)
    return _no_grad_trunc_normal_(tensor, mean, std, a, b, generator)


def _no_grad_trunc_normal_(tensor, mean, std, a, b, generator=None):
    with torch.no_grad():
        inside = _cumulative((b - mean) / std) - _cumulative((a - mean) / std)
        if inside > 0.3:
            return _normals_between(tensor, mean, std, a, b, generator)
        return _rejected_uniforms(tensor, mean, std, a, b, generator)


def _normals_between(tensor, mean, std, a, b, generator):
    """Normal numbers, drawn again until all lie between the limits, which are rounded as the tensor's elements."""
    low, high = tensor.new_tensor(a).item(), tensor.new_tensor(b).item()
    drawn = tensor.normal_(mean, std, generator=generator)
    outside = (drawn < low) | (drawn > high)
    while outside.any():
        drawn = torch.where(outside, torch.empty_like(drawn).normal_(mean, std, generator=generator), drawn)
        outside = (drawn < low) | (drawn > high)
    if drawn is not tensor:
        tensor.copy_(drawn)
    return tensor


def _rejected_uniforms(tensor, mean, std, a, b, generator):
    """Uniform numbers, each kept with the density at its place: for limits that few normal numbers meet."""
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    coins = torch.empty_like(tensor)

    def refused(candidates):
        density = candidates.sub_(mean).div_(std).pow_(2).mul_(-0.5).sub_(peak)
        return coins.uniform_(generator=generator).log_().gt(density)

    tensor.uniform_(a, b, generator=generator)
    pending = refused(tensor.clone())
    drawn = tensor
    while pending.any():
        candidates = torch.empty_like(tensor).uniform_(a, b, generator=generator)
        drawn = torch.where(pending, candidates, drawn)
        pending = torch.where(pending, refused(candidates), pending)
    if drawn is not tensor:
        tensor.copy_(drawn)
    return tensor


def constant_(tensor, val):
    return _fill(tensor, val)


def ones_(tensor):
    return _fill(tensor, 1.0)


def zeros_(tensor):
    with torch.no_grad():
        return tensor.zero_()


def _check_matrix(tensor):
    if tensor.ndimension() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")


def eye_(tensor):
    _check_matrix(tensor)
    with torch.no_grad():
        return tensor.copy_(torch.eye(tensor.shape[0], tensor.shape[1]))


def dirac_(tensor, groups=1):
    dimensions = tensor.ndimension()
    if dimensions not in (3, 4, 5):
        raise ValueError("Only tensors with 3, 4, or 5 dimensions are supported")
    sizes = tensor.size()
    if sizes[0] % groups != 0:
        raise ValueError("dim 0 must be divisible by groups")
    per_group = sizes[0] // groups
    middle = tuple([sizes[i] // 2 for i in range(2, dimensions)])
    with torch.no_grad():
        tensor.zero_()
        for g in range(groups):
            for d in range(min(per_group, sizes[1])):
                tensor[(g * per_group + d, d) + middle] = 1
    return tensor


def _calculate_fan_in_and_fan_out(tensor):
    dimensions = tensor.dim()
    if dimensions < 2:
        raise ValueError("Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
    area = 1
    for size in tensor.shape[2:]:
        area *= size
    return tensor.size(1) * area, tensor.size(0) * area


def xavier_uniform_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    a = math.sqrt(3.0) * std
    return _uniform(tensor, -a, a, generator)


def xavier_normal_(tensor, gain=1.0, generator=None):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    std = gain * math.sqrt(2.0 / float(fan_in + fan_out))
    return _normal(tensor, 0.0, std, generator)


def _calculate_correct_fan(tensor, mode):
    modes = ["fan_in", "fan_out"]
    if mode.lower() not in modes:
        raise ValueError(f"Mode {mode.lower()} not supported, please use one of {modes}")
    return _calculate_fan_in_and_fan_out(tensor)[modes.index(mode.lower())]


def _kaiming_deviation(tensor, a, mode, nonlinearity):
    """The standard deviation, None for a tensor without elements."""
    if 0 in tensor.shape:
        warn("Initializing zero-element tensors is a no-op", stacklevel=3)
        return None
    fan = _calculate_correct_fan(tensor, mode)
    return calculate_gain(nonlinearity, a) / math.sqrt(fan)


def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    std = _kaiming_deviation(tensor, a, mode, nonlinearity)
    return tensor if std is None else _uniform(tensor, -math.sqrt(3.0) * std, math.sqrt(3.0) * std, generator)


def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None):
    std = _kaiming_deviation(tensor, a, mode, nonlinearity)
    return tensor if std is None else _normal(tensor, 0.0, std, generator)


def orthogonal_(tensor, gain=1, generator=None):
    """The orthogonal factor of a matrix of normal numbers, at least as high as wide, whose signs make it unique."""
    if tensor.ndimension() < 2:
        raise ValueError("Only tensors with 2 or more dimensions are supported")
    if tensor.numel() != 0:
        shape = (tensor.size(0), tensor.numel() // tensor.size(0))
        wide = shape[0] < shape[1]
        drawn = tensor.new_empty(shape).normal_(generator=generator)
        basis, triangle = torch.linalg.qr(drawn.t() if wide else drawn)
        basis = basis * torch.sign(triangle.diagonal())
        with torch.no_grad():
            tensor.view(shape).copy_(basis.t() if wide else basis)
            tensor.mul_(gain)
    return tensor


def sparse_(tensor, sparsity, std=0.01, generator=None):
    _check_matrix(tensor)
    rows = tensor.size(0)
    empty = math.ceil(sparsity * rows)
    with torch.no_grad():
        tensor.normal_(0, std, generator=generator)
        for column in tensor.unbind(1):
            column[torch.randperm(rows)[:empty]] = 0
    return tensor


def _deprecated(name, function):
    def old(*args, **kwargs):
        warn(f"`nn.init.{name}` is now deprecated in favor of `nn.init.{name}_`.", FutureWarning, stacklevel=2)
        return function(*args, **kwargs)
    return old


uniform = _deprecated("uniform", uniform_)
normal = _deprecated("normal", normal_)
constant = _deprecated("constant", constant_)
eye = _deprecated("eye", eye_)
dirac = _deprecated("dirac", dirac_)
xavier_uniform = _deprecated("xavier_uniform", xavier_uniform_)
xavier_normal = _deprecated("xavier_normal", xavier_normal_)
kaiming_uniform = _deprecated("kaiming_uniform", kaiming_uniform_)
kaiming_normal = _deprecated("kaiming_normal", kaiming_normal_)
orthogonal = _deprecated("orthogonal", orthogonal_)
sparse = _deprecated("sparse", sparse_)
