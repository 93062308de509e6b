"""Special functions."""
import math as _math

from torch import logsumexp, round as _round, where as _where
from torch._C_special import *
from torch._C_special import digamma as psi
from torch._numeric import mvlgamma as multigammaln, sinc
from torch._out import stored as _stored


def _floating(input):
    from torch import get_default_dtype
    return input if input.is_floating_point() else input.to(get_default_dtype())


def round(input, *, decimals=0, out=None):
    if not input.is_floating_point():
        raise NotImplementedError(f"\"round_vml_cpu\" not implemented for '{input.dtype}'")
    return _round(input, decimals=decimals, out=out)


def entr(input, *, out=None):
    """-x log x, 0 at 0 and -inf below."""
    input = _floating(input)
    result = _where(input > 0, -input * input.log(), _where(input == 0, 0.0, _where(input < 0, -_math.inf, input)))
    return _stored("special_entr", result, out)


def ndtr(input, *, out=None):
    """The standard normal distribution function."""
    return _stored("special_ndtr", (_floating(input) * -_math.sqrt(0.5)).erfc() * 0.5, out)


def log_ndtr(input, *, out=None):
    """The logarithm of ndtr, with all its digits far below 0, too."""
    x = _floating(input)
    far = x < -1
    low, high = _where(far, x, -1.0) * _math.sqrt(0.5), _where(far, -1.0, x) * _math.sqrt(0.5)
    result = _where(far, (erfcx(-low) / 2).log() - low * low, (-high.erfc() / 2).log1p())
    return _stored("special_log_ndtr", result, out)


def ndtri(input, *, out=None):
    """The inverse of ndtr."""
    return _stored("special_ndtri", (_floating(input) * 2 - 1).erfinv() * _math.sqrt(2.0), out)


def xlog1py(input, other, *, out=None):
    return _stored("special_xlog1py", xlogy(input, other + 1), out)
