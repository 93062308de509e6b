"""Normal vectors."""
import math

import torch
from torch.distributions import constraints
from torch.distributions.distribution import Distribution


class MultivariateNormal(Distribution):
    arg_constraints = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
                       "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky}
    support = constraints.real_vector
    has_rsample = True

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = [m for m in (covariance_matrix, precision_matrix, scale_tril) if m is not None]
        if len(given) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        matrix = given[0]
        if matrix.dim() < 2:
            raise ValueError("the matrix must be at least two-dimensional, with optional leading batch dimensions")
        batch_shape = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        matrix = matrix.expand(tuple(batch_shape) + (-1, -1))
        self.loc = loc.expand(tuple(batch_shape) + (-1,))
        if scale_tril is not None:
            self.scale_tril = matrix
        elif covariance_matrix is not None:
            self.covariance_matrix = matrix
        else:
            self.precision_matrix = matrix
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        if scale_tril is not None:
            self._root = scale_tril
        elif covariance_matrix is not None:
            self._root = torch.linalg.cholesky(covariance_matrix)
        else:
            self._root = torch.linalg.cholesky(torch.linalg.inv(precision_matrix))

    def __getattr__(self, name):
        if name == "scale_tril":
            return self._root.expand(tuple(self._batch_shape) + tuple(self._event_shape) * 2)
        if name == "covariance_matrix":
            return self._root.matmul(self._root.transpose(-2, -1))
        if name == "precision_matrix":
            return torch.linalg.inv(self.covariance_matrix)
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(MultivariateNormal, batch_shape, _instance, loc=1, scale_tril=2, covariance_matrix=2,
                             precision_matrix=2)
        new._root = self._root
        return new

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._root.pow(2).sum(-1).expand(tuple(self._batch_shape) + tuple(self._event_shape))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        eps = torch.normal(torch.zeros(shape, dtype=self.loc.dtype), torch.ones(shape, dtype=self.loc.dtype))
        return self.loc + self._root.matmul(eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        difference = (value - self.loc).unsqueeze(-1)
        root = self._root.expand(tuple(difference.shape[:-2]) + tuple(self._root.shape[-2:]))
        solved = torch.linalg.solve_triangular(root, difference, upper=False)
        distance = solved.pow(2).sum([-2, -1])
        half_log_det = self._root.diagonal(0, -2, -1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - half_log_det

    def entropy(self):
        half_log_det = self._root.diagonal(0, -2, -1).log().sum(-1)
        value = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det
        return value.expand(self._batch_shape)
