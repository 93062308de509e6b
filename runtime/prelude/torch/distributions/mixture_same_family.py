"""Mixtures of distributions of one class: the components are the last dimension of a batch."""
import torch
from torch.distributions import constraints
from torch.distributions.categorical import Categorical
from torch.distributions.distribution import Distribution


def _check_parts(mixture, components):
    if not isinstance(mixture, Categorical):
        raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
    if not isinstance(components, Distribution):
        raise ValueError("The Component distribution need to be an instance of torch.distributions.Distribution")
    *batch, count = components.batch_shape
    own = mixture.batch_shape
    if any(1 not in pair and pair[0] != pair[1] for pair in zip(own[::-1], batch[::-1])):
        raise ValueError(f"`mixture_distribution.batch_shape` ({own}) is not compatible with "
                         f"`component_distribution.batch_shape`({torch.Size(batch)})")
    events = mixture.logits.shape[-1]
    if events != count:
        raise ValueError(f"`mixture_distribution component` ({events}) does not equal "
                         f"`component_distribution.batch_shape[-1]` ({count})")


class MixtureSameFamily(Distribution):
    arg_constraints = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        _check_parts(mixture_distribution, component_distribution)
        self._set_parts(mixture_distribution, component_distribution)
        super().__init__(component_distribution.batch_shape[:-1], component_distribution.event_shape, validate_args=validate_args)

    def _set_parts(self, mixture, components):
        self._mixture_distribution, self._component_distribution = mixture, components
        self._num_component, self._event_ndims = components.batch_shape[-1], len(components.event_shape)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(MixtureSameFamily, batch_shape, _instance)
        shape = tuple(batch_shape)
        new._set_parts(self._mixture_distribution.expand(shape), self._component_distribution.expand(shape + (self._num_component,)))
        return new

    @constraints.dependent_property
    def support(self):
        return constraints.MixtureSameFamilyConstraint(self._component_distribution.support)

    @property
    def mixture_distribution(self):
        return self._mixture_distribution

    @property
    def component_distribution(self):
        return self._component_distribution

    def _weights(self):
        return self._pad_mixture_dimensions(self._mixture_distribution.probs)

    @property
    def mean(self):
        return torch.sum(self._weights() * self._component_distribution.mean, dim=-1 - self._event_ndims)

    @property
    def variance(self):
        weights, dim = self._weights(), -1 - self._event_ndims
        within = torch.sum(weights * self._component_distribution.variance, dim=dim)
        distance = self._component_distribution.mean - self._pad(self.mean)
        return within + torch.sum(weights * distance.pow(2.0), dim=dim)

    def cdf(self, x):
        return torch.sum(self._component_distribution.cdf(self._pad(x)) * self._mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        if self._validate_args:
            self._validate_sample(x)
        each = self._component_distribution.log_prob(self._pad(x))
        return torch.logsumexp(each + torch.log_softmax(self._mixture_distribution.logits, dim=-1), dim=-1)

    def sample(self, sample_shape=()):
        with torch.no_grad():
            kinds = self._mixture_distribution.sample(sample_shape)
            drawn = self._component_distribution.sample(sample_shape)
            dim = kinds.dim()
            index = kinds.reshape(kinds.shape + (1,) * (self._event_ndims + 1))
            index = index.expand(index.shape[:dim + 1] + drawn.shape[dim + 1:])
            return torch.gather(drawn, dim, index).squeeze(dim)

    def _pad(self, x):
        return x.unsqueeze(-1 - self._event_ndims)

    def _pad_mixture_dimensions(self, x):
        before = len(self.batch_shape) - len(self._mixture_distribution.batch_shape)
        shape = x.shape
        return x.reshape(shape[:-1] + (1,) * before + shape[-1:] + (1,) * self._event_ndims)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self._mixture_distribution},\n  {self._component_distribution})"
