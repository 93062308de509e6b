"""Gradients of products and factorizations of matrices."""
import torch
from torch import _C_ops as ops
from torch._gradients import gradient
from torch._gradients.reduction import norm_gradient


def scaled(x, factor):
    return x if factor == 1 else x * factor


# A matrix that lies column by column has a gradient that does so, too.
def left_gradient(grad, mat2, columns):
    return mat2.mm(grad.t()).t() if columns else grad.mm(mat2.t())


def right_gradient(grad, mat1, columns):
    return grad.t().mm(mat1).t() if columns else mat1.t().mm(grad)


@gradient("mm", of=("self",), saves=("mat2", "self.columns"))
def mm_self(grad, mat2, self_columns):
    return left_gradient(grad, mat2, self_columns)


@gradient("mm", of=("mat2",), saves=("self", "mat2.columns"))
def mm_mat2(grad, self, mat2_columns):
    return right_gradient(grad, self, mat2_columns)


@gradient("bmm", of=("self",), saves=("mat2",))
def bmm_self(grad, mat2):
    return grad.bmm(mat2.transpose(1, 2))


@gradient("bmm", of=("mat2",), saves=("self",))
def bmm_mat2(grad, self):
    return self.transpose(1, 2).bmm(grad)


@gradient("mv", of=("self",), saves=("vec",))
def mv_self(grad, vec):
    return grad.outer(vec)


@gradient("mv", of=("vec",), saves=("self",))
def mv_vec(grad, self):
    return self.t().mv(grad)


@gradient("dot", of=("self",), saves=("tensor",))
def dot_self(grad, tensor):
    return grad * tensor


@gradient("dot", of=("tensor",), saves=("self",))
def dot_tensor(grad, self):
    return grad * self


# ---- matmul: vectors become matrices first, dimensions that were broadcast are summed by the caller
def flat_rows(x):
    return x.flatten(0, -2) if x.dim() > 1 else x.unsqueeze(0)


# In the order in which gradients arrive: the bias comes first.
@gradient("linear", of=("bias",), name="AddmmBackward0")
def linear_bias(grad):
    return grad


@gradient("linear", of=("input",), saves=("input.shape", "weight", "input.columns"), name="AddmmBackward0")
def linear_input(grad, input_shape, weight, input_columns):
    if weight.dim() == 1:
        return grad.unsqueeze(-1) * weight
    if len(input_shape) == 2:
        return weight.t().mm(grad.t()).t() if input_columns else grad.mm(weight)
    return flat_rows(grad).mm(weight).reshape(input_shape)


@gradient("linear", of=("weight",), saves=("input", "weight.shape", "weight.rows"), name="AddmmBackward0")
def linear_weight(grad, input, weight_shape, weight_rows):
    if len(weight_shape) == 1:
        return flat_rows(input).t().mv(grad.reshape(-1))
    if input.dim() != 2:
        grad, input = flat_rows(grad), flat_rows(input)
    return grad.t().mm(input) if weight_rows else input.t().mm(grad).t()


@gradient("addmm", of=("self",))
def addmm_self(grad, *, beta):
    return scaled(grad, beta)


@gradient("addmm", of=("mat1",), saves=("mat2", "mat1.columns"))
def addmm_mat1(grad, mat2, mat1_columns, *, alpha):
    return scaled(left_gradient(grad, mat2, mat1_columns), alpha)


@gradient("addmm", of=("mat2",), saves=("mat1", "mat2.columns"))
def addmm_mat2(grad, mat1, mat2_columns, *, alpha):
    return scaled(right_gradient(grad, mat1, mat2_columns), alpha)


@gradient("addmv", of=("self",))
def addmv_self(grad, *, beta):
    return scaled(grad, beta)


@gradient("addmv", of=("mat",), saves=("vec",))
def addmv_mat(grad, vec, *, alpha):
    return scaled(grad.outer(vec), alpha)


