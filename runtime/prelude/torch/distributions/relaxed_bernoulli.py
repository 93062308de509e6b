"""Trials whose results are numbers between 0 and 1 (Maddison et al. 2016, Jang et al. 2016)."""
import torch
from torch.distributions import constraints
from torch.distributions._probs_or_logits import ProbsOrLogits
from torch.distributions._relaxed import Relaxed
from torch.distributions.transforms import SigmoidTransform
from torch.distributions.utils import broadcast_all, clamp_probs


class LogitRelaxedBernoulli(ProbsOrLogits):
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.real

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        self.temperature = temperature
        given = logits if probs is None else probs
        self._param, = broadcast_all(given)
        if probs is None:
            self.logits = self._param
        else:
            self.probs = self._param
        batch_shape = torch.Size() if isinstance(given, (int, float)) else self._param.size()
        super().__init__(batch_shape, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(LogitRelaxedBernoulli, batch_shape, _instance, probs=0, logits=0)
        new.temperature = self.temperature
        new._param = new.probs if "probs" in new.__dict__ else new.logits
        return new

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    @property
    def param_shape(self):
        return self._param.size()

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = clamp_probs(self.probs.expand(shape))
        u = clamp_probs(torch.rand(shape, dtype=probs.dtype, device=probs.device))
        return (u.log() - (-u).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        heat = self.temperature
        excess = self.logits - heat * value
        return excess + heat.log() - 2 * torch.log1p(torch.exp(excess))


class RelaxedBernoulli(Relaxed):
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.unit_interval

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return super().expand(batch_shape, self._get_checked_instance(RelaxedBernoulli, _instance))
