"""Linear algebra made of factorizations and norms of vectors: norms of matrices, ranks, inverses, least squares, products."""
import math

import torch
from torch import _C_ops as ops
from torch._C import _LinAlgError as LinAlgError
from torch._C_autograd import _name_node
from torch._operations.matrix_functions import _check


# ---- norms
def linalg_norm(self, ord, dim, keepdim, dtype):
    if ord is None:
        return ops.linalg_vector_norm(self, 2, dim, keepdim, dtype=dtype)
    if isinstance(dim, int) or dim is not None and len(dim) == 1 or dim is None and self.dim() == 1:
        return ops.linalg_vector_norm(self, ord, dim, keepdim, dtype=dtype)
    _only_a_matrix(self, dim)
    return linalg_matrix_norm(self, ord, (-2, -1) if dim is None else dim, keepdim, dtype)


def _only_a_matrix(self, dim):
    if dim is None and self.dim() not in (1, 2):
        raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                           f"Got {self.dim()}D.")


def linalg_norm_ord_str(self, ord, dim, keepdim, dtype):
    _only_a_matrix(self, dim)
    return linalg_matrix_norm(self, ord, (-2, -1) if dim is None else dim, keepdim, dtype)


def linalg_matrix_norm_str_ord(self, ord, dim, keepdim, dtype):
    return linalg_matrix_norm(self, ord, dim, keepdim, dtype)


def linalg_matrix_norm(self, ord, dim, keepdim, dtype):
    A = self if dtype is None else self.to(dtype)
    if not (A.dtype.is_floating_point or A.dtype.is_complex):
        raise NotImplementedError("linalg.matrix_norm: Expected a floating point or complex tensor as input. Got "
                                  + torch._scalar_type_name(A.dtype))
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    if isinstance(dim, int) or len(dim) != 2:
        sizes = dim if isinstance(dim, int) else " ".join([str(d) for d in dim])
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {sizes}")
    rows, columns = [d + A.dim() if d < 0 else d for d in dim]
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({rows}, {columns})")
    if ord == "fro":
        return ops.linalg_vector_norm(A, 2, dim, keepdim)
    if ord in ("nuc", 2, -2):
        values = linalg_svdvals(A.movedim((rows, columns), (-2, -1)), None)
        largest = ord == 2 and values.shape[-1] > 0
        result = values.amin(-1) if ord == -2 else values.amax(-1) if largest else values.sum(-1)
        if not keepdim:
            return result
        return _name_node(result.unsqueeze(min(rows, columns)).unsqueeze(max(rows, columns)), "PermuteBackward0")
    if ord in (1, -1, math.inf, -math.inf):
        summed, kept = (rows, columns) if ord in (1, -1) else (columns, rows)
        sums = ops.linalg_vector_norm(A, 1, summed, True)
        largest = ord > 0 and sums.shape[kept] > 0
        result = sums.amin(kept, True) if ord < 0 else sums.amax(kept, True) if largest else sums.sum(kept, True)
        return result if keepdim else _name_node(result.squeeze(tuple(dim)), "AmaxBackward0" if ord > 0 else "AminBackward0")
    raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")


# ---- products
def linalg_matrix_power(self, n):
    return _power(self, n)


def matrix_power(self, n):
    return _power(self, n)


def _power(A, n):
    if A.dim() < 2:
        raise RuntimeError("linalg.matrix_power: The input tensor A must have at least 2 dimensions.")
    if A.shape[-1] != A.shape[-2]:
        raise RuntimeError("linalg.matrix_power: A must be batches of square matrices, but they are "
                           f"{A.shape[-2]} by {A.shape[-1]} matrices")
    if n < 0:
        inverse = ops.linalg_inv(A)
        return inverse if n == -1 else _power(inverse, -n)
    if n == 0:
        # With a history: its gradient is 0.
        return A.clone(memory_format=torch.contiguous_format).copy_(torch.eye(A.shape[-1], dtype=A.dtype))
    if n == 1:
        return A.clone(memory_format=torch.contiguous_format)
    result = None
    while n:
        if n & 1:
            result = A if result is None else result.matmul(A)
        n >>= 1
        if n:
            A = A.matmul(A)
    return result


