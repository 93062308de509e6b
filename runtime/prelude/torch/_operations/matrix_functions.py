"""Functions of matrices that are made of others: exponentials, roots, polar factors, condition numbers, tensors as matrices."""
import math

import torch
from torch import _C_ops as ops
from torch._C import _LinAlgError as LinAlgError
from torch._C_autograd import _name_node
from torch.autograd import Function


def _check(name, A, square=True):
    if not (A.is_floating_point() or A.is_complex()):
        raise NotImplementedError(f"{name}: Expected a floating point or complex tensor as input. Got "
                                  f"{torch._scalar_type_name(A.dtype)}")
    if A.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    rows, columns = A.shape[-2:]
    if square and rows != columns:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {rows} by {columns} matrices")


# ---- the exponential: Higham 2005, "The scaling and squaring method for the matrix exponential revisited"
_QUOTIENTS = {
    torch.float32: (3.925724783138660, (17297280., 8648640., 1995840., 277200., 25200., 1512., 56., 1.)),
    torch.float64: (5.371920351148152, (64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800.,
                                        129060195264000., 10559470521600., 670442572800., 33522128640., 1323241920., 40840800.,
                                        960960., 16380., 182., 1.)),
}


def _exponential(A):
    sizes = A.abs().sum(-2).amax(-1)
    largest, factors = _QUOTIENTS[sizes.dtype]
    halvings = (sizes / largest).log2().ceil().clamp(min=0).nan_to_num(0.0, 0.0)
    A = A * (0.5 ** halvings).unsqueeze(-1).unsqueeze(-1)
    unit = ops.eye(A.shape[-1], dtype=A.dtype, device=A.device)
    square = A.matmul(A)
    even, odd, power = factors[0] * unit, factors[1] * unit, square
    for i in range(2, len(factors), 2):
        even = even + factors[i] * power
        odd = odd + factors[i + 1] * power
        power = power.matmul(square)
    odd = A.matmul(odd)
    result = ops.linalg_solve_ex(even - odd, even + odd)[0]
    for i in range(int(halvings.max())):
        more = (halvings > i).unsqueeze(-1).unsqueeze(-1)
        result = torch.where(more, result.matmul(result), result)
    return result.contiguous()


class LinalgMatrixExp(Function):
    _node_name = "LinalgMatrixExpBackward0"

    @staticmethod
    def forward(ctx, A):
        ctx.save_for_backward(A)
        return _exponential(A)

    @staticmethod
    def backward(ctx, grad):
        # The derivative of exp at A' in the direction of the gradient stands in the corner of exp([[A', G], [0, A']]).
        A, = ctx.saved_tensors
        size = A.shape[-1]
        turned = A.adjoint()
        blocks = torch.cat([torch.cat([turned, grad], -1), torch.cat([torch.zeros_like(grad), turned], -1)], -2)
        return linalg_matrix_exp(blocks)[..., :size, size:]


def matrix_exp(self):
    return linalg_matrix_exp(self)


def linalg_matrix_exp(self):
    A = self
    _check("linalg.matrix_exp", A)
    if A.numel() == 0:
        return A.clone()
    if A.dtype not in _QUOTIENTS and not A.is_complex():
        return linalg_matrix_exp(A.float()).to(A.dtype)
    return LinalgMatrixExp.apply(A)


# ---- symmetric roots and polar factors
def _sums(values):
    """Of all pairs."""
    return values.unsqueeze(-2) + values.unsqueeze(-1)


class LinalgMatrixSqrth(Function):
    _node_name = "LinalgMatrixSqrthBackward0"

    @staticmethod
    def forward(ctx, A):
        ctx.save_for_backward(A)
        values, vectors = ops.linalg_eigh(A, "L")
        return (vectors * values.clamp(min=0).sqrt().unsqueeze(-2)).matmul(vectors.adjoint())

    @staticmethod
    def backward(ctx, grad):
        A, = ctx.saved_tensors
        values, vectors = ops.linalg_eigh(A, "L")
        turned = vectors.adjoint()
        inner = turned.matmul((grad + grad.adjoint()) * 0.5).matmul(vectors)
        return vectors.matmul(inner / _sums(values.clamp(min=0).sqrt())).matmul(turned)


