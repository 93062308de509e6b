"""Operations around the factorizations of matrices: LU, Cholesky, L D L', reflections, singular values."""
import torch
from torch import _C_ops as ops
from torch._C import _LinAlgError as LinAlgError
from torch._C_autograd import _name_node
from torch.autograd import Function


def _by_columns(x):
    return x.transpose(-2, -1).contiguous().transpose(-2, -1)


def _unit(rows, columns, like):
    return ops.eye(rows, columns, dtype=like.dtype, device=like.device)


def _type_name(x):
    return torch._scalar_type_name(x.dtype)


def _check_implemented(kernel, x):
    if x.dtype not in (torch.float32, torch.float64, torch.complex64, torch.complex128):
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{_type_name(x)}'")


_warned = set()


def _warn_once(name, text):
    if name not in _warned:
        _warned.add(name)
        from warnings import warn
        warn(text, stacklevel=3)


# ---- LU
def linalg_lu_factor(A, pivot):
    LU, pivots, info = ops.linalg_lu_factor_ex(A, pivot=pivot)
    if info.device.type != "meta" and bool(info.any()):
        number = int(info.reshape(-1).ne(0).nonzero()[0])
        row = int(info.reshape(-1)[number])
        where = f"(Batch element {number}): " if info.dim() else ""
        raise RuntimeError(f"torch.linalg.lu_factor: {where}U[{row},{row}] is zero and using it on lu_solve would result in a division "
                           "by zero. If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
                           "linalg.lu_factor_ex(A, pivot)")
    return LU, pivots


def _triangles(LU, node=None):
    """L and U, row by row; `node`: what their nodes are called."""
    rows, columns = LU.shape[-2:]
    least = min(rows, columns)
    L = LU[..., :least].tril(-1).contiguous() + _unit(rows, least, LU)
    U = LU[..., :least, :].triu().contiguous()
    return (L, U) if node is None else (_name_node(L, node), _name_node(U, node))


def _permutation(pivots, rows, like):
    order = ops._lu_permutation(pivots, rows)
    return like.new_zeros((*order.shape, rows)).scatter_(-2, order.unsqueeze(-2), 1)


def linalg_lu(A, pivot):
    if A.dim() < 2:
        raise RuntimeError(f"linalg.lu: Expected tensor with 2 or more dimensions. Got size: {list(A.shape)} instead")
    LU, pivots, _ = ops.linalg_lu_factor_ex(A, pivot=pivot)
    L, U = _triangles(LU, "LinalgLuBackward0")
    return _permutation(pivots, A.shape[-2], A), L, U


def lu_unpack(LU_data, LU_pivots, unpack_data, unpack_pivots):
    if unpack_pivots:
        if LU_pivots.dtype != torch.int32:
            raise RuntimeError("torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\n"
                               "Note: this function is intended to be used with the output produced by torch.linalg.lu_factor")
        wanted = [*LU_data.shape[:-2], min(LU_data.shape[-2:])]
        if list(LU_pivots.shape) != wanted:
            raise ValueError(f"Expected LU_pivots to have shape {wanted} but got {list(LU_pivots.shape)} instead.")
    none = LU_data.new_empty((0,))
    L, U = _triangles(LU_data, "LuUnpackBackward0") if unpack_data else (none, LU_data.new_empty((0,)))
    P = _permutation(LU_pivots, LU_data.shape[-2], LU_data) if unpack_pivots else none
    return P, L, U


def lu_solve(self, LU_data, LU_pivots):
    _warn_once("lu_solve", "torch.lu_solve is deprecated in favor of torch.linalg.lu_solveand will be removed in a future PyTorch "
               "release.\nNote that torch.linalg.lu_solve has its arguments reversed.\nX = torch.lu_solve(B, LU, pivots)\n"
               "should be replaced with\nX = torch.linalg.lu_solve(LU, pivots, B)")
    return ops.linalg_lu_solve(LU_data, LU_pivots, self)


def linalg_ldl_factor(self, hermitian):
    LD, pivots, _ = ops.linalg_ldl_factor_ex(self, hermitian=hermitian, check_errors=True)
    return LD, pivots


# ---- triangular systems
def _check_system(name, b, A):
    rows, columns = A.shape[-2:]
    if rows != columns:
        raise RuntimeError(f"A must be batches of square matrices, but they are {rows} by {columns} matrices")
    if b.shape[-2] != rows:
        raise RuntimeError(f"Incompatible matrix sizes for {name}: each A matrix is {rows} by {columns} but each b matrix is "
                           f"{b.shape[-2]} by {b.shape[-1]}")
    if b.dtype != A.dtype:
        raise RuntimeError(f"Expected b and A to have the same dtype, but found b of type {_type_name(b)} and A of type "
                           f"{_type_name(A)} instead.")


