"""Sums of outer products of normal vectors: the covariances of samples.

Drawn by Bartlett's decomposition: the root of such a matrix has chi variables on its diagonal and normal ones below it.
"""
import math
import warnings

import torch
from torch.distributions import constraints
from torch.distributions.chi2 import Chi2
from torch.distributions.distribution import lazy_value
from torch.distributions.exp_family import ExponentialFamily


def _root_of_inverse(precision):
    """The lower root of a matrix's inverse, from the root of the matrix that is turned around."""
    turned = torch.linalg.cholesky(precision.flip(-2, -1)).flip(-2, -1).mT
    one = torch.eye(precision.shape[-1], dtype=precision.dtype, device=precision.device)
    return torch.linalg.solve_triangular(turned, one, upper=False)


class Wishart(ExponentialFamily):
    support = constraints.positive_definite
    has_rsample = True
    _mean_carrier_measure = 0

    @property
    def arg_constraints(self):
        matrices = dict.fromkeys(("covariance_matrix", "precision_matrix"), constraints.positive_definite)
        return {**matrices, "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(self._size - 1)}

    def __init__(self, df, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        given = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        given = [(name, matrix) for name, matrix in given.items() if matrix is not None]
        if len(given) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        (name, matrix), = given
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        batch = matrix.shape[:-2]
        if isinstance(df, (int, float)):
            self.df = torch.tensor(df, dtype=matrix.dtype, device=matrix.device)
        else:
            batch = torch.broadcast_shapes(batch, df.shape)
            self.df = df.expand(batch)
        size = matrix.shape[-1]
        if (self.df <= size - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {size - 1}.")
        setattr(self, name, matrix.expand(batch + matrix.shape[-2:]))
        if (self.df < size).any():
            warnings.warn("Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.",
                          stacklevel=2)
        super().__init__(batch, matrix.shape[-2:], validate_args=validate_args)
        roots = {"covariance_matrix": torch.linalg.cholesky, "precision_matrix": _root_of_inverse}
        self._root = roots[name](matrix) if name in roots else matrix
        self._chi2 = self._diagonal_squares()

    @property
    def _size(self):
        return self._event_shape[-1]

    def _diagonal_squares(self):
        fewer = torch.arange(self._size, dtype=self._root.dtype, device=self._root.device)
        return Chi2(self.df.unsqueeze(-1) - fewer.expand(self._batch_shape + (-1,)))

    def expand(self, batch_shape, _instance=None):
        new = self._expanded(Wishart, batch_shape, _instance, df=0, covariance_matrix=2, precision_matrix=2, scale_tril=2)
        new._root = self._root.expand(new._batch_shape + self._event_shape)
        new._chi2 = new._diagonal_squares()
        return new

    def _whole(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_value
    def scale_tril(self):
        return self._whole(self._root)

    @lazy_value
    def covariance_matrix(self):
        return self._whole(self._root @ self._root.mT)

    @lazy_value
    def precision_matrix(self):
        one = torch.eye(self._size, dtype=self._root.dtype, device=self._root.device)
        return self._whole(torch.cholesky_solve(one, self._root))

    def _times(self, numbers, matrix):
        return numbers.view(self._batch_shape + (1, 1)) * matrix

    @property
    def mean(self):
        return self._times(self.df, self.covariance_matrix)

    @property
    def mode(self):
        factor = self.df - self._size - 1
        return self._times(torch.where(factor > 0, factor, math.nan), self.covariance_matrix)

    @property
    def variance(self):
        own = self.covariance_matrix.diagonal(dim1=-2, dim2=-1)
        return self._times(self.df, self.covariance_matrix.pow(2) + own.unsqueeze(-1) * own.unsqueeze(-2))

    def _drawn(self, sample_shape):
        chi = self._chi2.rsample(sample_shape).sqrt()
        factor = chi.clamp(min=torch.finfo(chi.dtype).eps).diag_embed(dim1=-2, dim2=-1)
        rows, columns = torch.tril_indices(self._size, self._size, offset=-1)
        below = sample_shape + self._batch_shape + (self._size * (self._size - 1) // 2,)
        factor[..., rows, columns] = torch.randn(below, dtype=factor.dtype, device=factor.device)
        root = self._root @ factor
        return root @ root.mT

    def _all_batches(self, marks):
        return marks.amax([-1 - d for d in range(len(self._batch_shape))]) if self._batch_shape else marks

    def rsample(self, sample_shape=(), max_try_correction=None):
        """Draws matrices, and those again that torch takes for singular: at first all that are not."""
        sample = self._drawn(torch.Size(sample_shape))
        again = self._all_batches(self.support.check(sample))
        if not again.any():
            return sample
        warnings.warn("Singular sample detected.", stacklevel=2)
        tries = 10 if max_try_correction is None else max_try_correction
        while tries > 0 and again.any():
            drawn = self._drawn(again[again].shape)
            sample[again.clone()] = drawn
            again[again.clone()] = self._all_batches(~self.support.check(drawn))
            tries -= 1
        return sample

    def _log_scale(self):
        return self._size * math.log(2) / 2 + self._root.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        value = self._validated(value)
        trace = torch.cholesky_solve(value, self._root).diagonal(dim1=-2, dim2=-1).sum(-1)
        constant = self.df * self._log_scale() + torch.mvlgamma(self.df / 2, p=self._size)
        return (self.df - self._size - 1) / 2 * torch.linalg.slogdet(value).logabsdet - constant - trace / 2

    def entropy(self):
        half = self.df / 2
        steps = torch.arange(self._size, dtype=half.dtype, device=half.device) / 2
        slope = torch.digamma(half.unsqueeze(-1) - steps).sum(-1)
        scaled = (self._size + 1) * self._log_scale() + torch.mvlgamma(half, p=self._size)
        return scaled - (self.df - self._size - 1) / 2 * slope + half * self._size

    @property
    def _natural_params(self):
        return -self.precision_matrix / 2, (self.df - self._size - 1) / 2

    def _log_normalizer(self, x, y):
        size = x.shape[-1]
        half = y + (size + 1) / 2
        return half * (size * math.log(2) - torch.linalg.slogdet(-2 * x).logabsdet) + torch.mvlgamma(half, p=size)
