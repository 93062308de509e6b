"""Dropout."""
import torch
from torch import _C_ops as ops, _expected
from torch._C_autograd import _name_node


def _check(p):
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _refuse_integers(dtype):
    """Scaled by floats, integers would be none any more."""
    if not (dtype.is_floating_point or dtype.is_complex):
        raise RuntimeError(f"result type Float can't be cast to the desired output type {torch._scalar_type_name(dtype)}")


def _kept(input, shape, p):
    """Ones where something stays, zeros elsewhere: of the real type that belongs to the input's."""
    dtype = input.dtype.to_real() if input.dtype.is_complex else input.dtype
    noise = torch.empty_like(input, dtype=dtype) if shape is None else input.new_empty(shape, dtype=dtype)
    return noise.bernoulli_(1 - p)


def dropout(input, p=0.5, training=True, inplace=False):
    _check(p)
    _expected.expect_tensor("dropout", 1, "input", input)
    if not training or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        return input.mul_(torch.zeros((), dtype=input.dtype)) if inplace else input * torch.zeros((), dtype=input.dtype)
    _refuse_integers(input.dtype)
    if inplace:
        return input.mul_(_kept(input, None, p).div_(1 - p))
    return _name_node(ops.native_dropout(input, p, True)[0], "MulBackward0")


def _feature_dropout(input, p, training, inplace):
    """Drops whole channels."""
    _expected.expect_tensor("feature_dropout", 1, "input", input)
    if not training or p == 0 or input.numel() == 0:
        return input
    if input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    if p == 1:
        return input.mul_(torch.zeros((), dtype=input.dtype)) if inplace else input * torch.zeros((), dtype=input.dtype)
    _refuse_integers(input.dtype)
    shape = [input.shape[0], input.shape[1]] + [1] * (input.dim() - 2)
    noise = _kept(input, shape, p).div_(1 - p)
    return input.mul_(noise) if inplace else input * noise


def _with_batch(input, rank, p, training, inplace):
    if input.dim() != rank:
        return _feature_dropout(input, p, training, inplace)
    if inplace:
        return _feature_dropout(input.unsqueeze_(0), p, training, True).squeeze_(0)
    return _feature_dropout(input.unsqueeze(0), p, training, False).squeeze(0)


def dropout1d(input, p=0.5, training=True, inplace=False):
    _check(p)
    if input.dim() not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {input.dim()}D input. Note that dropout1d "
                           "exists to provide channel-wise dropout on inputs with 1 spatial dimension, a channel "
                           "dimension, and an optional batch dimension (i.e. 2D or 3D inputs).")
    return _with_batch(input, 2, p, training, inplace)


def dropout2d(input, p=0.5, training=True, inplace=False):
    _check(p)
    return _feature_dropout(input, p, training, inplace)


def dropout3d(input, p=0.5, training=True, inplace=False):
    _check(p)
    return _with_batch(input, 4, p, training, inplace)


def _alpha_dropout(input, shape, p, training, inplace):
    if not training or p == 0 or input.numel() == 0:
        return input
    if p == 1:
        return input.mul_(torch.zeros((), dtype=input.dtype)) if inplace else input * torch.zeros((), dtype=input.dtype)
    _refuse_integers(torch.int64 if input.dtype == torch.bool else input.dtype)
    alpha = 1.7580993408473766
    a = 1.0 / ((alpha * alpha * p + 1) * (1 - p)) ** 0.5
    noise = _kept(input, shape, p)
    shift = (noise - 1) * (alpha * a) + alpha * a * p
    noise = noise * a
    return input.mul_(noise).add_(shift) if inplace else input * noise + shift


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    _check(p)
    _expected.expect_tensor("alpha_dropout", 1, "input", input)
    return _alpha_dropout(input, None, p, training, inplace)


def feature_alpha_dropout(input, p=0.5, training=False, inplace=False):
    _check(p)
    _expected.expect_tensor("feature_alpha_dropout", 1, "input", input)
    if training and p != 0 and input.dim() < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    shape = [*input.shape[:2]] + [1] * (input.dim() - 2)
    return _alpha_dropout(input, shape, p, training, inplace)
