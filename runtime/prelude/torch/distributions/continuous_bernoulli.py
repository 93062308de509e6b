"""Numbers from 0 to 1 with a density that grows or falls exponentially.

Loaiza-Ganem and Cunningham, "The continuous Bernoulli" (2019). Near a probability of one half, where the formulas divide by
nothing, series take their place.
"""
import math

import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions._probs_or_logits import ProbsOrLogits
from torch.distributions.exp_family import ExponentialFamily
from torch.distributions.utils import broadcast_all, clamp_probs


class ContinuousBernoulli(ProbsOrLogits, ExponentialFamily):
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval
    has_rsample = True
    _mean_carrier_measure = 0

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = logits if probs is None else probs
        if probs is None:
            self.logits, = broadcast_all(logits)
        else:
            self.probs, = broadcast_all(probs)
            if validate_args and not self.arg_constraints["probs"].check(self.probs).all():
                raise ValueError("The parameter probs has invalid values")
            self.probs = clamp_probs(self.probs)
        self._param = self.logits if probs is None else self.probs
        self._lims = lims
        super().__init__(torch.Size() if isinstance(given, (int, float)) else self._param.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(ContinuousBernoulli, batch_shape, _instance, probs=0, logits=0)
        new._param = new.probs if "probs" in new.__dict__ else new.logits
        new._lims = self._lims
        return new

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    @property
    def param_shape(self):
        return self._param.size()

    def _slanted(self):
        """Where the density is not nearly even, and probabilities that are not one half."""
        low, high = self._lims
        slanted = (self.probs <= low) | (self.probs > high)
        return slanted, torch.where(slanted, self.probs, low * torch.ones_like(self.probs))

    def _log_constant(self):
        slanted, p = self._slanted()
        below = torch.where(p <= 0.5, p, torch.zeros_like(p))
        above = torch.where(p >= 0.5, p, torch.ones_like(p))
        width = torch.where(p <= 0.5, torch.log1p(-2.0 * below), torch.log(2.0 * above - 1.0))
        exact = torch.log(torch.abs(torch.log1p(-p) - torch.log(p))) - width
        square = torch.pow(self.probs - 0.5, 2)
        return torch.where(slanted, exact, math.log(2.0) + (4.0 / 3.0 + 104.0 / 45.0 * square) * square)

    @property
    def mean(self):
        slanted, p = self._slanted()
        exact = p / (2.0 * p - 1.0) + 1.0 / (torch.log1p(-p) - torch.log(p))
        offset = self.probs - 0.5
        return torch.where(slanted, exact, 0.5 + (1.0 / 3.0 + 16.0 / 45.0 * torch.pow(offset, 2)) * offset)

    @property
    def variance(self):
        slanted, p = self._slanted()
        exact = p * (p - 1.0) / torch.pow(1.0 - 2.0 * p, 2) + 1.0 / torch.pow(torch.log1p(-p) - torch.log(p), 2)
        square = torch.pow(self.probs - 0.5, 2)
        return torch.where(slanted, exact, 1.0 / 12.0 - (1.0 / 15.0 - 128.0 / 945.0 * square) * square)

    @property
    def stddev(self):
        return torch.sqrt(self.variance)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return self.icdf(torch.rand(shape, dtype=self.probs.dtype, device=self.probs.device))

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def log_prob(self, value):
        logits, value = broadcast_all(self.logits, self._validated(value))
        return -F.binary_cross_entropy_with_logits(logits, value, reduction="none") + self._log_constant()

    def cdf(self, value):
        value = self._validated(value)
        slanted, p = self._slanted()
        exact = (torch.pow(p, value) * torch.pow(1.0 - p, 1.0 - value) + p - 1.0) / (2.0 * p - 1.0)
        inner = torch.where(slanted, exact, value)
        inner = torch.where(value <= 0.0, torch.zeros_like(inner), inner)
        return torch.where(value >= 1.0, torch.ones_like(inner), inner)

    def icdf(self, value):
        slanted, p = self._slanted()
        rest = torch.log1p(-p)
        return torch.where(slanted, (torch.log1p(-p + value * (2.0 * p - 1.0)) - rest) / (torch.log(p) - rest), value)

    def entropy(self):
        rest = torch.log1p(-self.probs)
        return self.mean * (rest - torch.log(self.probs)) - self._log_constant() - rest

    @property
    def _natural_params(self):
        return (self.logits,)

    def _log_normalizer(self, x):
        low, high = self._lims[0] - 0.5, self._lims[1] - 0.5
        slanted = (x <= low) | (x > high)
        inner = torch.where(slanted, x, low * torch.ones_like(x))
        exact = torch.log(torch.abs(torch.exp(inner) - 1)) - torch.log(torch.abs(inner))
        return torch.where(slanted, exact, 0.5 * x + torch.pow(x, 2) / 24.0 - torch.pow(x, 4) / 2880.0)
