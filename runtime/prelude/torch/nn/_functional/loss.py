"""Losses."""
import math
from warnings import warn

import torch
from torch import _C_ops as ops, _expected
from torch._C_autograd import _name_node


def reduction_number(reduction, size_average=None, reduce=None):
    """0 none, 1 mean, 2 sum; `size_average` and `reduce` are the old way to say it."""
    if size_average is not None or reduce is not None:
        size_average = True if size_average is None else size_average
        reduce = True if reduce is None else reduce
        reduction = "mean" if size_average and reduce else "sum" if reduce else "none"
        warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.",
             stacklevel=3)
    if reduction == "mean":
        return 1
    if reduction == "sum":
        return 2
    if reduction == "none":
        return 0
    raise ValueError(f"{reduction} is not a valid value for reduction")


def reduced(loss, reduction):
    return loss.mean() if reduction == 1 else loss.sum() if reduction == 2 else loss


def expect_pair(function, input, target, weight=None):
    """The tensors of a loss."""
    _expected.expect_tensor(function, 1, "input", input)
    _expected.expect_tensor(function, 2, "target", target)
    if weight is not None:
        _expected.expect_tensor(function, 3, "weight", weight)


def _sizes_differ(input, target):
    warn(f"Using a target size (torch.Size({[*target.size()]})) that is different to the input size "
         f"(torch.Size({[*input.size()]})). This will likely lead to incorrect results due to broadcasting. "
         "Please ensure they have the same size.", stacklevel=3)


def _check_weighted(input, weight, reduction, size_average=None, reduce=None):
    if weight.size() != input.size():
        raise ValueError("Weights and input must have the same size.")
    if size_average is None and reduce is None and reduction not in ("none", "mean", "sum"):
        raise ValueError(f"Invalid reduction mode: {reduction}. Expected one of 'none', 'mean', 'sum'.")


def _weighted(losses, weight, number):
    """The mean is that of the weights."""
    losses = losses * weight
    return losses.sum() / weight.sum() if number == 1 else reduced(losses, number)


def _expanded(input, target):
    return (input, target) if target.size() == input.size() else torch.broadcast_tensors(input, target)


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    if target.size() != input.size():
        _sizes_differ(input, target)
    if weight is not None:
        _check_weighted(input, weight, reduction, size_average, reduce)
    number = reduction_number(reduction, size_average, reduce)
    expanded = _expanded(input, target)
    if weight is None:
        return ops.mse_loss(*expanded, number)
    return _weighted(ops.mse_loss(*expanded, 0), weight, number)


def l1_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    if target.size() != input.size():
        _sizes_differ(input, target)
    if weight is not None:
        _check_weighted(input, weight, reduction, size_average, reduce)
    number = reduction_number(reduction, size_average, reduce)
    expanded = _expanded(input, target)
    losses = ops.abs(expanded[0] - expanded[1])
    return reduced(losses, number) if weight is None else _weighted(losses, weight, number)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    if target.size() != input.size():
        _sizes_differ(input, target)
    input, target = _expanded(input, target)
    number = reduction_number(reduction, size_average, reduce)
    if beta == 0.0:
        return reduced(ops.abs(input - target), number)
    return ops.smooth_l1_loss(input, target, number, beta)


def huber_loss(input, target, reduction="mean", delta=1.0, weight=None):
    if target.size() != input.size():
        _sizes_differ(input, target)
    if weight is not None:
        _check_weighted(input, weight, reduction)
    number = reduction_number(reduction)
    expanded = _expanded(input, target)
    if weight is None:
        return ops.huber_loss(*expanded, number, delta)
    return reduced(ops.huber_loss(*expanded, 0, delta) * weight, number)


