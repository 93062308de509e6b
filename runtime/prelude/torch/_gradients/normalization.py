"""Gradients of normalisation."""
from torch import _C_ops as ops, complex128, float64
from torch._gradients import gradient
from torch._gradients.shapes import numel


@gradient("native_batch_norm", of=("input", "weight", "bias"),
          saves=("input", "weight", "running_mean", "running_var", "result1", "result2"))
def batch_norm(grad, input, weight, running_mean, running_var, result1, result2, needs, *, training, eps):
    return ops.native_batch_norm_backward(grad, input, weight, running_mean, running_var, result1, result2, training,
                                          eps, needs)


@gradient("_batch_norm_with_update_functional", of=("input", "weight", "bias"),
          saves=("input", "weight", "result1", "result2"), name="NativeBatchNormBackward0")
def batch_norm_with_update(grad, input, weight, result1, result2, needs, *, eps):
    return ops.native_batch_norm_backward(grad, input, weight, None, None, result1, result2, True, eps, needs)


@gradient("native_batch_norm_backward", of=("grad_out", "input", "weight"),
          saves=("grad_out", "input", "weight", "running_mean", "running_var", "save_mean", "save_invstd"),
          name="NativeBatchNormBackwardBackward0")
def batch_norm_backward(grads, grad_out, input, weight, running_mean, running_var, save_mean, save_invstd, *, train,
                        eps):
    rank = input.dim()
    dims = [0] + list(range(2, rank))
    per_channel = [1, input.shape[1]] + [1] * (rank - 2)
    if train:
        mean, rstd = save_mean, save_invstd
    else:
        mean, rstd = running_mean, ops.rsqrt(running_var + eps)
    scale = None if weight is None else weight.reshape(per_channel)
    return normalized_twice(grads, grad_out, input, scale, mean.reshape(per_channel), rstd.reshape(per_channel), dims,
                            dims, per_channel, train)


@gradient("native_layer_norm", of=("input", "weight", "bias"),
          saves=("input", "weight", "bias", "result1", "result2"))
def layer_norm(grad, input, weight, bias, result1, result2, needs, *, normalized_shape):
    return ops.native_layer_norm_backward(grad, input, normalized_shape, result1, result2, weight, bias, needs)


@gradient("native_layer_norm_backward", of=("grad_out", "input", "weight"),
          saves=("grad_out", "input", "mean", "rstd", "weight"), name="NativeLayerNormBackwardBackward0")
def layer_norm_backward(grads, grad_out, input, mean, rstd, weight, *, normalized_shape):
    rank = input.dim()
    count = len(normalized_shape)
    inner = list(range(rank - count, rank))
    outer = list(range(rank - count))
    return normalized_twice(grads, grad_out, input, weight, mean, rstd, inner, outer, normalized_shape, True)


def centred(u, h, inner, count, moving):
    """The backward pass of (x - mean) / deviation, but for the factor 1 / deviation."""
    if not moving:
        return u
    return u - u.sum(inner, True) / count - h * ((u * h).sum(inner, True) / count)


def normalized_twice(grads, g, x, scale, mean, rstd, inner, outer, shape, moving):
    """Differentiates the backward pass of a normalisation. `inner` are the dimensions that were normalised, `outer`
    those that share a weight; `moving` tells whether the statistics came from x."""
    v, of_weight, of_bias = grads
    h = (x - mean) * rstd
    count = 1
    for d in inner:
        count *= x.shape[d]
    to_g = None
    to_x = None
    to_weight = None
    if v is not None:
        base = centred(v, h, inner, count, moving) * rstd
        to_g = base if scale is None else base * scale
        to_weight = (g * base).sum(outer) if outer else g * base
        if moving:
            s = g if scale is None else g * scale
            mean_vh = (v * h).sum(inner, True) / count
            mean_sh = (s * h).sum(inner, True) / count
            covariance = (v * s).sum(inner, True) / count - v.sum(inner, True) * s.sum(inner, True) / (count * count)
            bend = centred(v * mean_sh + s * mean_vh, h, inner, count, True)
            to_x = -rstd * rstd * (bend + h * (covariance - mean_vh * mean_sh))
    if of_weight is not None:
        w = of_weight.reshape(shape)
        part = centred(w * g, h, inner, count, moving) * rstd
        to_x = part if to_x is None else to_x + part
        to_g = w * h if to_g is None else to_g + w * h
    if of_bias is not None:
        part = of_bias.reshape(shape) + ops.zeros_like(g)
        to_g = part if to_g is None else to_g + part
    return to_g, to_x, None if scale is None else to_weight


