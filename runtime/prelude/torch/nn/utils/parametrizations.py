"""Parametrizations that networks use often."""
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.utils import parametrize
from torch.nn.utils.weight_norm import _norm_except_dim

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]


def _owned(module, name):
    weight = getattr(module, name, None)
    if not isinstance(weight, torch.Tensor):
        raise ValueError(f"Module '{module}' has no parameter or buffer with name '{name}'")
    return weight


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return weight_v * (weight_g / _norm_except_dim(weight_v, self.dim))

    def right_inverse(self, weight):
        return _norm_except_dim(weight, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def rename(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs):
        g, v = prefix + name + "_g", prefix + name + "_v"
        if g in state_dict and v in state_dict:
            place = f"{prefix}parametrizations.{name}.original"
            state_dict[place + "0"] = state_dict.pop(g)
            state_dict[place + "1"] = state_dict.pop(v)

    module._register_load_state_dict_pre_hook(rename)
    return module


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        rank = weight.ndim
        if not -rank <= dim < rank:
            raise IndexError(f"Dimension out of range (expected to be in range of [-{rank}, {rank - 1}] but got {dim})")
        if n_power_iterations <= 0:
            raise ValueError("Expected n_power_iterations to be positive, but got n_power_iterations="
                             f"{n_power_iterations}")
        self.dim = dim % rank
        self.eps = eps
        if rank > 1:  # a vector's norm needs no iteration
            self.n_power_iterations = n_power_iterations
            self._begin(self._as_matrix(weight))

    def _begin(self, matrix):
        """Directions drawn at random, made nearly singular vectors."""
        for name, size in zip(("_u", "_v"), matrix.size()):
            self.register_buffer(name, F.normalize(matrix.new_empty(size).normal_(0, 1), dim=0, eps=self.eps))
        self._power_method(matrix, 15)

    def _as_matrix(self, weight):
        if self.dim != 0:
            weight = weight.permute(self.dim, *[d for d in range(weight.dim()) if d != self.dim])
        return weight.flatten(1)

    def _power_method(self, matrix, n_power_iterations):
        with torch.no_grad():
            for _ in range(n_power_iterations):
                self._u.copy_(F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
                self._v.copy_(F.normalize(torch.mv(matrix.t(), self._u), dim=0, eps=self.eps))

    def forward(self, weight):
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = self._as_matrix(weight)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.dot(u, torch.mv(matrix, v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    weight = _owned(module, name)
    if dim is None:
        layers = torch.nn
        dim = 1 if isinstance(module, (layers.ConvTranspose1d, layers.ConvTranspose2d, layers.ConvTranspose3d)) else 0
    parametrize.register_parametrization(module, name, _SpectralNorm(weight, n_power_iterations, dim, eps))
    return module


def _orthonormal(matrix):
    """Its columns made orthonormal, in their order and with their directions."""
    q, r = torch.linalg.qr(matrix)
    return q * r.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def _is_orthogonal(matrix):
    size = matrix.size(-1)
    eye = torch.eye(size, dtype=matrix.dtype)
    return torch.allclose(matrix.mH @ matrix, eye, atol=10 * size * torch.finfo(matrix.dtype).eps)


class _Orthogonal(Module):
    """Matrices with orthonormal columns, or rows, of all matrices; with `base`, as steps away from that one."""

    def __init__(self, weight, orthogonal_map, use_trivialization):
        super().__init__()
        self.shape = weight.shape
        self.orthogonal_map = orthogonal_map
        if use_trivialization:
            self.register_buffer("base", None)

    def _reflected(self, x):
        below = x.tril(diagonal=-1)
        tau = 2.0 / (1.0 + (below * below).sum(dim=-2))
        q = torch.linalg.householder_product(below, tau)
        return q * x.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)

    def _rotated(self, x):
        n, k = x.size(-2), x.size(-1)
        x = x.tril()
        if n != k:
            x = torch.cat([x, x.new_zeros(n, n - k).expand(*x.shape[:-2], -1, -1)], dim=-1)
        skew = x - x.mH
        if self.orthogonal_map == "matrix_exp":
            q = torch.matrix_exp(skew)
        else:
            eye = torch.eye(n, dtype=skew.dtype)
            q = torch.linalg.solve(torch.add(eye, skew, alpha=-0.5), torch.add(eye, skew, alpha=0.5))
        return q if n == k else q[..., :k]

    def forward(self, X):
        is_wide = X.size(-2) < X.size(-1)
        if is_wide:
            X = X.mT
        q = self._reflected(X) if self.orthogonal_map == "householder" else self._rotated(X)
        if hasattr(self, "base"):
            q = self.base @ q
        return q.mT if is_wide else q

    @torch.no_grad()
    def right_inverse(self, Q):
        if Q.shape != self.shape:
            raise ValueError(f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of shape "
                             f"{Q.shape}.")
        given = Q
        if Q.is_complex() and self.orthogonal_map == "householder":
            raise ValueError("The householder parametrization does not support complex tensors.")
        is_wide = Q.size(-2) < Q.size(-1)
        if is_wide:
            Q = Q.mT
        n, k = Q.size(-2), Q.size(-1)
        if hasattr(self, "base"):
            if n != k:
                Q = torch.cat([Q, torch.randn(*Q.size()[:-2], n, n - k, dtype=Q.dtype)], dim=-1)
            self.base = Q.clone() if n == k and _is_orthogonal(Q) else _orthonormal(Q)
            start = torch.zeros_like(given)
            start.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
            return start
        if self.orthogonal_map != "householder":
            raise NotImplementedError("It is not possible to assign to the matrix exponential or the Cayley "
                                      "parametrizations when use_trivialization=False.")
        reflections, tau = torch.geqrf(Q)
        signs = reflections.diagonal(dim1=-2, dim2=-1)
        signs.copy_(signs.sign() * torch.where(tau == 0.0, -1.0, 1.0))
        return reflections.mT if is_wide else reflections


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    weight = _owned(module, name)
    if weight.ndim < 2:
        raise ValueError(f"Expected a matrix or batch of matrices. Got a tensor of {weight.ndim} dimensions.")
    if orthogonal_map is None:
        orthogonal_map = "matrix_exp" if weight.size(-2) == weight.size(-1) else "householder"
    if orthogonal_map not in ("matrix_exp", "cayley", "householder"):
        raise ValueError('orthogonal_map has to be one of "matrix_exp", "cayley", "householder". '
                         f"Got: {orthogonal_map}")
    parametrize.register_parametrization(module, name, _Orthogonal(weight, orthogonal_map, use_trivialization),
                                         unsafe=True)
    return module
