"""Numbers of draws of each kind."""
import torch
from torch.distributions import constraints
from torch.distributions.binomial import Binomial
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution


class Multinomial(Distribution):
    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self._set_parts(total_count, Categorical(probs, logits))
        kinds = self._categorical._num_events
        super().__init__(self._categorical.batch_shape, (kinds,), validate_args=validate_args)

    def _set_parts(self, total_count, categorical):
        self.total_count, self._categorical = total_count, categorical
        self._binomial = Binomial(total_count, categorical.probs)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(Multinomial, batch_shape, _instance)
        new._set_parts(self.total_count, self._categorical.expand(torch.Size(batch_shape)))
        return new

    def _new(self, *args, **kwargs):
        return self._categorical._new(*args, **kwargs)

    @constraints.dependent_property(is_discrete=True, event_dim=1)
    def support(self):
        return constraints.multinomial(self.total_count)

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def param_shape(self):
        return self._categorical.param_shape

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()):
        draws = self._categorical.sample((self.total_count,) + tuple(sample_shape)).movedim(0, -1)
        with torch.no_grad():
            counts = torch.zeros(self._extended_shape(sample_shape), dtype=self.probs.dtype, device=self.probs.device)
            return counts.scatter_add(-1, draws, torch.ones_like(draws, dtype=counts.dtype))

    def entropy(self):
        n = torch.tensor(self.total_count)
        support = self._binomial.enumerate_support(expand=False)[1:]
        weights = torch.exp(self._binomial.log_prob(support))
        term = (weights * torch.lgamma(support + 1)).sum([0, -1])
        return n * self._categorical.entropy() - torch.lgamma(n + 1) + term

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        absent = (value == 0) & self.logits.isneginf()
        weights = torch.where(absent, 0.0, value * self.logits)  # 0 * log(0) is 0 here
        return torch.lgamma(value.sum(-1) + 1) + (weights - torch.lgamma(value + 1)).sum(-1)
