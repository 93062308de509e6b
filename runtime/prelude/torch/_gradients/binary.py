"""Gradients of arithmetic of two tensors, or of a tensor and a number."""
import math

from torch import _C_ops as ops
from torch._gradients import gradient


def scaled(grad, alpha):
    return grad if alpha == 1 else grad * alpha


@gradient("add.Tensor", of=("self",))
def add_self(grad):
    return grad


@gradient("add.Tensor", of=("other",))
def add_other(grad, *, alpha):
    return scaled(grad, alpha)


@gradient("add.Scalar", of=("self",), name="AddBackward0", number="other")
def add_scalar(grad):
    return grad


@gradient("sub.Tensor", of=("self",))
def sub_self(grad):
    return grad


@gradient("sub.Tensor", of=("other",))
def sub_other(grad, *, alpha):
    return scaled(-grad, alpha)


@gradient("sub.Scalar", of=("self",), name="SubBackward0", number="other")
def sub_scalar(grad):
    return grad


@gradient("rsub.Tensor", of=("self",))
def rsub_self(grad, *, alpha):
    return scaled(-grad, alpha)


@gradient("rsub.Tensor", of=("other",))
def rsub_other(grad):
    return grad


@gradient("rsub.Scalar", of=("self",), name="RsubBackward1")
def rsub_scalar(grad, *, alpha):
    return scaled(-grad, alpha)


@gradient("mul.Tensor", of=("self",), saves=("other",))
def mul_self(grad, other):
    return grad * other


@gradient("mul.Tensor", of=("other",), saves=("self",))
def mul_other(grad, self):
    return grad * self


@gradient("mul.Scalar", of=("self",), saves=("other",), name="MulBackward0", number="other")
def mul_scalar(grad, other):
    return grad * other


@gradient("div.Tensor", of=("self",), saves=("other",))
def div_self(grad, other):
    return grad / other


@gradient("div.Tensor", of=("other",), saves=("self", "other"))
def div_other(grad, self, other):
    return -grad * ((self / other) / other)


@gradient("div.Scalar", of=("self",), saves=("other",), name="DivBackward0", number="other")
def div_scalar(grad, other):
    return grad / other


@gradient("div.Tensor_mode", of=("self",), saves=("other",), name="DivBackward2")
def div_mode_self(grad, other, *, rounding_mode):
    return grad / other if rounding_mode is None else ops.zeros_like(grad)


@gradient("div.Tensor_mode", of=("other",), saves=("self", "other"), name="DivBackward2")
def div_mode_other(grad, self, other, *, rounding_mode):
    if rounding_mode is None:
        return -grad * ((self / other) / other)
    return ops.zeros_like(grad)


@gradient("div.Scalar_mode", of=("self",), saves=("other",), name="DivBackward2")
def div_mode_scalar(grad, other, *, rounding_mode):
    return grad / other if rounding_mode is None else ops.zeros_like(grad)


@gradient("remainder.Tensor", of=("self",), name="RemainderBackward1")
def remainder_self(grad):
    return grad


@gradient("remainder.Tensor", of=("other",), saves=("self", "other"), name="RemainderBackward1")
def remainder_other(grad, self, other):
    return -grad * ops.div(self, other, rounding_mode="floor")


@gradient("remainder.Scalar", of=("self",), name="RemainderBackward0")
def remainder_scalar(grad):
    return grad


@gradient("fmod.Tensor", of=("self",), name="FmodBackward1")
def fmod_self(grad):
    return grad


@gradient("fmod.Tensor", of=("other",), saves=("self", "other"), name="FmodBackward1")
def fmod_other(grad, self, other):
    return -grad * ops.div(self, other, rounding_mode="trunc")


@gradient("fmod.Scalar", of=("self",), name="FmodBackward0")
def fmod_scalar(grad):
    return grad


@gradient("pow.Tensor_Scalar", of=("self",), saves=("self",), name="PowBackward0")
def pow_scalar(grad, self, *, exponent):
    if exponent == 0:
        return ops.zeros_like(self)
    return grad * (exponent * ops.pow(self, exponent - 1))