def binary_cross_entropy(input, target, weight=None, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(f"Using a target size ({target.size()}) that is different to the input size ({input.size()}) is "
                         "deprecated. Please ensure they have the same size.")
    _expected.refuse_gradient("binary_cross_entropy", "weight", weight)
    if weight is not None:
        weight = weight.expand(torch.broadcast_shapes(target.size(), weight.size()))
    return ops.binary_cross_entropy(input, target, weight, number)


def binary_cross_entropy_with_logits(input, target, weight=None, size_average=None, reduce=None, reduction="mean",
                                     pos_weight=None):
    number = reduction_number(reduction, size_average, reduce)
    if target.size() != input.size():
        raise ValueError(f"Target size ({target.size()}) must be the same as input size ({input.size()})")
    _expected.refuse_gradient("binary_cross_entropy_with_logits", "weight", weight)
    _expected.refuse_gradient("binary_cross_entropy_with_logits", "pos_weight", pos_weight)
    return ops.binary_cross_entropy_with_logits(input, target, weight, pos_weight, number)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    expect_pair("kl_div", input, target)
    if not (input.is_floating_point() or input.is_complex()) or not (target.is_floating_point() or target.is_complex()):
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        each = ops.exp(target) * (target - input)
    else:
        each = ops.xlogy(target, target) - target * input
    if size_average is None and reduce is None and reduction == "batchmean":
        return each.sum() / input.size()[0] if input.dim() > 0 else each.sum()
    if reduction == "mean":
        warn("reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides "
             "only by the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the "
             "same as 'batchmean' in the next major release.", stacklevel=2)
    return reduced(each, reduction_number(reduction, size_average, reduce))


def nll_loss(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    expect_pair("nll_loss_nd", input, target, weight)
    return _nll(input, target, weight, number, ignore_index)


def _nll(input, target, weight, number, ignore_index):
    rank = input.dim()
    if rank < 1:
        raise ValueError(f"Expected 1 or more dimensions (got {rank})")
    if rank != 1 and input.shape[0] != target.shape[0]:
        raise ValueError(f"Expected input batch_size ({input.shape[0]}) to match target batch_size ({target.shape[0]}).")
    _expected.refuse_gradient("nll_loss_forward" if rank <= 2 else "nll_loss2d_forward", "weight", weight)
    loss = ops.nll_loss_forward(input, target, weight, number, ignore_index)[0]
    if rank > 2:  # as planes
        _name_node(loss, "NllLoss2DBackward0" if rank == 4 or number != 0 else "ViewBackward0")
    return loss


def cross_entropy(input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean",
                  label_smoothing=0.0):
    number = reduction_number(reduction, size_average, reduce)
    expect_pair("cross_entropy_loss", input, target, weight)
    class_dim = 0 if input.dim() == 1 else 1
    if input.size() == target.size():
        return _cross_entropy_of_probabilities(input, target, weight, number, ignore_index, label_smoothing, class_dim)
    if label_smoothing > 0.0:
        return _cross_entropy_smoothed(input, target, weight, number, ignore_index, label_smoothing, class_dim)
    if label_smoothing < 0.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    return _nll(input.log_softmax(class_dim), target, weight, number, ignore_index)


def linear_cross_entropy(input, linear_weight, target, *, linear_bias=None, weight=None, reduction="mean", ignore_index=None,
                         label_smoothing=0.0, options=None):
    """The cross entropy of a linear layer's outputs. `options` say how to save memory, and change no result."""
    if input.dim() < 1 or input.dim() > 2:
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {input.dim()}")
    if linear_weight.dim() < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {linear_weight.dim()}")
    features = input.shape[-1]
    if features != linear_weight.shape[-1]:
        raise RuntimeError("expected equal input and linear_weight last dimensions (in_features), got "
                           f"{features} and {linear_weight.shape[-1]}, respectively")
    outputs = tuple(linear_weight.shape[:-1])
    if linear_bias is not None and tuple(linear_bias.shape) != outputs:
        raise RuntimeError(f"expected linear_bias shape {outputs}, got {tuple(linear_bias.shape)}")
    if len(outputs) > 1 and input.dim() == 1:
        raise RuntimeError(f"K-dimensional loss defined by linear_weight shape {tuple(linear_weight.shape)} requires batched "
                           f"input, (N, {features}), got unbatched input with shape {tuple(input.shape)}")
    shape = tuple(input.shape[:-1]) + outputs
    if tuple(target.shape) == shape and ignore_index is not None:
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")
    bias = None if linear_bias is None else linear_bias.reshape(-1)
    logits = ops.linear(input, linear_weight.reshape(-1, features), bias).reshape(shape)
    return cross_entropy(logits, target, weight, ignore_index=-100 if ignore_index is None else ignore_index,
                         reduction=reduction, label_smoothing=label_smoothing)


def _per_class(weight, rank, class_dim):
    shape = [1] * rank
    shape[class_dim] = weight.shape[0]
    return weight.view(shape)


def _cross_entropy_of_probabilities(input, target, weight, number, ignore_index, label_smoothing, class_dim):
    if not target.is_floating_point():
        raise RuntimeError("Expected floating point type for target with class probabilities, got "
                           f"{torch._scalar_type_name(target.dtype)}")
    if ignore_index >= 0:
        raise RuntimeError("ignore_index is not supported for floating point target")
    if weight is not None and (weight.dim() != 1 or weight.numel() != input.shape[class_dim]):
        raise RuntimeError("cross_entropy: weight tensor should be defined either for all "
                           f"{input.shape[class_dim]} classes or no classes but got weight tensor of shape: "
                           f"{list(weight.shape)}")
    logs = input.log_softmax(class_dim)
    classes = input.shape[class_dim]
    if label_smoothing > 0.0:
        target = target * (1 - label_smoothing) + label_smoothing / classes
    product = logs * target
    if weight is not None:
        product = product * _per_class(weight, input.dim(), class_dim)
    if number == 1:
        return _name_node(-product.sum() / (input.numel() / classes), "DivBackward1")
    if number == 2:
        return -product.sum()
    return -product.sum(class_dim)


def _cross_entropy_smoothed(input, target, weight, number, ignore_index, label_smoothing, class_dim):
    if label_smoothing > 1.0:
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing}")
    logs = input.log_softmax(class_dim)
    loss = _nll(logs, target, weight, number, ignore_index)
    classes = input.shape[class_dim]
    if weight is not None:
        smooth = -(logs * _per_class(weight, input.dim(), class_dim)).sum(class_dim)
    else:
        smooth = -logs.sum(class_dim)
    ignored = target == ignore_index
    smooth = smooth.masked_fill(ignored, 0.0)
    if number == 1:
        # Sums over what is left, of shapes that do not hang on which those are.
        if weight is not None:
            chosen = weight.gather(0, target.masked_fill(ignored, 0).flatten())
            smooth = smooth.sum() / chosen.masked_fill(ignored.flatten(), 0.0).sum()
        else:
            smooth = smooth.sum() / ignored.logical_not().sum()
    elif number == 2:
        smooth = smooth.sum()
    return (1 - label_smoothing) * loss + smooth * (label_smoothing / classes)


def poisson_nll_loss(input, target, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None,
                     reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    expect_pair("poisson_nll_loss", input, target)
    _expected.expect_truth("poisson_nll_loss", 3, "log_input", log_input)
    _expected.expect_truth("poisson_nll_loss", 4, "full", full)
    if log_input:
        expected = target * input
        each = ops.exp(input) - expected
    else:
        each = input - target * ops.log(input + eps)
    return reduced(each + _log_factorial(target) if full else each, number)


def _log_factorial(n):
    """Stirling's approximation, and 0 up to 1."""
    half_log = 0.5 * ops.log(2 * math.pi * n)
    return (n * ops.log(n) - n + half_log).masked_fill(n <= 1, 0)


def _variances(var, input):
    """A copy of the variances that broadcasts with the input."""
    is_number = isinstance(var, float)
    if var < 0 if is_number else (var < 0).any():
        raise ValueError("var has negative entry/entries")
    if is_number:
        return var * torch.ones_like(input)
    wanted, given = input.size(), var.size()
    if wanted != given:
        if wanted[:-1] == given:
            return var.unsqueeze(-1).clone()
        if len(wanted) != len(given) or sum([b for a, b in zip(wanted, given) if a != b]) != 1:
            raise ValueError("var is of incorrect size")
    return var.clone()


def gaussian_nll_loss(input, target, var, full=False, eps=1e-6, reduction="mean"):
    variances = _variances(var, input)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not valid")
    with torch.no_grad():
        variances.clamp_(min=eps)
    loss = 0.5 * (ops.log(variances) + (input - target) ** 2 / variances)
    if full:
        loss = loss + 0.5 * math.log(2 * math.pi)
    return reduced(loss, reduction_number(reduction))


def soft_margin_loss(input, target, size_average=None, reduce=None, reduction="mean"):
    number = reduction_number(reduction, size_average, reduce)
    expect_pair("soft_margin_loss", input, target)
    _expected.refuse_gradient("soft_margin_loss", "target", target)
    products = -target * input
    if not input.is_floating_point():
        wide = torch._scalar_type_name(products.dtype if products.is_floating_point() else torch.get_default_dtype())
        raise RuntimeError(f"result type {wide} can't be cast to the desired output type {torch._scalar_type_name(input.dtype)}")
    losses = ops.log1p(ops.exp(products.to(input.dtype)))
    return _name_node(reduced(losses, number), "SoftMarginLossBackward0")