@gradient("addmv", of=("vec",), saves=("mat",))
def addmv_vec(grad, mat, *, alpha):
    return scaled(mat.t().mv(grad), alpha)


@gradient("baddbmm", of=("self",))
def baddbmm_self(grad, *, beta):
    return scaled(grad, beta)


@gradient("baddbmm", of=("batch1",), saves=("batch2",))
def baddbmm_batch1(grad, batch2, *, alpha):
    return scaled(grad.bmm(batch2.transpose(1, 2)), alpha)


@gradient("baddbmm", of=("batch2",), saves=("batch1",))
def baddbmm_batch2(grad, batch1, *, alpha):
    return scaled(batch1.transpose(1, 2).bmm(grad), alpha)


@gradient("addbmm", of=("self",))
def addbmm_self(grad, *, beta):
    return scaled(grad, beta)


@gradient("addbmm", of=("batch1",), saves=("batch2",))
def addbmm_batch1(grad, batch2, *, alpha):
    return scaled(grad.matmul(batch2.transpose(1, 2)), alpha)


@gradient("addbmm", of=("batch2",), saves=("batch1",))
def addbmm_batch2(grad, batch1, *, alpha):
    return scaled(batch1.transpose(1, 2).matmul(grad), alpha)


@gradient("addr", of=("self",))
def addr_self(grad, *, beta):
    return scaled(grad, beta)


@gradient("addr", of=("vec1",), saves=("vec2",))
def addr_vec1(grad, vec2, *, alpha):
    return scaled(grad.mv(vec2), alpha)


@gradient("addr", of=("vec2",), saves=("vec1",))
def addr_vec2(grad, vec1, *, alpha):
    return scaled(grad.t().mv(vec1), alpha)


@gradient("linalg_cross", of=("self",), saves=("other",))
def cross_self(grad, other, *, dim):
    return ops.linalg_cross(other, grad, dim=dim)


@gradient("linalg_cross", of=("other",), saves=("self",))
def cross_other(grad, self, *, dim):
    return ops.linalg_cross(grad, self, dim=dim)


@gradient("cdist", of=("x1",), saves=("x1", "x2", "result"))
def cdist_x1(grad, x1, x2, result, *, p):
    if torch.is_grad_enabled():
        return _by_pairs(grad, x1, x2, p, result)
    x1 = x1.expand(result.shape[:-2] + x1.shape[-2:])  # the gradient is summed to its shape
    return ops._cdist_backward(grad.contiguous(), x1, x2, p, result)


@gradient("cdist", of=("x2",), saves=("x1", "x2", "result"))
def cdist_x2(grad, x1, x2, result, *, p):
    if torch.is_grad_enabled():
        return _by_pairs(grad.transpose(-2, -1), x2, x1, p, result.transpose(-2, -1))
    x2 = x2.expand(result.shape[:-2] + x2.shape[-2:])
    return ops._cdist_backward(grad.transpose(-2, -1).contiguous(), x2, x1, p,
                               result.transpose(-2, -1).contiguous())


def _by_pairs(grad, x1, x2, p, result):
    """The gradient of x1 of operations that have gradients; points that coincide have none."""
    if p == 0.0:
        return None
    apart = result != 0
    distance, grad = ops.where(apart, result, 1.0), ops.where(apart, grad, 0.0)
    difference = ops.where(apart.unsqueeze(-1), x1.unsqueeze(-2) - x2.unsqueeze(-3), 1.0)
    return norm_gradient(grad.unsqueeze(-1), difference, distance.unsqueeze(-1), p).sum(-2)


# ---- factorizations
def _of_inverse(grad, inverse):
    turned = inverse.transpose(-2, -1)
    return -turned.matmul(grad.matmul(turned))


@gradient("linalg_inv", of=("A",), saves=("result",), name="LinalgInvExBackward0")
def inv(grad, result):
    return _of_inverse(grad, result)


