"""The distribution of ratios of chi-squared variables."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.gamma import Gamma
from torch.distributions.utils import broadcast_all


class FisherSnedecor(Distribution):
    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        numbers = isinstance(df1, (int, float)) and isinstance(df2, (int, float))
        super().__init__(torch.Size() if numbers else self.df1.size(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(FisherSnedecor, batch_shape, _instance, df1=0, df2=0)
        new._gamma1, new._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)
        return new

    @property
    def mean(self):
        df2 = self.df2.masked_fill(self.df2 <= 2, math.nan)
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return mode.masked_fill(self.df1 <= 2, math.nan)

    @property
    def variance(self):
        df1, df2 = self.df1, self.df2.masked_fill(self.df2 <= 4, math.nan)
        return 2 * df2.pow(2) * (df1 + df2 - 2) / (df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=()):
        tiny = torch.finfo(self.df2.dtype).tiny
        drawn = [gamma.rsample(sample_shape).reshape(self._extended_shape(sample_shape)) for gamma in (self._gamma1, self._gamma2)]
        return torch.clamp(drawn[0] / torch.clamp(drawn[1], min=tiny), min=tiny)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        a, b, odds = self.df1 / 2, self.df2 / 2, value * self.df1 / self.df2
        beta = torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)
        return a * odds.log() - (a + b) * odds.log1p() - value.log() - beta
