"""Layers of normalisation taken into the layer before them, for inference."""
from copy import deepcopy

import torch
from torch.nn.parameter import Parameter

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]


def _fused(weight, bias, mean, var, eps, gamma, beta, channel):
    """Weight and bias of what computes gamma * (weight x + bias - mean) / sqrt(var + eps) + beta."""
    if bias is None:
        bias = torch.zeros_like(mean)
    scale = torch.rsqrt(var + eps)
    if gamma is not None:
        scale = gamma * scale
    sizes = [1] * weight.dim()
    sizes[channel] = -1
    shift = (bias - mean) * scale
    if beta is not None:
        shift = shift + beta
    return (weight * scale.reshape(sizes)).to(dtype=weight.dtype), shift.to(dtype=bias.dtype)


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    weight, bias = _fused(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, 1 if transpose else 0)
    needs = conv_b.requires_grad if conv_b is not None else conv_w.requires_grad
    return Parameter(weight, conv_w.requires_grad), Parameter(bias, needs)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    return fuse_conv_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b)


def _checked(layer, bn):
    if layer.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("bn.running_mean and bn.running_var must not be None")
    return deepcopy(layer)


def fuse_conv_bn_eval(conv, bn, transpose=False):
    fused = _checked(conv, bn)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps,
                                                    bn.weight, bn.bias, transpose)
    return fused


def fuse_linear_bn_eval(linear, bn):
    fused = _checked(linear, bn)
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError("To fuse, linear.out_features == bn.num_features or bn.num_features == 1")
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps,
                                                      bn.weight, bn.bias)
    return fused