@gradient("native_group_norm", of=("input", "weight", "bias"), saves=("input", "weight", "result1", "result2"))
def group_norm(grads, input, weight, result1, result2, needs, *, N, C, HxW, group):
    grad, of_mean, of_rstd = grads
    if grad is None:
        to_input = to_weight = to_bias = None
    else:
        to_input, to_weight, to_bias = ops.native_group_norm_backward(grad, input, result1, result2, weight, N, C, HxW,
                                                                      group, needs)
    if needs[0] and (of_mean is not None or of_rstd is not None):
        part = through_statistics(of_mean, of_rstd, input.reshape([N, group, C // group * HxW]), result1, result2)
        part = part.reshape(input.shape)
        to_input = part if to_input is None else to_input + part
    return to_input, to_weight, to_bias


@gradient("native_group_norm_backward", of=("grad_out", "input", "weight"),
          saves=("grad_out", "input", "mean", "rstd", "weight"), name="NativeGroupNormBackwardBackward0")
def group_norm_backward(grads, grad_out, input, mean, rstd, weight, *, N, C, HxW, group):
    rows, per_group, per_channel = [N, group, C // group, HxW], [N, group, 1, 1], [1, group, C // group, 1]
    of_input, of_weight, of_bias = grads
    scale = None if weight is None else weight.reshape(per_channel)
    to_grad, to_input, to_weight = normalized_twice(
        (None if of_input is None else of_input.reshape(rows), of_weight, of_bias), grad_out.reshape(rows), input.reshape(rows),
        scale, mean.reshape(per_group), rstd.reshape(per_group), [2, 3], [0, 3], per_channel, True)
    return (None if to_grad is None else to_grad.reshape(input.shape), None if to_input is None else to_input.reshape(input.shape),
            None if to_weight is None else to_weight.reshape(weight.shape))


def through_statistics(of_mean, of_rstd, rows, mean, rstd):
    """The gradient of rows of elements for their mean and the reciprocal of their deviation."""
    count = rows.shape[-1]
    each = None
    if of_rstd is not None:
        each = (rows - mean.unsqueeze(-1)) * (of_rstd * rstd * rstd * rstd / -count).unsqueeze(-1)
    if of_mean is not None:
        shared = (of_mean / count).unsqueeze(-1).expand(rows.shape)
        each = shared if each is None else each + shared
    return each


@gradient("rms_norm", of=("input", "weight"), saves=("input", "weight"), name="MulBackward0")
def rms_norm(grad, input, weight, needs, *, normalized_shape, eps):
    rank = input.dim()
    inner = list(range(rank - len(normalized_shape), rank))
    count = numel(normalized_shape)
    if eps is None:
        eps = 2.220446049250313e-16 if input.dtype in (float64, complex128) else 1.1920928955078125e-07
    rstd = ops.rsqrt((input * input).mean(inner, True) + eps)
    h = input * rstd
    scaled = grad if weight is None else grad * weight
    to_input = None
    to_weight = None
    if needs[0]:
        to_input = rstd * (scaled - h * ((scaled * h).sum(inner, True) / count))
    if weight is not None and needs[1]:
        to_weight = grad * h
    return to_input, to_weight
