"""Linear algebra."""
from torch._C import _LinAlgError as LinAlgError
from torch._C_linalg import *
from torch import _C_ops as _ops
from torch._factorizations import householder_product, ldl_factor, linalg_lu as lu, lu_factor
from torch._matrix_functions import cond, matrix_exp, matrix_sqrth, polar, tensorinv, tensorsolve
from torch._out import stored as _stored, stored_by_names as _stored_by_names
import math as _math


def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None, out=None):
    return _stored("linalg_vector_norm", _ops.linalg_vector_norm(x, ord, dim, keepdim, dtype=dtype), out)


def norm(A, ord=None, dim=None, keepdim=False, *, out=None, dtype=None):
    if ord is None:
        return vector_norm(A, 2, dim, keepdim, dtype=dtype, out=out)
    if isinstance(dim, int) or isinstance(dim, (list, tuple)) and len(dim) == 1 or dim is None and A.dim() == 1:
        return vector_norm(A, ord, dim, keepdim, dtype=dtype, out=out)
    return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype, out=out)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None, out=None):
    if dtype is not None:
        A = A.to(dtype)
    if not (A.dtype.is_floating_point or A.dtype.is_complex):
        from torch import _scalar_type_name
        raise NotImplementedError("linalg.matrix_norm: Expected a floating point or complex tensor as input. Got "
                                  + _scalar_type_name(A.dtype))
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if isinstance(dim, int) or len(dim) != 2:
        sizes = dim if isinstance(dim, int) else " ".join([str(d) for d in dim])
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {sizes}")
    if ord == "fro":
        return vector_norm(A, 2, dim, keepdim, out=out)
    rows, columns = (d + A.dim() if d < 0 else d for d in dim)
    if ord in ("nuc", 2, -2):
        values = svdvals(A.movedim((rows, columns), (-2, -1)))
        largest = ord == 2 and values.shape[-1] > 0
        result = values.amin(-1) if ord == -2 else values.amax(-1) if largest else values.sum(-1)
        if keepdim:
            result = result.unsqueeze(min(rows, columns)).unsqueeze(max(rows, columns))
        return _stored("linalg_matrix_norm", result, out)
    if ord in (1, -1, _math.inf, -_math.inf):
        summed, kept = (rows, columns) if ord in (1, -1) else (columns, rows)
        sums = vector_norm(A, 1, summed, True)
        largest = ord > 0 and sums.shape[kept] > 0
        result = sums.amin(kept, True) if ord < 0 else sums.amax(kept, True) if largest else sums.sum(kept, True)
        return _stored("linalg_matrix_norm", result if keepdim else result.squeeze(dim), out)
    raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")


def matrix_power(A, n, *, out=None):
    return _stored("linalg_matrix_power", _power(A, n), out)


def _power(A, n):
    if n < 0:
        return _power(_ops.linalg_inv(A), -n)
    if n == 0:
        from torch import contiguous_format, eye
        return A.clone(memory_format=contiguous_format).copy_(eye(A.shape[-1], dtype=A.dtype))  # with a history: its gradient is 0
    result = None
    while n:
        if n & 1:
            result = A if result is None else result.matmul(A)
        n >>= 1
        if n:
            A = A.matmul(A)
    return result


def multi_dot(tensors, *, out=None):
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    result = tensors[0]
    for t in tensors[1:]:
        result = result.matmul(t)
    return _stored("linalg_multi_dot", result, out)


def eigvalsh(A, UPLO="L", *, out=None):
    return _stored("linalg_eigvalsh", _ops.linalg_eigh(A, UPLO)[0], out)


def eigvals(A, *, out=None):
    from torch import is_grad_enabled
    recorded = A.requires_grad and is_grad_enabled()
    return _stored("linalg_eigvals", _ops.linalg_eig(A)[0] if recorded else _ops._linalg_eigvals(A), out)


def svdvals(A, *, driver=None, out=None):
    return _stored("linalg_svdvals", _ops.linalg_svd(A, False, driver=driver)[1], out)


