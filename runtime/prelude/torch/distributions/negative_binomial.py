"""Numbers of successes before failures."""
import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions.binomial import _Trials
from torch.distributions.distribution import lazy_value
from torch.distributions.gamma import Gamma


class NegativeBinomial(_Trials):
    arg_constraints = {"total_count": constraints.greater_than_eq(0), "probs": constraints.half_open_interval(0.0, 1.0),
                       "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        super().__init__(total_count, probs, logits, validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._expand_trials(NegativeBinomial, batch_shape, _instance)

    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    @lazy_value
    def _gamma(self):
        return Gamma(concentration=self.total_count, rate=torch.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return torch.poisson(self._gamma.sample(sample_shape=sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        failures, logits = self.total_count, self.logits
        ways = torch.lgamma(failures + value) - torch.lgamma(failures) - torch.lgamma(value + 1.0)
        ways = torch.where(failures + value == 0.0, 0.0, ways)
        return ways - failures * F.softplus(logits) - value * F.softplus(-logits)
