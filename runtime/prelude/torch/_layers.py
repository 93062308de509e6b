"""Losses and layers as functions of torch itself: reductions are numbers, none by default, and arguments lie as in the operations' schemas."""
import torch
from torch import _expected
from torch.nn import functional as F

__all__ = ["adaptive_max_pool1d", "alpha_dropout", "alpha_dropout_", "batch_norm", "conv_tbc", "cosine_embedding_loss",
           "ctc_loss", "dropout_", "feature_alpha_dropout", "feature_alpha_dropout_", "feature_dropout",
           "frobenius_norm", "grid_sampler", "group_norm", "hinge_embedding_loss", "instance_norm", "kl_div",
           "margin_ranking_loss", "max_pool1d_with_indices", "native_channel_shuffle", "norm_except_dim", "nuclear_norm",
           "poisson_nll_loss", "rrelu_", "selu_", "triplet_margin_loss"]
_reductions = ("none", "mean", "sum")


def kl_div(input, target, reduction=0, *, log_target=False):
    return F.kl_div(input, target, reduction=_reductions[reduction], log_target=log_target)


def ctc_loss(log_probs, targets, input_lengths, target_lengths, blank=0, reduction=0, zero_infinity=False):
    return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _reductions[reduction], zero_infinity)


def cosine_embedding_loss(input1, input2, target, margin=0.0, reduction=0):
    return F.cosine_embedding_loss(input1, input2, target, margin, reduction=_reductions[reduction])


def hinge_embedding_loss(input, target, margin=1.0, reduction=0):
    return F.hinge_embedding_loss(input, target, margin, reduction=_reductions[reduction])


def margin_ranking_loss(input1, input2, target, margin=0.0, reduction=0):
    return F.margin_ranking_loss(input1, input2, target, margin, reduction=_reductions[reduction])


def poisson_nll_loss(input, target, log_input, full, eps, reduction):
    return F.poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=_reductions[reduction])


def triplet_margin_loss(anchor, positive, negative, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction=0):
    return F.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=_reductions[reduction])


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return F.rrelu(input, lower, upper, training, inplace=True)


def selu_(input):
    return F.selu(input, inplace=True)


def dropout_(input, p, train):
    return F.dropout(input, p, train, inplace=True)


def conv_tbc(input, weight, bias, pad=0):
    """A convolution over time, of (time, batch, channels) with weights (width, channels, results)."""
    if input.dim() != 3:
        raise RuntimeError("Input must have 3 dims: time, batch, in_channel")
    if weight.dim() != 3:
        raise RuntimeError("Weight tensor must have 3 dims: kernel_width, in_channels, out_channels.")
    result = F.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad)
    return result.permute(2, 0, 1).contiguous()


def alpha_dropout(input, p, train):
    return F.alpha_dropout(input, p, train)


def alpha_dropout_(input, p, train):
    return F.alpha_dropout(input, p, train, inplace=True)


def feature_dropout(input, p, train):
    return F.dropout2d(input, p, train)


def feature_alpha_dropout(input, p, train):
    return F.feature_alpha_dropout(input, p, train)


def feature_alpha_dropout_(input, p, train):
    return F.feature_alpha_dropout(input, p, train, inplace=True)


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    modes = ("bilinear", "nearest", "bicubic")
    paddings = ("zeros", "border", "reflection")
    return F.grid_sample(input, grid, modes[interpolation_mode], paddings[padding_mode], align_corners)


def max_pool1d_with_indices(input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False):
    return F.max_pool1d_with_indices(input, kernel_size, stride, padding, dilation, ceil_mode)


def adaptive_max_pool1d(input, output_size):
    return F.adaptive_max_pool1d(input, output_size, return_indices=True)


def native_channel_shuffle(input, groups):
    return F.channel_shuffle(input, groups)


def embedding_bag(weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None,
                  include_last_offset=False, padding_idx=None):
    return torch._C_ops._embedding_bag(weight, indices, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights,
                                       include_last_offset, -1 if padding_idx is None else padding_idx)


def frobenius_norm(input, dim, keepdim=False, *, out=None):
    if not isinstance(dim, (int, tuple, list)):
        _expected.refuse("frobenius_norm", 2, "dim", "tuple of ints", dim)
    return torch.linalg.vector_norm(input, 2, dim, keepdim, out=out)


def nuclear_norm(input, dim=(-2, -1), keepdim=False, *, out=None):
    return torch.linalg.matrix_norm(input, "nuc", dim, keepdim, out=out)


def norm_except_dim(v, pow=2, dim=0):
    _expected.expect_tensor("norm_except_dim", 1, "v", v)
    _expected.expect_integer("norm_except_dim", 2, "pow", pow)
    _expected.expect_integer("norm_except_dim", 3, "dim", dim)
    if dim == -1:
        return v.norm(pow)
    return v.norm(pow, [d for d in range(v.dim()) if d != dim], keepdim=True)


# ---- layers with the arguments of operations
def batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps, cudnn_enabled):
    return torch._C_ops.native_batch_norm(input, weight, bias, running_mean, running_var, training, momentum, eps)[0]


def instance_norm(input, weight, bias, running_mean, running_var, use_input_stats, momentum, eps, cudnn_enabled):
    return F.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5, cudnn_enabled=True):
    return F.group_norm(input, num_groups, weight, bias, eps)
