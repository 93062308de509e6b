"""What exceeds a threshold: power laws, exponential tails and tails with an end."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all


class GeneralizedPareto(Distribution):
    """`concentration` is the exponent of the tail: 0 for an exponential one, negative for one that ends."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        numbers = all(isinstance(v, (int, float)) for v in (loc, scale, concentration))
        super().__init__(torch.Size() if numbers else self.loc.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._expanded(GeneralizedPareto, batch_shape, _instance, loc=0, scale=0, concentration=0)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        end = torch.where(self.concentration < 0, self.loc - self.scale / self.concentration, math.inf)
        return constraints.interval(self.loc, end)

    def _split(self):
        """Where the tail is exponential, and an exponent that one may divide by."""
        exponential = torch.isclose(self.concentration, self.concentration.new_zeros(()))
        return exponential, torch.where(exponential, torch.ones_like(self.concentration), self.concentration)

    def _finite(self, value, below):
        return torch.where(self.concentration < below, value, torch.full_like(self.concentration, math.nan))

    @property
    def mean(self):
        return self._finite(self.loc + self.scale / (1 - self.concentration), 1)

    @property
    def variance(self):
        c = self.concentration
        return self._finite(self.scale ** 2 / ((1 - c) ** 2 * (1 - 2 * c)), 0.5)

    @property
    def mode(self):
        return self.loc

    def entropy(self):
        return torch.log(self.scale) + self.concentration + 1

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return self.icdf(torch.rand(shape, dtype=self.loc.dtype, device=self.loc.device))

    def log_prob(self, value):
        z = self._excess(value)
        exponential, c = self._split()
        return -(self.scale.log() + torch.where(exponential, z, (1 / c + 1) * torch.log1p(c * z)))

    def _excess(self, value):
        return (self._validated(value) - self.loc) / self.scale

    def log_survival_function(self, value):
        z = self._excess(value)
        exponential, c = self._split()
        return torch.where(exponential, -z, -torch.log1p(c * z) / c)

    def log_cdf(self, value):
        return torch.log1p(-torch.exp(self.log_survival_function(value)))

    def cdf(self, value):
        return torch.exp(self.log_cdf(value))

    def icdf(self, value):
        exponential, c = self._split()
        left = torch.log1p(-value)
        return self.loc + self.scale * torch.where(exponential, -left, torch.expm1(-c * left) / c)
