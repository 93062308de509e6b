"""Cholesky factors of correlation matrices (Lewandowski, Kurowicka and Joe 2009), by the onion method."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.beta import Beta
from torch.distributions.distribution import Distribution
from torch.distributions.utils import broadcast_all


class LKJCholesky(Distribution):
    arg_constraints = {"concentration": constraints.positive}
    support = constraints.corr_cholesky

    def __init__(self, dim, concentration=1.0, validate_args=None):
        if dim < 2:
            raise ValueError(f"Expected dim to be an integer greater than or equal to 2. Found dim={dim}.")
        self.dim = dim
        self.concentration, = broadcast_all(concentration)
        before = torch.arange(-1, dim - 1, dtype=self.concentration.dtype, device=self.concentration.device).clamp(min=0)
        marginal = self.concentration.unsqueeze(-1) + (dim - 2) / 2
        self._beta = Beta(before + 0.5, marginal - before / 2)
        super().__init__(self.concentration.size(), (dim, dim), validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(LKJCholesky, batch_shape, _instance, concentration=0)
        new.dim = self.dim
        new._beta = self._beta.expand(tuple(batch_shape) + (self.dim,))
        return new

    def sample(self, sample_shape=()):
        with torch.no_grad():
            part = self._beta.sample(sample_shape).unsqueeze(-1)
            ways = torch.randn(self._extended_shape(sample_shape), dtype=part.dtype, device=part.device).tril(-1)
            ways = ways / ways.norm(dim=-1, keepdim=True)
            ways[..., 0, :] = 0.0
            rows = part.sqrt() * ways
            rest = 1 - rows.square().sum(-1)
            return rows + rest.clamp(min=torch.finfo(rows.dtype).tiny).sqrt().diag_embed()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        rows, top = self.dim - 1, self.concentration + (self.dim - 1) / 2
        powers = 2 * (self.concentration - 1).unsqueeze(-1) + torch.arange(self.dim - 2, -1, -1, device=value.device)
        weights = (powers * value.diagonal(dim1=-2, dim2=-1)[..., 1:].log()).sum(-1)
        return weights - rows * math.log(math.pi) / 2 - torch.mvlgamma(top - 0.5, rows) + rows * torch.lgamma(top)