@gradient("linalg_inv_ex", of=("A",), saves=("result0",))
def inv_ex(grad, result0):
    return _of_inverse(grad, result0)


@gradient("linalg_det", of=("A",), saves=("A", "result"))
def det(grad, A, result):
    if torch.is_grad_enabled():
        return ops.linalg_inv(A.transpose(-2, -1)) * (grad * result).unsqueeze(-1).unsqueeze(-1)
    return _of_determinant(A, (grad * result).conj(), True).conj()  # of the transpose


def _of_determinant(A, scale, is_near):
    """The inverse of A's adjoint times `scale`, without a gradient; `is_near`: pivots of 0 are the least number."""
    LU, pivots, _ = ops.linalg_lu_factor_ex(A)
    if is_near:
        pivot = LU.diagonal(0, -2, -1)
        LU = LU + ops.diag_embed(ops.where(pivot == 0, torch.finfo(A.dtype).eps, 0.0).to(A.dtype))
    return ops.linalg_lu_solve(LU, pivots, ops.diag_embed(scale.unsqueeze(-1).expand(A.shape[:-1])), adjoint=True)


@gradient("linalg_slogdet", of=("A",), saves=("A", "result0"), holomorphic=False)
def slogdet(grads, A, result0):
    of_sign, of_log = grads
    if A.is_complex() and of_sign is not None:
        turning = ops.imag(of_sign * result0.conj())
        of_log = ops.complex(ops.zeros_like(turning) if of_log is None else of_log, turning)
    if of_log is None:
        return None
    of_log = of_log.to(A.dtype)
    if torch.is_grad_enabled():
        return ops.linalg_inv(A.adjoint()) * of_log.unsqueeze(-1).unsqueeze(-1)
    return _of_determinant(A, of_log, False)


def is_vector_system(A, B_rank, B_shape):
    return B_rank == 1 or B_rank == A.dim() - 1 and tuple(B_shape) == tuple(A.shape[:-1])


@gradient("linalg_solve", of=("A", "B"), saves=("A", "B.shape", "result"), name="LinalgSolveExBackward0")
def solve(grad, A, B_shape, result, needs, *, left):
    return of_system(grad, A, B_shape, result, needs, left, True)


def of_system(grad, A, B_shape, result, needs, left, checked):
    vector = is_vector_system(A, len(B_shape), B_shape)
    if vector:
        grad = grad.unsqueeze(-1)
        result = result.unsqueeze(-1)
    turned = A.transpose(-2, -1)
    to_B = ops.linalg_solve(turned, grad, left=left) if checked else ops.linalg_solve_ex(turned, grad, left=left)[0]
    to_A = None
    if needs[0]:
        if left:
            to_A = -to_B.matmul(result.transpose(-2, -1))
        else:
            to_A = -result.transpose(-2, -1).matmul(to_B)
    if vector:
        to_B = to_B.squeeze(-1)
    return to_A, to_B


@gradient("linalg_solve_ex", of=("A", "B"), saves=("A", "B.shape", "result0"))
def solve_ex(grad, A, B_shape, result0, needs, *, left):
    return of_system(grad, A, B_shape, result0, needs, left, False)


def of_factors(phi, LU):
    """P L'^-1 phi U'^-1: what A has of L^-1 P' dA U^-1, of square factors."""
    right = ops.linalg_solve_triangular(LU.transpose(-2, -1), phi, upper=False, left=False)
    return ops.linalg_solve_triangular(LU.transpose(-2, -1), right, upper=True, unitriangular=True)


def in_rows_of_A(x, pivots):
    """P x."""
    order = ops._lu_permutation(pivots, x.shape[-2])
    return ops.zeros_like(x).scatter(-2, order.unsqueeze(-1).expand(x.shape), x)


def in_rows_of_LU(x, pivots):
    """P' x."""
    order = ops._lu_permutation(pivots, x.shape[-2])
    return x.gather(-2, order.unsqueeze(-1).expand(x.shape))


