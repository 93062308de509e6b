"""Functions of torch around factorizations that PyTorch has in Python: LU with a choice of results, approximations of low rank."""
import torch
from torch import _C_ops as ops
from torch._operations.factorizations import _warn_once
from torch._out import stored, stored_by_names


def lu(A, pivot=True, get_infos=False, out=None):
    _warn_once("lu", "torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and will be removed in a "
               "future PyTorch release.\nLU, pivots = torch.lu(A, compute_pivots)\nshould be replaced with\n"
               "LU, pivots = torch.linalg.lu_factor(A, compute_pivots)\nand\n"
               "LU, pivots, info = torch.lu(A, compute_pivots, get_infos=True)\nshould be replaced with\n"
               "LU, pivots, info = torch.linalg.lu_factor_ex(A, compute_pivots)")
    LU, pivots, info = ops.linalg_lu_factor_ex(A, pivot=pivot)
    if out is not None:
        results = (LU, pivots, info) if get_infos else (LU, pivots)
        return tuple([stored("lu", result, one) for result, one in zip(results, out)])
    if get_infos:
        return stored_by_names("_lu_with_info", ("LU", "pivots", "info"), (LU, pivots, info), None)
    return LU, pivots


def _range_basis(A, q, niter):
    """Algorithm 4.4 of Halko, Martinsson and Tropp 2009: columns that span about what the first q singular vectors span."""
    from torch.linalg import qr
    Q = qr(A.matmul(torch.randn(A.shape[-1], q, dtype=A.dtype))).Q
    for _ in range(niter):
        Q = qr(A.adjoint().matmul(Q)).Q
        Q = qr(A.matmul(Q)).Q
    return Q


def svd_lowrank(A, q=6, niter=2, M=None):
    q = 6 if q is None else q
    if M is not None:
        A = A - M
    wide = A.shape[-2] < A.shape[-1]
    if wide:
        A = A.adjoint()
    Q = _range_basis(A, q, niter)
    U, S, Vh = ops.linalg_svd(Q.adjoint().matmul(A), False)
    U, V = Q.matmul(U), Vh.adjoint()
    return (V, S, U) if wide else (U, S, V)


def pca_lowrank(A, q=None, center=True, niter=2):
    rows, columns = A.shape[-2:]
    if q is None:
        q = min(6, rows, columns)
    elif not (0 <= q <= min(rows, columns)):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={min(rows, columns)}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    return svd_lowrank(A - A.mean(-2, keepdim=True) if center else A, q, niter)
