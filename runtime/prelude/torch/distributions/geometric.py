"""Failures before the first success."""
import torch
import torch.nn.functional as F
from torch.distributions import constraints
from torch.distributions._probs_or_logits import ProbsOrLogits
from torch.distributions.utils import broadcast_all


class Geometric(ProbsOrLogits):
    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        given = logits if probs is None else probs
        if probs is not None:
            self.probs, = broadcast_all(probs)
        else:
            self.logits, = broadcast_all(logits)
        param = self.probs if probs is not None else self.logits
        batch_shape = torch.Size() if isinstance(given, (int, float)) else param.size()
        super().__init__(batch_shape, validate_args=validate_args)

        if self._validate_args and probs is not None and not (self.probs > 0).all():
            raise ValueError(f"Expected parameter probs ({type(param).__name__} of shape {tuple(param.shape)}) of distribution "
                             f"{repr(self)} to be positive but found invalid values:\n{param}")

    def expand(self, batch_shape, _instance=None):
        return self._expanded(Geometric, batch_shape, _instance, probs=0, logits=0)

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            u = self.probs.new_empty(shape).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        failures, chance = broadcast_all(self._validated(value), self.probs)
        missable = torch.where((failures == 0) & (chance == 1), 0, chance)  # 0 * log(0) is 0 here
        return chance.log() + failures * torch.log1p(-missable)

    def entropy(self):
        return F.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs
