"""Distributions of functions of variables."""
import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution
from torch.distributions.independent import Independent
from torch.distributions.transforms import ComposeTransform, Transform
from torch.distributions.utils import _sum_rightmost


class TransformedDistribution(Distribution):
    arg_constraints = {}

    def __init__(self, base_distribution, transforms, validate_args=None):
        if isinstance(transforms, Transform):
            transforms = [transforms]
        elif not isinstance(transforms, list):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        elif not all(isinstance(t, Transform) for t in transforms):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        self.transforms = transforms
        whole = ComposeTransform(transforms)
        domain_dim, codomain_dim = whole.domain.event_dim, whole.codomain.event_dim
        own_dim = len(base_distribution.event_shape)
        shape = base_distribution.batch_shape + base_distribution.event_shape
        if len(shape) < domain_dim:
            raise ValueError(f"base_distribution needs to have shape with size at least {domain_dim}, but got {shape}.")
        forward_shape = whole.forward_shape(shape)
        needed = whole.inverse_shape(forward_shape)
        if needed != shape:
            base_distribution = base_distribution.expand(needed[:len(needed) - own_dim])
        if domain_dim > own_dim:
            base_distribution = Independent(base_distribution, domain_dim - own_dim)
        self.base_dist = base_distribution
        cut = len(forward_shape) - max(codomain_dim, own_dim + codomain_dim - domain_dim)
        super().__init__(forward_shape[:cut], forward_shape[cut:], validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(TransformedDistribution, batch_shape, _instance)
        shape = ComposeTransform(self.transforms).inverse_shape(torch.Size(batch_shape) + self._event_shape)
        new.base_dist = self.base_dist.expand(shape[:len(shape) - len(self.base_dist.event_shape)])
        new.transforms = self.transforms
        return new

    @constraints.dependent_property(is_discrete=False)
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        last = self.transforms[-1].codomain
        more = len(self._event_shape) - last.event_dim
        return constraints.independent(last, more) if more > 0 else last

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def _forward(self, x):
        for transform in self.transforms:
            x = transform(x)
        return x

    def sample(self, sample_shape=()):
        with torch.no_grad():
            return self._forward(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._forward(self.base_dist.rsample(sample_shape))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        total, dim = None, len(self._event_shape)
        for step in self.transforms[::-1]:
            x, own = step.inv(value), step.domain.event_dim
            dim -= step.codomain.event_dim - own
            change = _sum_rightmost(step.log_abs_det_jacobian(x, value), dim - own)
            value, total = x, -change if total is None else total - change
        density = _sum_rightmost(self.base_dist.log_prob(value), dim - len(self.base_dist.event_shape))
        return density if total is None else total + density

    def _monotonize_cdf(self, value):
        """The probability of the other side where the transforms fall."""
        sign = ComposeTransform(self.transforms).sign
        if isinstance(sign, int) and sign == 1:
            return value
        return sign * (value - 0.5) + 0.5

    def cdf(self, value):
        for transform in reversed(self.transforms):
            value = transform.inv(value)
        if self.base_dist._validate_args:
            self.base_dist._validate_sample(value)
        return self._monotonize_cdf(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._forward(self.base_dist.icdf(self._monotonize_cdf(value)))
