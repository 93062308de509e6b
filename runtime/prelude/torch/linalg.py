"""Linear algebra."""
from torch._C import _LinAlgError as LinAlgError
from torch._C_linalg import *
from torch import _C_ops as _ops
import math as _math


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    return _ops.linalg_vector_norm(x, ord, dim, keepdim, dtype=dtype)


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype)
    if isinstance(dim, int) or isinstance(dim, (list, tuple)) and len(dim) == 1 or dim is None and A.dim() == 1:
        return vector_norm(A, ord, dim, keepdim, dtype=dtype)
    return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    if dtype is not None:
        A = A.to(dtype)
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim)
    rows, columns = dim
    if ord in (1, -1, _math.inf, -_math.inf):
        summed, kept = (rows, columns) if ord in (1, -1) else (columns, rows)
        sums = A.abs().sum(summed, True)
        result = sums.amax(kept, True) if ord > 0 else sums.amin(kept, True)
        return result if keepdim else result.squeeze(dim)
    raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")


def matrix_power(A, n, *, out=None):
    if n < 0:
        return matrix_power(_ops.linalg_inv(A), -n)
    if n == 0:
        from torch import eye
        return eye(A.shape[-1], dtype=A.dtype).expand(A.shape)
    result = None
    while n:
        if n & 1:
            result = A if result is None else result.matmul(A)
        n >>= 1
        if n:
            A = A.matmul(A)
    return result


def multi_dot(tensors, *, out=None):
    result = tensors[0]
    for t in tensors[1:]:
        result = result.matmul(t)
    return result


def eigvalsh(A, UPLO="L", *, out=None):
    return _ops.linalg_eigh(A, UPLO)[0]


def svdvals(A, *, driver=None, out=None):
    return _ops.linalg_svd(A, False)[1]


def pinv(A, *, atol=None, rtol=None, hermitian=False, out=None):
    U, S, Vh = _ops.linalg_svd(A, False)
    if rtol is None:
        from torch import finfo
        rtol = max(A.shape[-2:]) * finfo(A.dtype).eps if atol is None else 0.0
    limit = S.amax(-1, True) * rtol
    inverse = (1.0 / S).masked_fill(S <= limit, 0)
    return (Vh.transpose(-2, -1) * inverse.unsqueeze(-2)).matmul(U.transpose(-2, -1))


def matrix_rank(A, tol=None, *, atol=None, rtol=None, hermitian=False, out=None):
    S = svdvals(A)
    if tol is None:
        from torch import finfo
        tol = S.amax(-1, True) * (max(A.shape[-2:]) * finfo(A.dtype).eps)
    return (S > tol).sum(-1)


def lstsq(A, B, rcond=None, *, driver=None):
    raise NotImplementedError("torch.linalg.lstsq is not supported")


def matmul(input, other, *, out=None):
    return _ops.matmul(input, other)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return A.diagonal(offset, dim1, dim2)


def vecdot(x, y, *, dim=-1, out=None):
    return (x * y).sum(dim)


def vander(x, N=None):
    from torch import vander
    return vander(x, N, True)
