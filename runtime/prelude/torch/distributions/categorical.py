"""Distributions over a finite set."""
import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, lazy_value
from torch.distributions.utils import logits_to_probs, probs_to_logits


class Categorical(Distribution):
    arg_constraints = {"probs": constraints.simplex, "logits": constraints.real_vector}
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        name, given = ("logits", logits) if probs is None else ("probs", probs)
        if given is None or (probs is not None and logits is not None):
            raise ValueError("Either `probs` or `logits` must be specified, but not both.")
        if given.dim() < 1:
            raise ValueError(f"`{name}` parameter must be at least one-dimensional.")
        if probs is None:
            self.logits = self._param = given - torch.logsumexp(given, -1, True)
        else:
            self.probs = self._param = given / given.sum(-1, True)
        *batch_shape, self._num_events = given.size()
        super().__init__(torch.Size(batch_shape), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(Categorical, batch_shape, _instance, probs=1, logits=1)
        new._param = new.probs if "probs" in new.__dict__ else new.logits
        new._num_events = self._num_events
        return new

    def _new(self, *args, **kwargs):
        return self._param.new(*args, **kwargs)

    @constraints.dependent_property(is_discrete=True, event_dim=0)
    def support(self):
        return constraints.integer_interval(0, self._num_events - 1)

    @lazy_value
    def logits(self):
        return probs_to_logits(self.probs)

    @lazy_value
    def probs(self):
        return logits_to_probs(self.logits)

    @property
    def param_shape(self):
        return self._param.size()

    @property
    def mean(self):
        return torch.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype, device=self.probs.device)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    @property
    def variance(self):
        return torch.full(self._extended_shape(), float("nan"), dtype=self.probs.dtype, device=self.probs.device)

    def sample(self, sample_shape=()):
        shape = torch.Size(sample_shape)
        draws = 1
        for size in shape:
            draws *= size
        drawn = torch.multinomial(self.probs.reshape(-1, self._num_events), draws, replacement=True)
        return drawn.t().reshape(self._extended_shape(shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        chosen, table = torch.broadcast_tensors(value.long()[..., None], self.logits)
        return table.gather(-1, chosen[..., :1])[..., 0]

    def entropy(self):
        lowest = torch.finfo(self.logits.dtype).min
        logits = torch.clamp(self.logits, min=lowest)
        return -(logits * self.probs).sum(-1)

    def enumerate_support(self, expand=True):
        shape = list(self._batch_shape)
        events = torch.arange(self._num_events, device=self._param.device).view([self._num_events] + [1] * len(shape))
        return events.expand([self._num_events] + shape) if expand else events