def linalg_multi_dot(tensors):
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    for i, t in enumerate(tensors):
        is_end = i == 0 or i == len(tensors) - 1
        if not (t.dim() == 2 or is_end and t.dim() == 1):
            which = "the first tensor" if i == 0 else "the last tensor" if is_end else f"tensor {i}"
            raise RuntimeError(f"multi_dot(): {which} must be {'1D or 2D' if is_end else '2D'} but got {t.dim()}D")
    for i, t in enumerate(tensors):
        if t.dtype is not tensors[0].dtype:
            first, other = torch._element_type_name(tensors[0].dtype), torch._element_type_name(t.dtype)
            raise RuntimeError(f"multi_dot(): all tensors must have be the same dtype but tensor 0 is {first} and tensor {i} {other}")
        if i > 0 and tensors[i - 1].shape[-1] != t.shape[0]:
            raise RuntimeError(f"multi_dot(): tensors {i - 1} and {i} with shapes {list(tensors[i - 1].shape)} and "
                               f"{list(t.shape)} cannot be multiplied")
    if len(tensors) == 2:
        return _name_node(tensors[0].matmul(tensors[1]), "ViewBackward0")
    # A vector at an end is a matrix of one row, or of one column.
    sizes = [1 if tensors[0].dim() == 1 else tensors[0].shape[0]] + [t.shape[0] for t in tensors[1:]]
    sizes.append(1 if tensors[-1].dim() == 1 else tensors[-1].shape[1])
    return _name_node(_product(tensors, _cheapest(sizes), 0, len(tensors) - 1), "ViewBackward0")


def _cheapest(sizes):
    """By (first, last): where the product of these matrices is split at the least cost."""
    count = len(sizes) - 1
    cost = {(i, i): 0 for i in range(count)}
    split = {}
    for length in range(1, count):
        for i in range(count - length):
            j = i + length
            best = None
            for k in range(i, j):
                whole = cost[i, k] + cost[k + 1, j] + sizes[i] * sizes[k + 1] * sizes[j + 1]
                if best is None or whole < best:
                    best = whole
                    split[i, j] = k
            cost[i, j] = best
    return split


def _product(tensors, split, i, j):
    if i == j:
        return tensors[i]
    k = split[i, j]
    return _product(tensors, split, i, k).matmul(_product(tensors, split, k + 1, j))


def linalg_vecdot(x, y, dim):
    if x.dtype != y.dtype:
        raise RuntimeError(f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {torch._scalar_type_name(x.dtype)} "
                           f"and y of type {torch._scalar_type_name(y.dtype)} instead")
    return _name_node((x.conj() * y).sum(dim), "VdotBackward0" if x.dim() == 1 and y.dim() == 1 else "SumBackward1")


# ---- values of matrices
def linalg_eigvalsh(self, UPLO):
    return ops.linalg_eigh(self, UPLO)[0]


def linalg_eigvals(self):
    recorded = self.requires_grad and torch.is_grad_enabled()
    return ops.linalg_eig(self)[0] if recorded else ops._linalg_eigvals(self)


def linalg_svdvals(A, driver):
    return ops.linalg_svd(A, False, driver=driver)[1]


def logdet(self):
    _check("logdet", self)
    sign, log = ops.linalg_slogdet(self)
    if self.is_complex():
        return sign.log() + log
    return _name_node(log.masked_fill(sign < 0, math.nan), "WhereBackward0")


def linalg_diagonal(A, offset, dim1, dim2):
    return A.diagonal(offset, dim1, dim2)


def linalg_vander(x, N):
    x = x.unsqueeze(-1) if x.dim() == 0 else x
    columns = x.shape[-1] if N is None else N
    if columns <= 1:
        raise RuntimeError("N must be greater than 1.")
    powers = x.unsqueeze(-1).expand(*x.shape, columns - 1).cumprod(-1)
    return torch.cat((powers.new_ones(*x.shape, 1), powers), -1)