@gradient("linalg_lu_factor_ex", of=("A",), saves=("result0", "result1"))
def lu_factor_ex(grad, result0, result1):
    """L^-1 dL is below, dU U^-1 on and above the diagonal of L^-1 P' dA U^-1. A wide A has further columns, L^-1 P' dA = dU + L^-1 dL U,
    a tall one further rows, P' dA U^-1 = dL + L dU U^-1."""
    rows, columns = result0.shape[-2], result0.shape[-1]
    k = rows if rows < columns else columns
    LU, gLU = result0[..., :k, :k], grad[..., :k, :k]
    L = LU.tril(-1) + ops.eye(k, dtype=LU.dtype)
    below = L.transpose(-2, -1).matmul(gLU.tril(-1))
    above = gLU.triu().matmul(LU.triu().transpose(-2, -1))
    if rows < columns:
        more, gMore = result0[..., k:], grad[..., k:]
        below = below - gMore.matmul(more.transpose(-2, -1))
        rest = ops.linalg_solve_triangular(LU.transpose(-2, -1), gMore, upper=True, unitriangular=True)
        whole = ops.cat([of_factors(below.tril(-1) + above.triu(), LU), rest], -1)
    elif rows > columns:
        more, gMore = result0[..., k:, :], grad[..., k:, :]
        above = above - more.transpose(-2, -1).matmul(gMore)
        rest = ops.linalg_solve_triangular(LU.transpose(-2, -1), gMore, upper=False, left=False)
        whole = ops.cat([of_factors(below.tril(-1) + above.triu(), LU), rest], -2)
    else:
        whole = of_factors(below.tril(-1) + above.triu(), LU)
    return in_rows_of_A(whole, result1)


@gradient("linalg_lu_solve", of=("LU", "B"), saves=("LU", "pivots", "result"), holomorphic=False)
def lu_solve(grad, LU, pivots, result, needs, *, left, adjoint):
    to_B = ops.linalg_lu_solve(LU, pivots, grad, left=left, adjoint=not adjoint)
    to_LU = None
    if needs[0]:
        if left:
            to_A = -(result.matmul(to_B.adjoint()) if adjoint else to_B.matmul(result.adjoint()))
        else:
            to_A = -(to_B.adjoint().matmul(result) if adjoint else result.adjoint().matmul(to_B))
        pivots = pivots.expand(to_A.shape[:-1])
        turned = in_rows_of_LU(to_A, pivots)
        L = LU.tril(-1) + ops.eye(LU.shape[-1], dtype=LU.dtype)
        to_LU = turned.matmul(LU.triu().adjoint()).tril(-1) + L.adjoint().matmul(turned).triu()
    return to_LU, to_B


@gradient("linalg_solve_triangular", of=("self", "B"), saves=("self", "result"), holomorphic=False)
def solve_triangular(grad, self, result, needs, *, upper, left, unitriangular):
    to_B = ops.linalg_solve_triangular(self.adjoint(), grad, upper=not upper, left=left,
                                       unitriangular=unitriangular)
    if self.is_complex() and self.is_contiguous():
        to_B = to_B.contiguous()
    to_A = None
    if needs[0]:
        to_A = -(to_B.matmul(result.adjoint()) if left else result.adjoint().matmul(to_B))
        diagonal = 1 if unitriangular else 0
        to_A = to_A.triu(diagonal) if upper else to_A.tril(-diagonal)
    return to_A, to_B


def half_diagonal(x):
    """The lower triangle with half of the diagonal."""
    return x.tril() - ops.diag_embed(x.diagonal(0, -2, -1)) * 0.5


