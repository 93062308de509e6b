"""Gradients of elementwise operations of one tensor."""
import math

from torch import _C_ops as ops
from torch._gradients import gradient


@gradient("exp", of=("self",), saves=("result",))
def exp(grad, result):
    return grad * result


@gradient("exp2", of=("self",), saves=("result",))
def exp2(grad, result):
    return grad * result * 0.6931471805599453


@gradient("expm1", of=("self",), saves=("result",))
def expm1(grad, result):
    return grad * (result + 1)


@gradient("log", of=("self",), saves=("self",))
def log(grad, self):
    return grad / self


@gradient("log2", of=("self",), saves=("self",))
def log2(grad, self):
    return grad / (self * 0.6931471805599453)


@gradient("log10", of=("self",), saves=("self",))
def log10(grad, self):
    return grad / (self * 2.302585092994046)


@gradient("log1p", of=("self",), saves=("self",), name="Log1PBackward0")
def log1p(grad, self):
    return grad / (self + 1)


@gradient("sqrt", of=("self",), saves=("result",))
def sqrt(grad, result):
    return grad / (2 * result)


@gradient("rsqrt", of=("self",), saves=("result",))
def rsqrt(grad, result):
    return -0.5 * grad * ops.pow(result, 3)


@gradient("sin", of=("self",), saves=("self",))
def sin(grad, self):
    return grad * ops.cos(self)


@gradient("cos", of=("self",), saves=("self",))
def cos(grad, self):
    return grad * -ops.sin(self)


@gradient("tan", of=("self",), saves=("result",))
def tan(grad, result):
    return grad * (1 + result * result)


@gradient("asin", of=("self",), saves=("self",))
def asin(grad, self):
    return grad * ops.rsqrt(1 - self * self)


@gradient("acos", of=("self",), saves=("self",))
def acos(grad, self):
    return grad * -ops.rsqrt(1 - self * self)


@gradient("atan", of=("self",), saves=("self",))
def atan(grad, self):
    return grad / (self * self + 1)


@gradient("sinh", of=("self",), saves=("self",))
def sinh(grad, self):
    return grad * ops.cosh(self)


@gradient("cosh", of=("self",), saves=("self",))
def cosh(grad, self):
    return grad * ops.sinh(self)


@gradient("tanh", of=("self",), saves=("result",))
def tanh(grad, result):
    return ops.tanh_backward(grad, result)


@gradient("asinh", of=("self",), saves=("self",))
def asinh(grad, self):
    return grad * ops.rsqrt(self * self + 1)


@gradient("acosh", of=("self",), saves=("self",))
def acosh(grad, self):
    return grad * ops.rsqrt(self * self - 1)


@gradient("atanh", of=("self",), saves=("self",))
def atanh(grad, self):
    return grad * (1 / (1 - self * self))


@gradient("sigmoid", of=("self",), saves=("result",))
def sigmoid(grad, result):
    return ops.sigmoid_backward(grad, result)


@gradient("erf", of=("self",), saves=("self",))
def erf(grad, self):
    return 2.0 / math.sqrt(math.pi) * ops.exp(-(self * self)) * grad


@gradient("erfc", of=("self",), saves=("self",))
def erfc(grad, self):
    return -2.0 / math.sqrt(math.pi) * ops.exp(-(self * self)) * grad


@gradient("special_erfcx", of=("self",), saves=("self", "result"))
def erfcx(grad, self, result):
    return (2.0 * self * result - 2.0 / math.sqrt(math.pi)) * grad


@gradient("special_entr", of=("self",), saves=("self",))
def entr(grad, self):
    return grad * (-ops.log(self) - 1)


@gradient("special_log_ndtr", of=("self",), saves=("self", "result"))
def log_ndtr(grad, self, result):
    return grad * ops.exp(-(result + self * self / 2)) / math.sqrt(2 * math.pi)


@gradient("special_ndtri", of=("self",), saves=("result",))
def ndtri(grad, result):
    return grad * (math.sqrt(2 * math.pi) * ops.exp(result * result / 2))


@gradient("erfinv", of=("self",), saves=("self",))
def erfinv(grad, self):
    result = ops.erfinv(self)
    return 0.5 * math.sqrt(math.pi) * ops.exp(result * result) * grad


@gradient("lgamma", of=("self",), saves=("self",))
def lgamma(grad, self):
    return grad * ops.digamma(self)


@gradient("digamma", of=("self",), saves=("self",))
def digamma(grad, self):
    return grad * ops.polygamma(1, self)


@gradient("polygamma", of=("self",), saves=("self",))
def polygamma(grad, self, *, n):
    return grad * ops.polygamma(n + 1, self)