# ---- ranks, inverses and systems that have none
def _limit(A, values, atol, rtol):
    """What singular values of A must exceed to count, with torch's defaults: numbers, or tensors of one for each matrix."""
    usual = max(A.shape[-2:]) * torch.finfo(A.dtype).eps
    if rtol is None:
        if isinstance(atol, torch.Tensor):
            rtol = torch.where(atol > 0, 0.0, usual)
        else:
            rtol = usual if atol is None or atol <= 0 else 0.0
    relative = values.amax(-1, True) * (rtol.unsqueeze(-1) if isinstance(rtol, torch.Tensor) else rtol)
    if atol is None:
        return relative
    return relative.maximum(atol.unsqueeze(-1).to(relative.dtype)) if isinstance(atol, torch.Tensor) else relative.clamp(min=atol)


def _inverse(A, atol, rtol, hermitian):
    from torch._pseudoinverse import LinalgPinv
    return LinalgPinv.apply(A, hermitian, lambda sizes: _limit(A, sizes, atol, rtol))


def linalg_pinv(self, rcond, hermitian):
    return _inverse(self, None, rcond, hermitian)


def linalg_pinv_rcond_tensor(self, rcond, hermitian):
    return _inverse(self, None, rcond, hermitian)


def linalg_pinv_atol_rtol_float(self, atol, rtol, hermitian):
    return _inverse(self, atol, rtol, hermitian)


def linalg_pinv_atol_rtol_tensor(self, atol, rtol, hermitian):
    return _inverse(self, atol, rtol, hermitian)


def pinverse(self, rcond):
    return _inverse(self, None, rcond, False)


def _rank(A, atol, rtol, hermitian):
    if A.numel() == 0:
        return A.new_zeros(A.shape[:-2], dtype=torch.int64)
    values = linalg_eigvalsh(A, "L").abs() if hermitian else linalg_svdvals(A, None)
    return (values > _limit(A, values, atol, rtol)).sum(-1)


def linalg_matrix_rank(self, tol, hermitian):
    return _rank(self, tol, 0.0, hermitian)


def linalg_matrix_rank_tol_tensor(input, tol, hermitian):
    return _rank(input, tol, 0.0, hermitian)


def linalg_matrix_rank_atol_rtol_float(self, atol, rtol, hermitian):
    return _rank(self, atol, rtol, hermitian)


def linalg_matrix_rank_atol_rtol_tensor(input, atol, rtol, hermitian):
    return _rank(input, atol, rtol, hermitian)


def _at_the_top(x, rows):
    """The matrices `x`, laid out as the first rows of matrices that lie column by column and have so many rows at least."""
    turned = x.transpose(-2, -1)
    below = rows - x.shape[-2]
    if below > 0:
        turned = torch.cat([turned, turned.new_zeros((*turned.shape[:-1], below))], -1)
    return turned.contiguous().transpose(-2, -1).narrow(-2, 0, x.shape[-2])


_LEAST_SQUARES = ("solution", "residuals", "rank", "singular_values")


def linalg_lstsq(self, b, rcond, driver):
    """The solution of least norm."""
    A, B = self, b
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
    from torch._pseudoinverse import LinalgLstsq, LinalgPinv
    limit = lambda sizes: _limit(A, sizes, None, rcond)
    factors = ops.linalg_svd(A.detach(), False) if A.numel() else None
    sizes = factors[1] if factors else A.new_empty((*A.shape[:-2], min(rows, columns))).real
    rank = (sizes > limit(sizes)).sum(-1) if factors else A.new_zeros(A.shape[:-2], dtype=torch.int64)
    if driver == "gels" and bool((rank < min(rows, columns)).any()):
        raise LinAlgError("torch.linalg.lstsq: The least squares solution could not be computed because the input matrix does not "
                          f"have full rank (error code: {int(rank.min()) + 1}).")
    if driver not in (None, "gelsy") and rows > columns and bool((rank == columns).all()):
        solution, residuals = LinalgLstsq.apply(A, right, limit, factors)
    else:
        residuals = (A.reshape(-1)[:0] + B.reshape(-1)[:0]).real
        solution = LinalgPinv.apply(A, False, limit, factors).matmul(right)
    solution = _at_the_top(solution, rows)
    values = sizes if driver in ("gelsd", "gelss") else A.new_empty((0,)).real
    ranks = rank.new_empty((0,)) if driver == "gels" else rank
    solution = solution.squeeze(-1) if is_vector else solution
    node = "LinalgLstsqBackward0"
    return _name_node(solution, node), _name_node(residuals, node), ranks, values