def _of_cholesky(grad, result, upper):
    L = result.adjoint() if upper else result
    gL = grad.adjoint() if upper else grad
    inner = L.adjoint().matmul(gL)
    # Imaginary parts of the diagonal, which that of L cannot have, stay in the gradient, as in PyTorch.
    inner = (inner.tril() + inner.tril(-1).adjoint()) * 0.5 if inner.is_complex() else half_diagonal(inner)
    right = ops.linalg_solve_triangular(L, inner, upper=False, left=False)
    gA = ops.linalg_solve_triangular(L.adjoint(), right, upper=True)
    return gA if gA.is_complex() else (gA + gA.adjoint()) * 0.5


@gradient("linalg_cholesky", of=("self",), saves=("result",), name="LinalgCholeskyExBackward0", holomorphic=False)
def cholesky(grad, result, *, upper):
    return _of_cholesky(grad, result, upper)


@gradient("linalg_cholesky_ex", of=("self",), saves=("result0",), holomorphic=False)
def cholesky_ex(grad, result0, *, upper):
    return _of_cholesky(grad, result0, upper)


@gradient("linalg_qr", of=("A",), saves=("A.shape", "result0", "result1"), holomorphic=False)
def qr(grads, A_shape, result0, result1, *, mode):
    """A wide matrix is a square one, with the factors Q and the left part of R, and further columns, Q times the right part."""
    gQ, gR = grads
    Q, R = result0, result1
    rows, columns = A_shape[-2], A_shape[-1]
    if mode == "complete" and rows > columns:
        raise RuntimeError("The QR decomposition is not differentiable when mode='complete' and nrows > ncols.")
    if mode == "r":
        raise RuntimeError("The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use "
                           "linalg.qr(A, mode='reduced') if you are going to differentiate through linalg.qr.")
    if rows < columns:
        gLeft = None
        if gR is not None:
            gRest = gR[..., rows:]
            gLeft = gR[..., :rows]
            more = Q.matmul(R[..., rows:]).matmul(gRest.adjoint())
            gQ = more if gQ is None else gQ + more
        square = _qr_of_tall(gQ, gLeft, Q, R[..., :rows])
        return ops.cat([square, Q.new_zeros((*A_shape[:-1], columns - rows)) if gR is None else Q.matmul(gRest)], -1)
    return _qr_of_tall(gQ, gR, Q, R)


def _qr_of_tall(gQ, gR, Q, R):
    M = None
    if gR is not None:
        M = R.matmul(gR.adjoint())
    if gQ is not None:
        part = gQ.adjoint().matmul(Q)
        M = -part if M is None else M - part
    if M.is_complex():
        lower = half_diagonal(M)
        whole = lower + lower.adjoint()
    else:
        whole = M.tril() + M.tril(-1).adjoint()
    right = Q.matmul(whole)
    if gQ is not None:
        right = right + gQ
    return ops.linalg_solve_triangular(R.adjoint(), right, upper=False, left=False)


def check_phases(turning, message):
    """Vectors may be multiplied by any phase; `turning` has on its diagonal what a loss says of those, which must be nothing."""
    phases = ops.imag(turning.detach().diagonal(0, -2, -1))
    if bool((phases.abs() > 1e-2).any()):
        raise RuntimeError(message)


@gradient("linalg_eigh", of=("self",), saves=("result0", "result1"), holomorphic=False)
def eigh(grads, result0, result1):
    gL, gV = grads
    V = result1
    Vt = V.adjoint()
    if gV is None:
        return (V * gL.unsqueeze(-2)).matmul(Vt)
    gap = result0.unsqueeze(-2) - result0.unsqueeze(-1)
    turning = Vt.matmul(gV)
    if V.is_complex():
        check_phases(turning, "linalg_eigh_backward: The eigenvectors in the complex case are specified up to multiplication by e^{i phi}. "
                     "The specified loss function depends on this quantity, so it is ill-defined.")
    inner = turning * (1.0 / gap.masked_fill(gap == 0, float("inf")))
    if gL is not None:
        inner = inner + ops.diag_embed(gL)
    whole = V.matmul(inner.matmul(Vt))
    return (whole + whole.adjoint()) * 0.5