def triangular_solve(self, A, upper, transpose, unitriangular):
    b = self
    _warn_once("triangular_solve", "torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangularand will be removed "
               "in a future PyTorch release.\ntorch.linalg.solve_triangular has its arguments reversed and does not return a copy "
               "of one of the inputs.\nX = torch.triangular_solve(B, A).solution\nshould be replaced with\n"
               "X = torch.linalg.solve_triangular(A, B).")
    for name, matrix in (("b", b), ("A", A)):
        if matrix.dim() < 2:
            raise RuntimeError(f"torch.triangular_solve: Expected {name} to have at least 2 dimensions, but it has {matrix.dim()} "
                               "dimensions instead")
    _check_system("triangular_solve", b, A)
    _check_implemented("triangular_solve_cpu", A)
    factors = A.transpose(-2, -1) if transpose else _by_columns(A)
    solution = ops.linalg_solve_triangular(factors, b, upper=upper != transpose, unitriangular=unitriangular)
    copy = _by_columns(A.expand(*solution.shape[:-2], *A.shape[-2:]).clone())
    return _name_node(solution, "TriangularSolveBackward0"), _name_node(copy, "TriangularSolveBackward0")


def _cholesky_solution(B, L, upper):
    turned = L.adjoint()
    first, second = (turned, L) if upper else (L, turned)
    return ops.linalg_solve_triangular(second, ops.linalg_solve_triangular(first, B, upper=False), upper=True)


def _of_factor(common, L, upper):
    """From a Hermitian gradient of L L', or of L' L: of a full L, as PyTorch has it."""
    return -(L.matmul(common) if upper else common.matmul(L))


