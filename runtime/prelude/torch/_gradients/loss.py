"""Gradients of losses. `reduction`: 0 none, 1 mean, 2 sum."""
from torch import _C_ops as ops
from torch._gradients import gradient
from torch._gradients.shapes import numel


def over_all(grad, reduction, count):
    """The gradient of each element's loss."""
    return grad / count if reduction == 1 else grad


def reduced(x, reduction):
    return x.mean() if reduction == 1 else x.sum() if reduction == 2 else x


@gradient("mse_loss", of=("self",), saves=("self", "target"))
def mse_loss_self(grad, self, target, *, reduction):
    return ops.mse_loss_backward(grad, self, target, reduction)


@gradient("mse_loss", of=("target",), saves=("self", "target"))
def mse_loss_target(grad, self, target, *, reduction):
    return ops.mse_loss_backward(grad, target, self, reduction)


@gradient("mse_loss_backward", of=("grad_output",), saves=("self", "target"))
def mse_loss_backward_grad(grad, self, target, *, reduction):
    return reduced(2.0 * (self - target) * grad, reduction)


@gradient("mse_loss_backward", of=("self",), saves=("grad_output", "self.shape"))
def mse_loss_backward_self(grad, grad_output, self_shape, *, reduction):
    return 2.0 * grad * over_all(grad_output, reduction, numel(self_shape))


@gradient("mse_loss_backward", of=("target",), saves=("grad_output", "self.shape"))
def mse_loss_backward_target(grad, grad_output, self_shape, *, reduction):
    return -2.0 * grad * over_all(grad_output, reduction, numel(self_shape))


@gradient("smooth_l1_loss", of=("self",), saves=("self", "target"))
def smooth_l1_loss_self(grad, self, target, *, reduction, beta):
    return ops.smooth_l1_loss_backward(grad, self, target, reduction, beta)


@gradient("smooth_l1_loss", of=("target",), saves=("self", "target"))
def smooth_l1_loss_target(grad, self, target, *, reduction, beta):
    return ops.smooth_l1_loss_backward(grad, target, self, reduction, beta)


@gradient("smooth_l1_loss_backward", of=("grad_output",), saves=("self", "target"))
def smooth_l1_loss_backward_grad(grad, self, target, *, reduction, beta):
    difference = self - target
    slope = ops.sgn(difference) if beta == 0 else ops.clamp(difference / beta, -1, 1)
    return reduced(slope * grad, reduction)


@gradient("smooth_l1_loss_backward", of=("self", "target"), saves=("grad_output", "self", "target"))
def smooth_l1_loss_backward_both(grad, grad_output, self, target, *, reduction, beta):
    if beta == 0:
        return ops.zeros_like(grad), ops.zeros_like(grad)
    inside = ops.abs(self - target) < beta
    slope = inside * grad * over_all(grad_output, reduction, self.numel()) / beta
    return slope, -slope


@gradient("huber_loss", of=("self",), saves=("self", "target"))
def huber_loss_self(grad, self, target, *, reduction, delta):
    return ops.huber_loss_backward(grad, self, target, reduction, delta)


@gradient("huber_loss", of=("target",), saves=("self", "target"))
def huber_loss_target(grad, self, target, *, reduction, delta):
    return ops.huber_loss_backward(grad, target, self, reduction, delta)


@gradient("huber_loss_backward", of=("grad_output",), saves=("self", "target"))
def huber_loss_backward_grad(grad, self, target, *, reduction, delta):
    return reduced(ops.clamp(self - target, -delta, delta) * grad, reduction)


@gradient("huber_loss_backward", of=("self", "target"), saves=("grad_output", "self", "target"))
def huber_loss_backward_both(grad, grad_output, self, target, *, reduction, delta):
    inside = ops.abs(self - target) < delta
    slope = inside * grad * over_all(grad_output, reduction, self.numel())
    return slope, -slope


@gradient("binary_cross_entropy", of=("self",), saves=("self", "target", "weight"))
def binary_cross_entropy_self(grad, self, target, weight, *, reduction):
    return ops.binary_cross_entropy_backward(grad, self, target, weight, reduction)