@gradient("linalg_eig", of=("self",), saves=("self", "result0", "result1"), holomorphic=False)
def eig(grads, self, result0, result1):
    """Boeddeker, Hanebrink, Drude, Heymann, Haeb-Umbach, "On the computation of complex-valued gradients" (2017), 4.77: vectors have
    length 1 and any phase."""
    gL, gV = grads
    Vt = result1.adjoint()
    inner = None
    if gV is not None:
        turning = Vt.matmul(gV)
        check_phases(turning, "linalg_eig_backward: The eigenvectors in the complex case are specified up to multiplication by e^{i phi}. "
                     "The specified loss function depends on this quantity, so it is ill-defined.")
        lengths = turning.diagonal(0, -2, -1).real.unsqueeze(-2)
        gap = (result0.unsqueeze(-2) - result0.unsqueeze(-1)).conj()
        inner = (turning - Vt.matmul(result1) * lengths) / gap.masked_fill(gap == 0, float("inf"))
    if gL is not None:
        inner = ops.diag_embed(gL) if inner is None else inner + ops.diag_embed(gL)
    whole = ops.linalg_solve(Vt, inner.matmul(Vt))
    return whole if self.is_complex() else whole.real


@gradient("linalg_svd", of=("A",), saves=("result0", "result1", "result2"), holomorphic=False)
def svd(grads, result0, result1, result2):
    """For the thin factors."""
    gU, gS, gVh = grads
    k = result1.shape[-1]
    U, S, Vh = result0[..., :k], result1, result2[..., :k, :]
    Ut, V = U.adjoint(), Vh.adjoint()
    if gU is None and gVh is None:
        return (U * gS.unsqueeze(-2)).matmul(Vh)
    square = S * S
    gap = square.unsqueeze(-2) - square.unsqueeze(-1)
    E = gap.masked_fill(gap == 0, float("inf"))
    inner = ops.diag_embed(gS) if gS is not None else ops.zeros_like(E)
    outer = None
    turning = None
    if gU is not None:
        gU = gU[..., :k]
        skew = turning = Ut.matmul(gU)
        if U.is_complex() and gVh is not None:
            # The common phase of a pair of vectors is free, and the loss says by one of them what it means of both.
            inner = inner + ops.diag_embed(skew.diagonal(0, -2, -1).imag / S) * 1j
        inner = inner + (skew - skew.adjoint()) / E * S.unsqueeze(-2)
        outer = ((gU - U.matmul(skew)) / S.unsqueeze(-2)).matmul(Vh)
    if gVh is not None:
        gV = gVh[..., :k, :].adjoint()
        skew = Vh.matmul(gV)
        turning = skew if turning is None else turning + skew
        inner = inner + S.unsqueeze(-1) * ((skew - skew.adjoint()) / E)
        rest = (U / S.unsqueeze(-2)).matmul((gV - V.matmul(skew)).adjoint())
        outer = rest if outer is None else outer + rest
    if U.is_complex():
        check_phases(turning, "svd_backward: The singular vectors in the complex case are specified up to multiplication by e^{i phi}. The "
                     "specified loss function depends on this phase term, making it ill-defined.")
    total = U.matmul(inner).matmul(Vh)
    return total if outer is None else total + outer


# ---- PyTorch has no derivatives of these, either
@gradient("geqrf", of=("self",))
def geqrf(grad):
    raise NotImplementedError("the derivative for 'geqrf' is not implemented.")


@gradient("linalg_ldl_factor_ex", of=("self",))
def ldl_factor_ex(grad):
    raise RuntimeError("derivative for aten::linalg_ldl_factor_ex is not implemented")


@gradient("linalg_ldl_solve", of=("LD", "B"))
def ldl_solve(grad):
    raise RuntimeError("derivative for aten::linalg_ldl_solve is not implemented")