@gradient("pow.Tensor_Tensor", of=("self",), saves=("self", "exponent"), name="PowBackward1")
def pow_self(grad, self, exponent):
    return ops.where(exponent == 0.0, 0.0, grad * (exponent * ops.pow(self, exponent - 1)))


@gradient("pow.Tensor_Tensor", of=("exponent",), saves=("self", "exponent", "result"), name="PowBackward1")
def pow_exponent(grad, self, exponent, result):
    constant = (self == 0).logical_and(ops.real(exponent) >= 0)
    return grad * ops.where(constant, 0.0, result * ops.log(self))


@gradient("pow.Scalar", of=("exponent",), saves=("exponent", "result"), name="PowBackward2")
def pow_base_scalar(grad, exponent, result, *, self):
    if isinstance(self, complex) or exponent.is_complex():
        size, angle = abs(self), math.atan2(self.imag, self.real)
        return grad * (result * complex(math.log(size) if size > 0 else -math.inf, angle))
    if self == 0:
        return grad * ops.where(exponent >= 0, 0.0, result * -math.inf)
    return grad * (result * (math.log(self) if self > 0 else math.nan))


@gradient("atan2", of=("self", "other"), saves=("self", "other"))
def atan2(grad, self, other):
    square = self * self + other * other
    scale = grad * ops.masked_fill(ops.reciprocal(square), square == 0, 0)
    return scale * other, scale * -self


@gradient("maximum", of=("self",), saves=("self", "other"))
def maximum_self(grad, self, other):
    return ops.where(self < other, 0.0, ops.where(self == other, grad / 2, grad))


@gradient("maximum", of=("other",), saves=("self", "other"))
def maximum_other(grad, self, other):
    return ops.where(self > other, 0.0, ops.where(self == other, grad / 2, grad))


@gradient("minimum", of=("self",), saves=("self", "other"))
def minimum_self(grad, self, other):
    return ops.where(self > other, 0.0, ops.where(self == other, grad / 2, grad))


@gradient("minimum", of=("other",), saves=("self", "other"))
def minimum_other(grad, self, other):
    return ops.where(self < other, 0.0, ops.where(self == other, grad / 2, grad))


@gradient("fmax", of=("self",), saves=("self", "other"))
def fmax_self(grad, self, other):
    chosen = (self >= other).logical_or(ops.isnan(other))
    return ops.where(chosen, ops.where(self == other, grad / 2, grad), 0.0)


@gradient("fmax", of=("other",), saves=("self", "other"))
def fmax_other(grad, self, other):
    chosen = (self >= other).logical_or(ops.isnan(other))
    return ops.where(self == other, grad / 2, ops.where(chosen, 0.0, grad))


@gradient("fmin", of=("self",), saves=("self", "other"))
def fmin_self(grad, self, other):
    chosen = (self <= other).logical_or(ops.isnan(other))
    return ops.where(chosen, ops.where(self == other, grad / 2, grad), 0.0)


@gradient("fmin", of=("other",), saves=("self", "other"))
def fmin_other(grad, self, other):
    chosen = (self <= other).logical_or(ops.isnan(other))
    return ops.where(self == other, grad / 2, ops.where(chosen, 0.0, grad))


@gradient("hypot", of=("self",), saves=("self", "result"))
def hypot_self(grad, self, result):
    return grad * (self / result)


@gradient("hypot", of=("other",), saves=("other", "result"))
def hypot_other(grad, other, result):
    return grad * (other / result)


@gradient("logaddexp", of=("self",), saves=("self", "other"))
def logaddexp_self(grad, self, other):
    return grad / (1 + ops.exp(other - self))


@gradient("logaddexp", of=("other",), saves=("self", "other"))
def logaddexp_other(grad, self, other):
    return grad / (1 + ops.exp(self - other))


@gradient("logaddexp2", of=("self",), saves=("self", "other"))
def logaddexp2_self(grad, self, other):
    return grad / (1 + ops.pow(2, other - self))


@gradient("logaddexp2", of=("other",), saves=("self", "other"))
def logaddexp2_other(grad, self, other):
    return grad / (1 + ops.pow(2, self - other))


