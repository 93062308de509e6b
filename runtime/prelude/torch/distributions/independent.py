"""Dimensions of a batch taken as one event."""
import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution


class Independent(Distribution):
    arg_constraints = {}

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        batch, event = base_distribution.batch_shape, base_distribution.event_shape
        kept = len(batch) - reinterpreted_batch_ndims
        if kept < 0:
            raise ValueError("Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), actual "
                             f"{reinterpreted_batch_ndims} vs {len(batch)}")
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        super().__init__(batch[:kept], torch.Size(tuple(batch[kept:]) + tuple(event)), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(Independent, batch_shape, _instance)
        own = self.event_shape[:self.reinterpreted_batch_ndims]
        new.base_dist = self.base_dist.expand(torch.Size(batch_shape) + own)
        new.reinterpreted_batch_ndims = self.reinterpreted_batch_ndims
        return new

    @property
    def has_enumerate_support(self):
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @constraints.dependent_property
    def support(self):
        support = self.base_dist.support
        if self.reinterpreted_batch_ndims:
            support = constraints.independent(support, self.reinterpreted_batch_ndims)
        return support

    def enumerate_support(self, expand=True):
        if self.reinterpreted_batch_ndims > 0:
            raise NotImplementedError("Enumeration over cartesian product is not implemented")
        return self.base_dist.enumerate_support(expand=expand)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def _summed(self, value):
        if self.reinterpreted_batch_ndims == 0:
            return value
        return value.sum(list(range(-self.reinterpreted_batch_ndims, 0)))

    def log_prob(self, value):
        return self._summed(self.base_dist.log_prob(value))

    def entropy(self):
        return self._summed(self.base_dist.entropy())

    def __repr__(self):
        return type(self).__name__ + f"({self.base_dist}, {self.reinterpreted_batch_ndims})"