def _limit(A, values, atol, rtol):
    """What singular values of A must exceed to count, with torch's defaults: numbers, or tensors of one for each matrix."""
    from torch import Tensor, finfo, where
    usual = max(A.shape[-2:]) * finfo(A.dtype).eps
    if rtol is None:
        if isinstance(atol, Tensor):
            rtol = where(atol > 0, 0.0, usual)
        else:
            rtol = usual if atol is None or atol <= 0 else 0.0
    relative = values.amax(-1, True) * (rtol.unsqueeze(-1) if isinstance(rtol, Tensor) else rtol)
    if atol is None:
        return relative
    return relative.maximum(atol.unsqueeze(-1).to(relative.dtype)) if isinstance(atol, Tensor) else relative.clamp(min=atol)


def pinv(A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None):
    from torch._pseudoinverse import LinalgPinv
    rtol = rcond if rtol is None else rtol
    inverse = LinalgPinv.apply(A, hermitian, lambda sizes: _limit(A, sizes, atol, rtol))
    return _stored("linalg_pinv", inverse, out)


def matrix_rank(A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None):
    if A.numel() == 0:
        from torch import int64
        return _stored("linalg_matrix_rank", A.new_zeros(A.shape[:-2], dtype=int64), out)
    if tol is not None:
        atol, rtol = tol, 0.0
    values = eigvalsh(A).abs() if hermitian else svdvals(A)
    return _stored("linalg_matrix_rank", (values > _limit(A, values, atol, rtol)).sum(-1), out)


def _at_the_top(x, rows):
    """The matrices `x`, laid out as the first rows of matrices that lie column by column and have so many rows at least."""
    from torch import cat
    turned = x.transpose(-2, -1)
    below = rows - x.shape[-2]
    if below > 0:
        turned = cat([turned, turned.new_zeros((*turned.shape[:-1], below))], -1)
    return turned.contiguous().transpose(-2, -1).narrow(-2, 0, x.shape[-2])


_LEAST_SQUARES = ("solution", "residuals", "rank", "singular_values")


def lstsq(A, B, rcond=None, *, driver=None, out=None):
    """The solution of least norm."""
    if driver not in (None, "gelsy", "gels", "gelsd", "gelss"):
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    if A.dim() < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if B.dim() < 1:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if A.dtype != B.dtype:
        raise RuntimeError("torch.linalg.lstsq: Expected input and other to have the same dtype")
    rows, columns = A.shape[-2:]
    is_vector = B.dim() == 1 or B.dim() == A.dim() - 1 and B.shape == A.shape[:-1]
    right = B.unsqueeze(-1) if is_vector else B.contiguous()
    if right.shape[-2] != rows:
        raise RuntimeError("torch.linalg.lstsq: input.size(-2) should match other.size(-" + ("1)" if is_vector else "2)"))
    rank = matrix_rank(A, rtol=rcond)
    if driver == "gels" and bool((rank < min(rows, columns)).any()):
        raise LinAlgError("torch.linalg.lstsq: The least squares solution could not be computed because the input matrix does not "
                          f"have full rank (error code: {int(rank.min()) + 1}).")
    if driver not in (None, "gelsy") and rows > columns and bool((rank == columns).all()):
        from torch._pseudoinverse import LinalgLstsq
        solution, residuals = LinalgLstsq.apply(A, right, lambda sizes: _limit(A, sizes, None, rcond))
    else:
        residuals = (A.reshape(-1)[:0] + B.reshape(-1)[:0]).real
        solution = pinv(A, rtol=rcond).matmul(right)
    solution = _at_the_top(solution, rows)
    values = svdvals(A.detach()) if driver in ("gelsd", "gelss") else A.new_empty((0,)).real
    results = (solution.squeeze(-1) if is_vector else solution, residuals, rank.new_empty((0,)) if driver == "gels" else rank, values)
    return _stored_by_names("linalg_lstsq", _LEAST_SQUARES, results, out)


def matmul(input, other, *, out=None):
    return _stored("matmul", _ops.matmul(input, other), out)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return A.diagonal(offset, dim1, dim2)


def vecdot(x, y, *, dim=-1, out=None):
    return _stored("linalg_vecdot", (x.conj() * y).sum(dim), out)


def vander(x, N=None):
    from torch import cat
    x = x.unsqueeze(-1) if x.dim() == 0 else x
    columns = x.shape[-1] if N is None else N
    if columns <= 1:
        raise RuntimeError("N must be greater than 1.")
    factors = x.unsqueeze(-1).expand(*x.shape, columns - 1)
    return cat((x.new_ones(*x.shape, 1), factors), -1).cumprod(-1)
