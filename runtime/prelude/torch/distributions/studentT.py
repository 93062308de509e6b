"""Student's distribution, of a normal over the root of a chi-squared."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.chi2 import Chi2
from torch.distributions.distribution import Distribution
from torch.distributions.utils import _standard_normal, broadcast_all


class StudentT(Distribution):
    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(StudentT, batch_shape, _instance, df=0, loc=0, scale=0)
        new._chi2 = self._chi2.expand(torch.Size(batch_shape))
        return new

    @property
    def mean(self):
        return self.loc.masked_fill(self.df <= 1, math.nan)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        finite = self.scale.pow(2) * self.df / (self.df - 2)
        return finite.masked_fill(self.df <= 2, math.inf).masked_fill(self.df <= 1, math.nan)

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        normal = _standard_normal(shape, self.df.dtype, self.df.device)
        ratio = normal * torch.rsqrt(self._chi2.rsample(sample_shape) / self.df)
        return self.loc + self.scale * ratio

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        half, power = self.df / 2, (self.df + 1.0) / 2
        ways = torch.lgamma(power) - torch.lgamma(half)
        spread = self.scale.log() + (self.df.log() + math.log(math.pi)) / 2
        distance = torch.square((value - self.loc) / self.scale)
        return ways - spread - power * (distance / self.df).log1p()

    def entropy(self):
        half, more = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = torch.lgamma(half) + math.lgamma(0.5) - torch.lgamma(more)
        return self.scale.log() + more * (torch.digamma(more) - torch.digamma(half)) + 0.5 * self.df.log() + beta