def _apart_from_0(x):
    """Where a quotient by x has no digits, and x with ones there."""
    near = ops.abs(x) <= 2.0 ** -52
    return near, x.masked_fill(near, 1)


@gradient("i0", of=("self",), saves=("self",))
def i0(grad, self):
    return grad * ops.special_i1(self)


@gradient("special_i0e", of=("self",), saves=("self", "result"), name="SpecialI0EBackward0")
def i0e(grad, self, result):
    return grad * (ops.special_i1e(self) - ops.sgn(self) * result)


@gradient("special_i1", of=("self",), saves=("self", "result"))
def i1(grad, self, result):
    near, far = _apart_from_0(self)
    return grad * ops.where(near, 0.5, ops.i0(far) - result / far)


@gradient("special_i1e", of=("self",), saves=("self", "result"), name="SpecialI1EBackward0")
def i1e(grad, self, result):
    near, far = _apart_from_0(self)
    return grad * ops.where(near, 0.5, ops.special_i0e(far) - result * (ops.sgn(far) + 1 / far))


@gradient("reciprocal", of=("self",), saves=("result",))
def reciprocal(grad, result):
    return -grad * (result * result)


@gradient("neg", of=("self",))
def neg(grad):
    return -grad


@gradient("abs", of=("self",), saves=("self",))
def abs_(grad, self):
    return grad * ops.sgn(self)


@gradient("sign", of=("self",))
def sign(grad):
    return ops.zeros_like(grad)


@gradient("sgn", of=("self",), saves=("self", "result"), holomorphic=False)
def sgn(grad, self, result):
    if not self.is_complex():
        return ops.zeros_like(grad)
    # The part of the gradient that turns the point on the unit circle; along it, nothing changes.
    along = ops.real(grad * ops.conj(result))
    return ops.masked_fill((grad - along * result) / ops.abs(self), self == 0, 0)


@gradient("floor", of=("self",))
def floor(grad):
    return ops.zeros_like(grad)


@gradient("ceil", of=("self",))
def ceil(grad):
    return ops.zeros_like(grad)


@gradient("round.decimals", of=("self",))
def round_(grad):
    return ops.zeros_like(grad)


@gradient("trunc", of=("self",))
def trunc(grad):
    return ops.zeros_like(grad)


@gradient("frac", of=("self",))
def frac(grad):
    return grad


@gradient("square", of=("self",), saves=("self",), name="PowBackward0")
def square(grad, self):
    return grad * (2 * self)


@gradient("relu", of=("self",), saves=("result",))
def relu(grad, result):
    return ops.threshold_backward(grad, result, 0)


@gradient("logit", of=("self",), saves=("self",))
def logit(grad, self, *, eps):
    return ops.logit_backward(grad, self, eps)


@gradient("nan_to_num", of=("self",), saves=("self",))
def nan_to_num(grad, self):
    return grad * ops.isfinite(self)


@gradient("special_bessel_j0", of=("self",), saves=("self",))
def bessel_j0(grad, self):
    return grad * -ops.special_bessel_j1(self)


@gradient("special_bessel_j1", of=("self",), saves=("self", "result"))
def bessel_j1(grad, self, result):
    near, far = _apart_from_0(self)
    return grad * ops.where(near, 0.5, ops.special_bessel_j0(far) - result / far)


@gradient("special_bessel_y0", of=("self",), saves=("self",))
def bessel_y0(grad, self):
    return grad * -ops.special_bessel_y1(self)


@gradient("special_bessel_y1", of=("self",), saves=("self", "result"))
def bessel_y1(grad, self, result):
    zero = self == 0
    return grad * ops.where(zero, float("inf"), ops.special_bessel_y0(self) - result / self.masked_fill(zero, 1))


@gradient("special_modified_bessel_i0", of=("self",), saves=("self",))
def modified_bessel_i0(grad, self):
    return grad * ops.special_modified_bessel_i1(self)


@gradient("special_modified_bessel_i1", of=("self",), saves=("self", "result"))
def modified_bessel_i1(grad, self, result):
    near, far = _apart_from_0(self)
    return grad * ops.where(near, 0.5, ops.special_modified_bessel_i0(far) - result / far)


@gradient("special_modified_bessel_k0", of=("self",), saves=("self",))
def modified_bessel_k0(grad, self):
    return grad * -ops.special_modified_bessel_k1(self)


@gradient("special_modified_bessel_k1", of=("self",), saves=("self", "result"))
def modified_bessel_k1(grad, self, result):
    return grad * -(ops.special_modified_bessel_k0(self) + result / self)