@gradient("binary_cross_entropy", of=("target",), saves=("self", "weight"))
def binary_cross_entropy_target(grad, self, weight, *, reduction):
    each = (ops.clamp(ops.log1p(-self), min=-100.0) - ops.clamp(ops.log(self), min=-100.0)) * grad
    if weight is not None:
        each = each * weight
    return over_all(each, reduction, self.numel())


@gradient("binary_cross_entropy_backward", of=("grad_output",), saves=("self", "target", "weight"))
def binary_cross_entropy_backward_grad(grad, self, target, weight, *, reduction):
    each = grad * (self - target) / ops.clamp(self * (1 - self), min=1e-12)
    if weight is not None:
        each = each * weight
    return reduced(each, reduction)


@gradient("binary_cross_entropy_backward", of=("self",), saves=("grad_output", "self", "target", "weight"))
def binary_cross_entropy_backward_self(grad, grad_output, self, target, weight, *, reduction):
    each = grad * (self * self - 2 * self * target + target) / ops.pow(ops.clamp(self * (1 - self), min=1e-12), 2)
    if weight is not None:
        each = each * weight
    return each * over_all(grad_output, reduction, self.numel())


@gradient("binary_cross_entropy_backward", of=("target",), saves=("grad_output", "self", "weight"))
def binary_cross_entropy_backward_target(grad, grad_output, self, weight, *, reduction):
    each = -grad / ops.clamp(self * (1 - self), min=1e-12)
    if weight is not None:
        each = each * weight
    return each * over_all(grad_output, reduction, self.numel())


@gradient("binary_cross_entropy_with_logits", of=("self",), saves=("self", "target", "weight", "pos_weight"))
def logits_self(grad, self, target, weight, pos_weight, *, reduction):
    return ops.binary_cross_entropy_with_logits_backward(grad, self, target, weight, pos_weight, reduction)


@gradient("binary_cross_entropy_with_logits", of=("target",), saves=("self", "weight", "pos_weight"))
def logits_target(grad, self, weight, pos_weight, *, reduction):
    if pos_weight is None:
        each = -self * grad
    else:
        each = (ops.log_sigmoid(-self) - pos_weight * ops.log_sigmoid(self)) * grad
    if weight is not None:
        each = each * weight
    return over_all(each, reduction, self.numel())


def logits_slope(self, target, weight, pos_weight):
    if pos_weight is None:
        slope = ops.sigmoid(self) - target
    else:
        t = pos_weight * target
        slope = (t + 1 - target) * ops.sigmoid(self) - t
    return slope if weight is None else slope * weight


@gradient("binary_cross_entropy_with_logits_backward", of=("grad_output",),
          saves=("self", "target", "weight", "pos_weight"))
def logits_backward_grad(grad, self, target, weight, pos_weight, *, reduction):
    return reduced(grad * logits_slope(self, target, weight, pos_weight), reduction)


@gradient("binary_cross_entropy_with_logits_backward", of=("self",),
          saves=("grad_output", "self", "target", "weight", "pos_weight"))
def logits_backward_self(grad, grad_output, self, target, weight, pos_weight, *, reduction):
    s = ops.sigmoid(self)
    bend = s * (1 - s)
    if pos_weight is not None:
        bend = bend * (pos_weight * target + 1 - target)
    if weight is not None:
        bend = bend * weight
    return grad * bend * over_all(grad_output, reduction, self.numel())


@gradient("binary_cross_entropy_with_logits_backward", of=("target",),
          saves=("grad_output", "self", "weight", "pos_weight"))
def logits_backward_target(grad, grad_output, self, weight, pos_weight, *, reduction):
    each = -grad
    if pos_weight is not None:
        each = each * (pos_weight - (pos_weight - 1) * ops.sigmoid(self))
    if weight is not None:
        each = each * weight
    return each * over_all(grad_output, reduction, self.numel())


@gradient("nll_loss_forward", of=("self",), saves=("self", "target", "weight", "result1"), name="NllLossBackward0")
def nll_loss(grad, self, target, weight, result1, *, reduction, ignore_index):
    return ops.nll_loss_backward(grad, self, target, weight, reduction, ignore_index, result1)


@gradient("nll_loss_backward", of=("grad_output",), saves=("target", "weight"), name="NllLossBackwardBackward0")
def nll_loss_backward(grad, target, weight, *, reduction, ignore_index):
    return ops.nll_loss_forward(grad, target, weight, reduction, ignore_index)[0]