def linalg_matrix_sqrth(self):
    _check("linalg.matrix_sqrth", self)
    return LinalgMatrixSqrth.apply(self)


class LinalgPolar(Function):
    _node_name = "LinalgPolarBackward0"

    """A = P S Q' = (P Q') (Q S Q')."""
    @staticmethod
    def forward(ctx, A):
        ctx.save_for_backward(A)
        P, S, Qt = ops.linalg_svd(A, False)
        return P.matmul(Qt), (Qt.adjoint() * S.unsqueeze(-2)).matmul(Qt)

    @staticmethod
    def backward(ctx, gU, gH):
        # With M = P' dA Q and D(X)ij = Xij / (si + sj): dU = P D(M - M') Q' + (1 - P P') dA Q S^-1 Q', dH = Q D(M' S + S M) Q'
        A, = ctx.saved_tensors
        P, S, Qt = ops.linalg_svd(A, False)
        Q, sums = Qt.adjoint(), _sums(S)
        X = Qt.matmul(gH).matmul(Q) / sums
        inward = P.adjoint().matmul(gU).matmul(Q)
        Y = inward / sums
        inner = S.unsqueeze(-1) * (X + X.adjoint()) + Y - Y.adjoint()
        result = P.matmul(inner).matmul(Qt)
        if A.shape[-2] == A.shape[-1]:
            return result
        return result + ((gU.matmul(Q) - P.matmul(inward)) / S.unsqueeze(-2)).matmul(Qt)


def linalg_polar(A):
    _check("linalg.polar", A, square=False)
    rows, columns = A.shape[-2:]
    if rows < columns:
        raise RuntimeError(f"linalg.polar: input must have at least as many rows as columns, but got {rows} by {columns} matrices")
    return LinalgPolar.apply(A)


# ---- condition numbers
def linalg_cond(self, p):
    from torch.linalg import matrix_norm, svdvals
    name = f"linalg.cond(ord={p})"
    if self.dim() < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions." if isinstance(p, str) else
                           "linalg.cond: The input tensor must have at least 2 dimensions.")
    rows, columns = self.shape[-2:]
    isSpectral, isKnown = p in (None, 2, -2), p in ("fro", "nuc", 1, -1, math.inf, -math.inf)
    if isinstance(p, str) and rows != columns or isKnown and rows != columns and self.numel() > 0:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {rows} by {columns} matrices")
    if not isSpectral and not isKnown:
        raise ValueError(f"linalg.cond got an invalid norm type: {p}")
    if self.numel() == 0:
        return self.new_zeros(self.shape[:-2]).abs()  # a real number
    if isSpectral or p == "nuc":
        values = svdvals(self)
        if p == "nuc":
            return values.sum(-1) * values.reciprocal().sum(-1)
        first, last = values[..., 0], values[..., -1]
        return _name_node(last / first if p == -2 else first / last, "SqueezeBackward1")
    inverse, info = ops.linalg_inv_ex(self)
    return (matrix_norm(self, p) * matrix_norm(inverse, p)).masked_fill(info != 0, math.inf)


def linalg_cond_p_str(self, p):
    return linalg_cond(self, p)


# ---- tensors as matrices
def _prod(sizes):
    return math.prod(sizes)


def linalg_tensorinv(self, ind):
    A = self
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    first, rest = list(A.shape[:ind]), list(A.shape[ind:])
    if _prod(first) != _prod(rest):
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
                           f"{_prod(rest)} != {_prod(first)}")
    try:
        inverse = ops.linalg_inv(A.reshape(_prod(rest), _prod(first)))
    except LinAlgError as error:
        raise LinAlgError(str(error).removeprefix("linalg.")) from None
    return inverse.reshape(rest + first)


def linalg_tensorsolve(self, other, dims):
    A, B = self, other
    if dims is not None:
        dims = [dims] if isinstance(dims, int) else list(dims)
        A = A.movedim(dims, list(range(A.dim() - len(dims), A.dim())))
    shape = list(A.shape[B.dim():])
    rows, columns = _prod(A.shape[:B.dim()]), _prod(shape)
    if rows != columns:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), "
                           f"but got {columns} != {rows}")
    return ops.linalg_solve(A.reshape(rows, columns), B.flatten()).reshape(shape)