class CholeskySolve(Function):
    _node_name = "CholeskySolveBackward0"

    @staticmethod
    def forward(ctx, B, L, upper):
        result = _cholesky_solution(B, L, upper)
        ctx.upper, ctx.B_shape = upper, B.shape
        ctx.save_for_backward(L, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        L, result = ctx.saved_tensors
        to_B = cholesky_solve(grad, L, ctx.upper)
        common = to_B.matmul(result.adjoint())
        to_L = _of_factor(common + common.adjoint(), L, ctx.upper)
        return to_B.sum_to_size(ctx.B_shape), to_L.sum_to_size(L.shape), None


class CholeskyInverse(Function):
    _node_name = "CholeskyInverseBackward0"

    @staticmethod
    def forward(ctx, L, upper):
        result = _cholesky_solution(_unit(L.shape[-1], L.shape[-1], L), L, upper)
        ctx.upper = upper
        ctx.save_for_backward(L, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        L, result = ctx.saved_tensors
        return _of_factor(result.matmul(grad + grad.adjoint()).matmul(result), L, ctx.upper), None


def cholesky_solve(self, input2, upper):
    B, L = self, input2
    for name, matrix in (("b", B), ("u", L)):
        if matrix.dim() < 2:
            raise RuntimeError(f"{name} should have at least 2 dimensions, but has {matrix.dim()} dimensions instead")
    _check_system("cholesky_solve", B, L)
    _check_implemented("cholesky_solve_cpu", L)
    return CholeskySolve.apply(B, L, upper)


def cholesky_inverse(self, upper):
    L = self
    if L.dim() < 2:
        raise RuntimeError("cholesky_inverse: The input tensor A must have at least 2 dimensions.")
    rows, columns = L.shape[-2:]
    if rows != columns:
        raise RuntimeError(f"cholesky_inverse: A must be batches of square matrices, but they are {rows} by {columns} matrices")
    _check_implemented("cholesky_inverse_out_cpu", L)
    zeros = L.detach().diagonal(0, -2, -1).eq(0).reshape(-1, rows) if L.numel() else None
    if zeros is not None and bool(zeros.any()):
        number, row = zeros.nonzero()[0].tolist()
        where = f"(Batch element {number}): " if L.dim() > 2 else ""
        raise LinAlgError(f"cholesky_inverse: {where}The diagonal element {row + 1} is zero, the inversion could not be completed "
                          "because the input matrix is singular.")
    return CholeskyInverse.apply(L, upper)


# ---- reflections
class GradientLayout(Function):
    """The tensor itself; its gradient lies by columns, or as the tensor does, or is None, as PyTorch's formulas leave it."""
    @staticmethod
    def forward(ctx, x, columns, nothing):
        ctx.columns, ctx.nothing = columns, nothing
        ctx.save_for_backward(x)
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        if ctx.nothing:
            return None, None, None
        x, = ctx.saved_tensors
        return _by_columns(grad) if ctx.columns else torch.empty_like(x).copy_(grad), None, None


def _reflections(input, tau):
    """V and T with (1 - tau0 v0 v0') (1 - tau1 v1 v1') ... = 1 - V T V': T is the inverse of diag(1 / tau) and the part of V' V above
    the diagonal (Schreiber and Van Loan 1989, Puglisi 1992), here without a division by tau."""
    rows, count = input.shape[-2], tau.shape[-1]
    V = input[..., :count].tril(-1) + _unit(rows, count, input)
    above = V.adjoint().matmul(V).triu(1) * tau.unsqueeze(-1)
    return V, ops.linalg_solve_triangular(above, ops.diag_embed(tau), upper=True, unitriangular=True)


def linalg_householder_product(input, tau):
    A = input
    name = "torch.linalg.householder_product"
    if A.dim() < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    rows, columns = A.shape[-2:]
    if rows < columns:
        raise RuntimeError(f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]")
    if columns < tau.shape[-1]:
        raise RuntimeError(f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if A.dim() - tau.dim() != 1:
        raise RuntimeError(f"{name}: Expected tau to have one dimension less than input, but got tau.ndim equal to {tau.dim()} and "
                           f"input.ndim is equal to {A.dim()}")
    if tau.shape[:-1] != A.shape[:-2]:
        raise RuntimeError(f"{name}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got {list(tau.shape[:-1])}")
    if tau.dtype != A.dtype:
        raise RuntimeError(f"{name}: tau dtype {_type_name(tau)} does not match input dtype {_type_name(A)}")
    _check_implemented("orgqr_cpu", A)
    nothing = A.numel() == 0 or tau.numel() == 0
    V, T = _reflections(GradientLayout.apply(A, False, nothing), GradientLayout.apply(tau, False, nothing))
    product = _unit(rows, columns, A) - V.matmul(T.matmul(V[..., :columns, :].adjoint()))
    return _name_node(_by_columns(product), "LinalgHouseholderProductBackward0")


def orgqr(self, input2):
    return linalg_householder_product(self, input2)


def ormqr(self, input2, input3, left, transpose):
    input, tau, other = self, input2, input3
    for name, matrix in (("input", input), ("other", other)):
        if matrix.dim() < 2:
            raise RuntimeError(f"torch.ormqr: {name} must have at least 2 dimensions.")
    side = -2 if left else -1
    if other.shape[side] < tau.shape[-1]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be greater than or equal to tau.shape[-1]")
    if other.shape[side] != input.shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    if tau.shape[-1] != min(other.shape[side], input.shape[-1]):
        raise RuntimeError(f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])")
    if input.dim() - tau.dim() != 1:
        raise RuntimeError("torch.ormqr: Expected tau to have one dimension less than input, but got tau.ndim equal to "
                           f"{tau.dim()} and input.ndim is equal to {input.dim()}")
    if input.dim() != other.dim():
        raise RuntimeError("torch.ormqr: Expected other to have the same number of dimensions as input, but got other.ndim equal to "
                           f"{other.dim()} and input.ndim is equal to {input.dim()}")
    for name, shape in (("tau", tau.shape[:-1]), ("other", other.shape[:-2])):
        if shape != input.shape[:-2]:
            raise RuntimeError(f"torch.ormqr: Expected batch dimensions of {name} to be equal to input.shape[:-2], but got "
                               f"{list(shape)}")
    for name, tensor in (("tau", tau), ("other", other)):
        if tensor.dtype != input.dtype:
            raise RuntimeError(f"torch.ormqr: Expected input and {name} to have the same dtype, but input has dtype{_type_name(input)} "
                               f"and {name} has dtype {_type_name(tensor)}")
    _check_implemented("ormqr_cpu", input)
    nothing = input.numel() == 0 or tau.numel() == 0
    V, T = _reflections(GradientLayout.apply(input, False, nothing), GradientLayout.apply(tau, False, nothing))
    other = GradientLayout.apply(other, True, False)
    if transpose:
        T = T.adjoint()
    if left:
        result = other - V.matmul(T.matmul(V.adjoint().matmul(other)))
    else:
        result = other - other.matmul(V).matmul(T).matmul(V.adjoint())
    return _name_node(_by_columns(result), "OrmqrBackward0")


# ---- singular values
def svd(self, some, compute_uv):
    input = self
    if input.dim() < 2:
        raise RuntimeError(f"linalg.svd: input should have at least 2 dimensions, but has {input.dim()} dimensions instead")
    U, S, Vh = ops.linalg_svd(input, not some if compute_uv else False)
    V = Vh.adjoint()
    if not compute_uv:
        rows, columns = input.shape[-2:]
        U = input.new_zeros((*input.shape[:-2], rows, rows))
        V = input.new_zeros((*input.shape[:-2], columns, columns)).transpose(-2, -1)
    return U, S, V
