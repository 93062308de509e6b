"""Special functions."""
import math as _math

from torch import logsumexp, round as _round
from torch._C_special import *
from torch._C_special import digamma as psi
from torch._numeric import mvlgamma as multigammaln, sinc
from torch._out import stored as _stored


def _floating(input):
    from torch import get_default_dtype
    return input if input.is_floating_point() or input.is_complex() else input.to(get_default_dtype())


def round(input, *, decimals=0, out=None):
    if not input.is_floating_point():
        raise NotImplementedError(f"\"round_vml_cpu\" not implemented for '{input.dtype}'")
    return _round(input, decimals=decimals, out=out)


def ndtr(input, *, out=None):
    """The standard normal distribution function."""
    return _stored("special_ndtr", ((_floating(input) * _math.sqrt(0.5)).erf() + 1) * 0.5, out)
