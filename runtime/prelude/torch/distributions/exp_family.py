"""Families of exponential form."""
import torch
from torch.distributions.distribution import Distribution


class ExponentialFamily(Distribution):
    """exp(t(x) * n - normalizer(n) + k(x)), with natural parameters n."""

    @property
    def _natural_params(self):
        raise NotImplementedError

    def _log_normalizer(self, *natural_params):
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self):
        raise NotImplementedError

    def entropy(self):
        """The normalizer less the natural parameters times its gradient."""
        naturals = [p.detach().requires_grad_() for p in self._natural_params]
        normalizer = self._log_normalizer(*naturals)
        slopes = torch.autograd.grad(normalizer, naturals, torch.ones_like(normalizer), create_graph=True)
        products = [(n * s).reshape(self._batch_shape + (-1,)).sum(-1) for n, s in zip(naturals, slopes)]
        return normalizer - self._mean_carrier_measure - sum(products)