@gradient("copysign.Tensor", of=("self",), saves=("self", "result"))
def copysign_self(grad, self, result):
    return grad * (result / self).masked_fill(self == 0, 0)


@gradient("copysign.Tensor", of=("other",))
def copysign_other(grad):
    return ops.zeros_like(grad)


@gradient("xlogy.Tensor", of=("self",), saves=("self", "other"))
def xlogy_self(grad, self, other):
    return ops.xlogy(grad, other).masked_fill((self == 0.0).logical_and(other <= 0.0), 0.0)


@gradient("xlogy.Tensor", of=("other",), saves=("self", "other"))
def xlogy_other(grad, self, other):
    return grad * self / other


@gradient("xlogy.Scalar_Other", of=("self",), saves=("self",), name="XlogyBackward2")
def xlogy_scalar(grad, self, *, other):
    scaled = ops.xlogy(grad, other)
    return scaled if other > 0 else scaled.masked_fill(self == 0.0, 0.0)


@gradient("xlogy.Scalar_Self", of=("other",), saves=("other",), name="XlogyBackward1")
def xlogy_of_number(grad, self, other):
    return grad * self / other


@gradient("special_xlog1py", of=("self",), saves=("self", "other"), name="SpecialXlog1PyBackward0")
def xlog1py_self(grad, self, other):
    return ops.special_xlog1py(grad, other).masked_fill((self == 0.0).logical_and(other <= -1.0), 0.0)


@gradient("special_xlog1py", of=("other",), saves=("self", "other"))
def xlog1py_other(grad, self, other):
    return grad * self / (other + 1)


@gradient("special_xlog1py.self_scalar", of=("other",), saves=("other",), name="SpecialXlog1PyBackward1")
def xlog1py_of_number(grad, self, other):
    return grad * self / (other + 1)


@gradient("special_xlog1py.other_scalar", of=("self",), saves=("self",), name="SpecialXlog1PyBackward2")
def xlog1py_with_number(grad, self, *, other):
    scaled = ops.special_xlog1py(grad, other)
    return scaled if other > -1 else scaled.masked_fill(self == 0.0, 0.0)


@gradient("nextafter", of=("self",), saves=("self", "other"))
def nextafter_self(grad, self, other):
    return ops.where(self == other, 0.0, grad)


@gradient("nextafter", of=("other",))
def nextafter_other(grad):
    return ops.zeros_like(grad)


@gradient("copysign.Scalar", of=("self",), saves=("self", "result"), name="CopysignBackward1")
def copysign_scalar(grad, self, result):
    return grad * (result / self).masked_fill(self == 0, 0)


def _density(a, x):
    """The derivative of the lower incomplete gamma function for its bound."""
    return ops.exp((a - 1) * ops.log(x) - x - ops.lgamma(a))


@gradient("igamma", of=("self",))
def igamma_self(grad):
    raise NotImplementedError("the derivative for 'igamma: input' is not implemented.")


@gradient("igamma", of=("other",), saves=("self", "other"))
def igamma_other(grad, self, other):
    return grad * _density(self, other)


@gradient("igammac", of=("self",))
def igammac_self(grad):
    raise NotImplementedError("the derivative for 'igammac: input' is not implemented.")


@gradient("igammac", of=("other",), saves=("self", "other"))
def igammac_other(grad, self, other):
    return -grad * _density(self, other)


@gradient("special_zeta", of=("self",))
def zeta_self(grad):
    raise NotImplementedError("the derivative for 'zeta' is not implemented.")


@gradient("special_zeta", of=("other",), saves=("self", "other"))
def zeta_other(grad, self, other):
    return grad * -self * ops.special_zeta(self + 1.0, other)


@gradient("special_zeta.self_scalar", of=("other",), saves=("other",), name="SpecialZetaBackward1")
def zeta_of_number(grad, self, other):
    return grad * -self * ops.special_zeta(self + 1.0, other)


@gradient("special_zeta.other_scalar", of=("self",), name="SpecialZetaBackward2")
def zeta_with_number(grad):
    raise NotImplementedError("the derivative for 'zeta' is not implemented.")
