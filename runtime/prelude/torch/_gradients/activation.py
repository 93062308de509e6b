"""Gradients of activations, and the gradients of those gradients."""
import math

from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("gelu", of=("self",), saves=("self",))
def gelu(grad, self, *, approximate):
    return ops.gelu_backward(grad, self, approximate=approximate)


@gradient("silu", of=("self",), saves=("self",))
def silu(grad, self):
    return ops.silu_backward(grad, self)


@gradient("mish", of=("self",), saves=("self",))
def mish(grad, self):
    return ops.mish_backward(grad, self)


@gradient("elu", of=("self",), saves=("self",))
def elu(grad, self, *, alpha, scale, input_scale):
    return ops.elu_backward(grad, alpha, scale, input_scale, False, self)


@gradient("elu_", of=("self",), saves=("result",))
def elu_in_place(grad, result, *, alpha, scale, input_scale):
    return ops.elu_backward(grad, alpha, scale, input_scale, True, result)


@gradient("celu", of=("self",), saves=("self",))
def celu(grad, self, *, alpha):
    return ops.elu_backward(grad, alpha, 1.0, 1.0 / alpha, False, self)


@gradient("celu_", of=("self",), saves=("result",))
def celu_in_place(grad, result, *, alpha):
    return ops.elu_backward(grad, alpha, 1.0, 1.0 / alpha, True, result)


@gradient("_prelu_kernel", of=("self",), saves=("self", "weight"))
def prelu_self(grad, self, weight):
    return ops.where(self > 0, grad, weight * grad)


@gradient("_prelu_kernel", of=("weight",), saves=("self",))
def prelu_weight(grad, self):
    return ops.where(self > 0, 0.0, self * grad)


@gradient("leaky_relu", of=("self",), saves=("self",))
def leaky_relu(grad, self, *, negative_slope):
    return ops.leaky_relu_backward(grad, self, negative_slope, False)


@gradient("leaky_relu_", of=("self",), saves=("result",))
def leaky_relu_in_place(grad, result, *, negative_slope):
    return ops.leaky_relu_backward(grad, result, negative_slope, True)


@gradient("hardtanh", of=("self",), saves=("self",))
def hardtanh(grad, self, *, min_val, max_val):
    return ops.hardtanh_backward(grad, self, min_val, max_val)


@gradient("hardtanh_", of=("self",), saves=("result",), name="HardtanhBackward0")
def hardtanh_in_place(grad, result, *, min_val, max_val):
    return ops.hardtanh_backward(grad, result, min_val, max_val)


@gradient("hardswish", of=("self",), saves=("self",))
def hardswish(grad, self):
    return ops.hardswish_backward(grad, self)


@gradient("hardsigmoid", of=("self",), saves=("self",))
def hardsigmoid(grad, self):
    return ops.hardsigmoid_backward(grad, self)


@gradient("hardshrink", of=("self",), saves=("self",))
def hardshrink(grad, self, *, lambd):
    return ops.hardshrink_backward(grad, self, lambd)


@gradient("softshrink", of=("self",), saves=("self",))
def softshrink(grad, self, *, lambd):
    return ops.hardshrink_backward(grad, self, lambd)


@gradient("softplus", of=("self",), saves=("self",))
def softplus(grad, self, *, beta, threshold):
    return ops.softplus_backward(grad, self, beta, threshold)


@gradient("log_sigmoid", of=("self",), saves=("self",))
def log_sigmoid(grad, self):
    return ops.log_sigmoid_backward(grad, self)


@gradient("threshold", of=("self",), saves=("self",))
@gradient("threshold_", of=("self",), saves=("self",))
def threshold(grad, self, *, threshold):
    return ops.threshold_backward(grad, self, threshold)


# ---- second derivatives
@gradient("sigmoid_backward", of=("grad_output",), saves=("output",))
def sigmoid_backward_grad(grad, output):
    return ops.sigmoid_backward(grad, output)


@gradient("sigmoid_backward", of=("output",), saves=("grad_output", "output"))
def sigmoid_backward_output(grad, grad_output, output):
    return grad * grad_output * (1 - 2 * output)


@gradient("tanh_backward", of=("grad_output",), saves=("output",))
def tanh_backward_grad(grad, output):
    return ops.tanh_backward(grad, output)


@gradient("tanh_backward", of=("output",), saves=("grad_output", "output"))
def tanh_backward_output(grad, grad_output, output):
    return grad * (-2 * output * grad_output)


@gradient("threshold_backward", of=("grad_output",), saves=("self",))
def threshold_backward_grad(grad, self, *, threshold):
    return ops.threshold_backward(grad, self, threshold)


@gradient("threshold_backward", of=("self",))
def threshold_backward_self(grad):
    return ops.zeros_like(grad)


@gradient("gelu_backward", of=("grad_output",), saves=("self",))
def gelu_backward_grad(grad, self, *, approximate):
    return ops.gelu_backward(grad, self, approximate=approximate)


