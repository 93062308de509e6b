# Factorizations of complex matrices and what they solve: what does not hang on phases, with first and second gradients; conjugates
# and adjoint matrices as arguments, empty batches, large matrices, failures.
import warnings

import torch

warnings.simplefilter("ignore")  # some functions are deprecated
L = torch.linalg
torch.manual_seed(7)


def rounded(x):
    return [round(v, 4) + 0.0 for v in torch.view_as_real(x.resolve_conj() + 0j).reshape(-1).tolist()] if x.dtype != torch.int32 else x.tolist()


def shown(name, *results):
    print(name, [(r.dtype, tuple(r.shape), r.stride(), rounded(r)) for r in results])


def steps(name, function, *inputs):
    """Results, gradients of a weighted sum of them, and gradients of the square of these."""
    leaves = [x.clone().requires_grad_() for x in inputs]
    results = function(*leaves)
    results = (results,) if isinstance(results, torch.Tensor) else results
    total = 0.0
    for r in results:
        weights = torch.arange(1.0, r.numel() + 1, dtype=torch.float64).view(r.shape)
        total = total + (r * (weights + 0.5j * weights.flip(-1))).sum().real / r.numel()
    gradients = torch.autograd.grad(total, leaves, create_graph=True)
    second = torch.autograd.grad(sum([(g * g.conj()).real.sum() for g in gradients]), leaves)
    shown(name, *results)
    for which, made in (("first", gradients), ("second", second)):
        print(name, which, [(g.dtype, tuple(g.shape), rounded(g)) for g in made])


A = torch.randn(2, 3, 3, dtype=torch.complex128)
A = A + 2 * torch.eye(3)
B = torch.randn(2, 3, 2, dtype=torch.complex128)
tall, wide = torch.randn(4, 3, dtype=torch.complex128), torch.randn(2, 3, dtype=torch.complex128)


def definite(x):
    return x @ x.mH + torch.eye(3)


def projector(columns):
    return columns @ columns.mH


steps("inv", L.inv, A)
steps("det", L.det, A)
steps("slogdet", lambda x: tuple(L.slogdet(x)), A)
steps("logdet", torch.logdet, A)
steps("solve", L.solve, A, B)
steps("solve from the right", lambda x, y: L.solve(x, y, left=False), A, B.mT)
steps("solve of adjoint matrices", lambda x, y: L.solve(x.mH, y.conj()), A, B)
for upper in (False, True):
    steps(f"cholesky {upper}", lambda x: L.cholesky(definite(x), upper=upper), A)
    steps(f"cholesky_solve {upper}", lambda x, y: torch.cholesky_solve(y, L.cholesky(definite(x), upper=upper), upper), A, B)
    steps(f"cholesky_inverse {upper}", lambda x: torch.cholesky_inverse(L.cholesky(definite(x), upper=upper), upper), A)
    for left in (True, False):
        steps(f"solve_triangular {upper} {left}", lambda x, y: L.solve_triangular(x, y, upper=upper, left=left), A, B if left else B.mT)
for left in (True, False):
    for adjoint in (False, True):
        steps(f"lu_solve {left} {adjoint}", lambda x, y: L.lu_solve(*L.lu_factor(x), y, left=left, adjoint=adjoint), A, B if left else B.mT)
steps("lu", lambda x: tuple(L.lu(x))[1:], A)
for name, x in [("square", A), ("tall", tall), ("wide", wide)]:
    steps("qr " + name, lambda x: tuple(L.qr(x)), x)
    steps("svdvals " + name, L.svdvals, x)
    steps("projector of svd " + name, lambda x: projector(L.svd(x, full_matrices=False).U[..., :1]), x)
    steps("low rank " + name, lambda x: (lambda U, S, Vh: (U[..., :1] * S[..., None, :1]) @ Vh[..., :1, :])(*L.svd(x, full_matrices=False)), x)
    steps("pinv " + name, L.pinv, x)
steps("eigvalsh", lambda x: L.eigvalsh(x + x.mH), A)
steps("projector of eigh", lambda x: projector(L.eigh(x + x.mH).eigenvectors[..., :2]), A)
steps("eigh upper", lambda x: L.eigvalsh(x + x.mH, UPLO="U"), A)
steps("lstsq", lambda x, y: L.lstsq(x, y).solution, tall, torch.randn(4, 2, dtype=torch.complex128))
steps("matrix_exp", torch.matrix_exp, 0.3 * A)
for power in (-2, 3):
    steps(f"matrix_power {power}", lambda x: L.matrix_power(x, power), A)
steps("householder_product", lambda x, tau: L.householder_product(x, tau), tall, torch.tensor([0.5 + 0.25j, 1.0 - 0.5j], dtype=torch.complex128))
for hermitian in (False, True):
    matrix = A + (A.mH if hermitian else A.mT)
    factors = L.ldl_factor(matrix, hermitian=hermitian)
    shown(f"ldl {hermitian}", *factors, L.ldl_solve(*factors, B, hermitian=hermitian))

large = torch.randn(40, 40, dtype=torch.complex64) + 10 * torch.eye(40)
right = torch.randn(40, 2, dtype=torch.complex64)
for name, matrix in [("itself", large), ("conjugates", large.conj()), ("transposed", large.mT), ("adjoint", large.mH)]:
    print("large", name, bool((matrix @ L.solve(matrix, right) - right).abs().max() < 1e-4), bool((matrix @ L.inv(matrix) - torch.eye(40)).abs().max() < 1e-4))
for empty in (A[:0], A[:, :0, :0]):
    shown("empty", L.inv(empty), L.det(empty), *L.slogdet(empty), L.cholesky(empty), *L.qr(empty), *L.svd(empty), *L.eigh(empty), L.pinv(empty))

nothing = torch.zeros(2, 3, 3, dtype=torch.complex64)
for call in (lambda: L.inv(nothing), lambda: L.solve(nothing, nothing), lambda: L.cholesky(nothing - 1), lambda: L.cholesky(nothing[0]),
             lambda: L.lu_factor(nothing), lambda: L.solve(A, B.real), lambda: L.svd(nothing * torch.nan), lambda: L.inv(A[..., :2]),
             lambda: L.eigh(A.clone().requires_grad_()).eigenvectors.sum().abs().backward(),
             lambda: L.svd(A.clone().requires_grad_()).U.sum().abs().backward()):
    try:
        print(call())
    except RuntimeError as error:
        print(type(error).__name__, error)
