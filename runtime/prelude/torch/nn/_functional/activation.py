"""Activations."""
import torch
from torch import _C_ops as ops, _expected
from torch._C_autograd import _name_node
from torch._out import stored


def relu(input, inplace=False):
    return torch.relu_(input) if inplace else torch.relu(input)


def relu_(input):
    return ops.relu_(input)


def relu6(input, inplace=False):
    return ops.hardtanh_(input, 0, 6) if inplace else ops.hardtanh(input, 0, 6)


def threshold(input, threshold, value, inplace=False):
    return ops.threshold_(input, threshold, value) if inplace else ops.threshold(input, threshold, value)


def threshold_(input, threshold, value):
    return ops.threshold_(input, threshold, value)


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False):
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    return ops.hardtanh_(input, min_val, max_val) if inplace else ops.hardtanh(input, min_val, max_val)


def hardtanh_(input, min_val=-1.0, max_val=1.0):
    return ops.hardtanh_(input, min_val, max_val)


def elu(input, alpha=1.0, inplace=False):
    return ops.elu_(input, alpha) if inplace else ops.elu(input, alpha)


def elu_(input, alpha=1.0):
    return ops.elu_(input, alpha)


def selu(input, inplace=False):
    alpha = 1.6732632423543772848170429916717
    scale = 1.0507009873554804934193349852946
    return ops.elu_(input, alpha, scale) if inplace else ops.elu(input, alpha, scale)


def celu(input, alpha=1.0, inplace=False):
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return ops.celu_(input, alpha) if inplace else ops.celu(input, alpha)


def selu_(input):
    return selu(input, True)


def celu_(input, alpha=1.0):
    return celu(input, alpha, True)


def leaky_relu(input, negative_slope=0.01, inplace=False):
    return ops.leaky_relu_(input, negative_slope) if inplace else ops.leaky_relu(input, negative_slope)


def leaky_relu_(input, negative_slope=0.01):
    return ops.leaky_relu_(input, negative_slope)


def rrelu(input, lower=1.0 / 8, upper=1.0 / 3, training=False, inplace=False):
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if training:
        # One draw, in double precision, for each element that is not positive.
        negative = input <= 0
        draws = torch.empty(int(negative.sum()), dtype=torch.float64).uniform_(lower, upper)
        slope = torch.ones_like(input).masked_scatter_(negative, draws.to(input.dtype))
        return input.mul_(slope) if inplace else _name_node(input * slope, "RreluWithNoiseBackward0")
    result = leaky_relu(input, (lower + upper) / 2, inplace)
    return result if inplace else _name_node(result, "RreluWithNoiseBackward0")


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return rrelu(input, lower, upper, training, True)


def glu(input, dim=-1):
    if input.dim() == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    if isinstance(dim, torch.Tensor):
        dim = int(dim)
    if not isinstance(dim, int):
        _expected.refuse("glu", 2, "dim", "int", dim)
    size = input.size(dim)
    if size % 2 != 0:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim % input.dim()} is size {size}")
    if not input.is_floating_point():
        raise NotImplementedError(f"\"glu_cpu\" not implemented for '{torch._scalar_type_name(input.dtype)}'")
    half = size // 2
    return _name_node(input.narrow(dim, 0, half) * ops.sigmoid(input.narrow(dim, half, half)), "GluBackward0")


def gelu(input, approximate="none", *, out=None):
    return stored("gelu", ops.gelu(input, approximate=approximate), out)


def silu(input, inplace=False):
    return ops.silu_(input) if inplace else ops.silu(input)


def mish(input, inplace=False):
    return ops.mish_(input) if inplace else ops.mish(input)


def hardswish(input, inplace=False):
    return ops.hardswish_(input) if inplace else ops.hardswish(input)


def hardsigmoid(input, inplace=False):
    return ops.hardsigmoid_(input) if inplace else ops.hardsigmoid(input)


def softshrink(input, lambd=0.5, *, out=None):
    if lambd < 0:
        raise RuntimeError(f"lambda must be greater or equal to 0, but found to be {lambd}.")
    if input.dtype.is_floating_point and not lambd <= torch.finfo(input.dtype).max:
        raise RuntimeError(f"lambda must be in range [0, {torch.finfo(input.dtype).max:g}] for input dtype "
                           f"{torch._scalar_type_name(input.dtype)}, but found {lambd:g}")
    return stored("softshrink", ops.softshrink(input, lambd), out)


def tanhshrink(input):
    return input - ops.tanh(input)


def softsign(input):
    return input / (ops.abs(input) + 1)


def tanh(input):
    return ops.tanh(input)


def sigmoid(input):
    return ops.sigmoid(input)


def _softmax_dim(name, rank):
    from warnings import warn
    warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
         stacklevel=4)
    return 0 if rank == 0 or rank == 1 or rank == 3 else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim("softmax", input.dim())
    return input.softmax(dim) if dtype is None else input.softmax(dim, dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim("softmin", input.dim())
    return (-input).softmax(dim) if dtype is None else (-input).softmax(dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    if dim is None:
        dim = _softmax_dim("log_softmax", input.dim())
    return input.log_softmax(dim) if dtype is None else input.log_softmax(dim, dtype=dtype)


def gumbel_softmax(logits, tau=1, hard=False, eps=1e-10, dim=-1):
    noise = -torch.empty_like(logits).exponential_().log()
    soft = ((logits + noise) / tau).softmax(dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    one = torch.zeros_like(logits).scatter_(dim, index, 1.0)
    return one - soft.detach() + soft