@gradient("gelu_backward", of=("self",), saves=("grad_output", "self"))
def gelu_backward_self(grad, grad_output, self, *, approximate):
    if approximate == "none":
        density = ops.exp(self * self * -0.5) * (1.0 / math.sqrt(2.0 * math.pi))
        return grad * grad_output * density * (2.0 - self * self)
    beta = math.sqrt(2.0 / math.pi)
    kappa = 0.044715
    inner = beta * (self + kappa * self * self * self)
    slope = beta * (1.0 + 3.0 * kappa * self * self)
    bend = beta * 6.0 * kappa * self
    t = ops.tanh(inner)
    s = 1.0 - t * t
    second = s * slope + 0.5 * self * (s * bend - 2.0 * t * s * slope * slope)
    return grad * grad_output * second


@gradient("silu_backward", of=("grad_output",), saves=("self",))
def silu_backward_grad(grad, self):
    return ops.silu_backward(grad, self)


@gradient("silu_backward", of=("self",), saves=("grad_output", "self"))
def silu_backward_self(grad, grad_output, self):
    s = ops.sigmoid(self)
    return grad * grad_output * (s * (1 - s)) * (2 + self * (1 - 2 * s))


@gradient("mish_backward", of=("grad_output",), saves=("self",))
def mish_backward_grad(grad, self):
    return ops.mish_backward(grad, self)


@gradient("mish_backward", of=("self",), saves=("grad_output", "self"))
def mish_backward_self(grad, grad_output, self):
    t = ops.tanh(ops.softplus(self))
    s = ops.sigmoid(self)
    first = (1 - t * t) * s
    second = first * (2 - 2 * self * t * s + self * (1 - s))
    return grad * grad_output * second


@gradient("elu_backward", of=("grad_output",), saves=("self_or_result",))
def elu_backward_grad(grad, self_or_result, *, alpha, scale, input_scale, is_result):
    return ops.elu_backward(grad, alpha, scale, input_scale, is_result, self_or_result)


@gradient("elu_backward", of=("self_or_result",), saves=("grad_output", "self_or_result"))
def elu_backward_self(grad, grad_output, self_or_result, *, alpha, scale, input_scale, is_result):
    if is_result:
        return grad * grad_output * input_scale * (self_or_result < 0)
    return ops.elu_backward(grad * grad_output * input_scale, alpha, scale, input_scale, False,
                            self_or_result) * (self_or_result < 0)


@gradient("leaky_relu_backward", of=("grad_output",), saves=("self",))
def leaky_relu_backward_grad(grad, self, *, negative_slope, self_is_result):
    return ops.leaky_relu_backward(grad, self, negative_slope, self_is_result)


@gradient("leaky_relu_backward", of=("self",))
def leaky_relu_backward_self(grad):
    return ops.zeros_like(grad)


@gradient("hardtanh_backward", of=("grad_output",), saves=("self",))
def hardtanh_backward_grad(grad, self, *, min_val, max_val):
    return ops.hardtanh_backward(grad, self, min_val, max_val)


@gradient("hardtanh_backward", of=("self",))
def hardtanh_backward_self(grad):
    return ops.zeros_like(grad)


@gradient("hardshrink_backward", of=("grad_output",), saves=("self",))
def hardshrink_backward_grad(grad, self, *, lambd):
    return ops.hardshrink_backward(grad, self, lambd)


@gradient("hardshrink_backward", of=("self",))
def hardshrink_backward_self(grad):
    return ops.zeros_like(grad)


@gradient("hardswish_backward", of=("grad_output",), saves=("self",))
def hardswish_backward_grad(grad, self):
    return ops.hardswish_backward(grad, self)


@gradient("hardswish_backward", of=("self",), saves=("grad_output", "self"))
def hardswish_backward_self(grad, grad_output, self):
    return grad * grad_output * ((self > -3.0).logical_and(self < 3.0) / 3.0)


@gradient("hardsigmoid_backward", of=("grad_output",), saves=("self",))
def hardsigmoid_backward_grad(grad, self):
    return ops.hardsigmoid_backward(grad, self)


@gradient("hardsigmoid_backward", of=("self",))
def hardsigmoid_backward_self(grad):
    return ops.zeros_like(grad)


@gradient("softplus_backward", of=("grad_output",), saves=("self",))
def softplus_backward_grad(grad, self, *, beta, threshold):
    return ops.softplus_backward(grad, self, beta, threshold)


@gradient("softplus_backward", of=("self",), saves=("grad_output", "self"))
def softplus_backward_self(grad, grad_output, self, *, beta, threshold):
    s = ops.sigmoid(self * beta)
    return grad * grad_output * (s * (1 - s) * beta) * (self * beta < threshold)


@gradient("log_sigmoid_backward", of=("grad_output",), saves=("self",))
def log_sigmoid_backward_grad(grad, self):
    return ops.log_sigmoid_backward(grad, self)


@gradient("log_sigmoid_backward", of=("self",), saves=("grad_output", "self"))
def log_sigmoid_backward_self(grad, grad_output, self):
    s = ops.sigmoid(self)
    return grad * grad_output * (s * (s - 1))


@gradient("logit_backward", of=("grad_output",), saves=("self",))
def logit_backward_grad(grad, self, *, eps):
    return ops.logit_backward(grad, self, eps)


@gradient("logit_backward", of=("self",), saves=("grad_output", "self"))
def logit_backward_self(grad, grad_output, self, *, eps):
    least = 0.0 if eps is None else eps
    inside = (self >= least) & (self <= 1 - least)
    bend = -(grad_output * inside) / (self * (1 - self)).square()
    return grad * (bend * (1 - self) - bend * self)
