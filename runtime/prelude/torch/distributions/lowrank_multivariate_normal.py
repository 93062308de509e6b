"""Normal vectors whose covariance is a diagonal and a product of thin matrices."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution, lazy_value
from torch.distributions.utils import _standard_normal


class LowRankMultivariateNormal(Distribution):
    arg_constraints = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        size = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != size:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {size[0]} x m")
        if cov_diag.shape[-1:] != size:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {size}")
        batch = torch.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1])
        self.loc, self.cov_diag = loc.expand(batch + size), cov_diag.expand(batch + size)
        self.cov_factor = cov_factor.expand(batch + cov_factor.shape[-2:])
        super().__init__(batch, size, validate_args=validate_args)

    def expand(self, batch_shape, _instance=None):
        return self._expanded(LowRankMultivariateNormal, batch_shape, _instance, loc=1, cov_factor=2, cov_diag=1)

    @lazy_value
    def _capacitance_tril(self):
        """The root of 1 + W' D^-1 W."""
        weighted = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        one = torch.eye(self.cov_factor.shape[-1], dtype=weighted.dtype, device=weighted.device)
        return torch.linalg.cholesky(one + weighted @ self.cov_factor)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @lazy_value
    def variance(self):
        return self.cov_factor.pow(2).sum(-1) + self.cov_diag

    @lazy_value
    def covariance_matrix(self):
        return self.cov_factor @ self.cov_factor.mT + torch.diag_embed(self.cov_diag)

    @lazy_value
    def scale_tril(self):
        return torch.linalg.cholesky(self.covariance_matrix)

    @lazy_value
    def precision_matrix(self):
        weighted = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        solved = torch.linalg.solve_triangular(self._capacitance_tril, weighted, upper=False)
        return torch.diag_embed(self.cov_diag.reciprocal()) - solved.mT @ solved

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        kind = {"dtype": self.loc.dtype, "device": self.loc.device}
        common = _standard_normal(shape[:-1] + (self.cov_factor.shape[-1], 1), **kind)
        shift = torch.matmul(self.cov_factor, common)[..., 0]
        return self.loc + shift + torch.sqrt(self.cov_diag) * _standard_normal(shape, **kind)

    def _log_det(self):
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        offset = value - self.loc  # by the identity of Woodbury
        scaled = (offset / self.cov_diag).unsqueeze(-1)
        root = self._capacitance_tril.expand(offset.shape[:-1] + self._capacitance_tril.shape[-2:])
        solved = torch.linalg.solve_triangular(root, self.cov_factor.mT @ scaled, upper=False)
        distance = (offset.square() / self.cov_diag).sum(-1) - solved.square().sum((-2, -1))
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self):
        value = 0.5 * (self._event_shape[0] * (1 + math.log(2 * math.pi)) + self._log_det())
        return value.expand(self._batch_shape)
