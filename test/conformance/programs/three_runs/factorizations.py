# Factorizations of matrices, what they solve, and functions of matrices, in steps that repeat.
import warnings

import torch

warnings.simplefilter("ignore")  # some functions are deprecated
L = torch.linalg
torch.manual_seed(5)
square = torch.randn(2, 4, 4, dtype=torch.float64) + 3 * torch.eye(4, dtype=torch.float64)
definite = square @ square.mT + torch.eye(4, dtype=torch.float64)
wide, tall = torch.randn(3, 5, dtype=torch.float64), torch.randn(2, 5, 3, dtype=torch.float64)
right = torch.randn(2, 4, 2, dtype=torch.float64)
pivots = torch.tensor([2, 2, 4, 4], dtype=torch.int32)


def numbers(x):
    return [round(v, 5) + 0.0 for v in x.reshape(-1).tolist()]


def shown(x):
    if isinstance(x, torch.Tensor):
        return [tuple(x.shape), x.stride(), numbers(x)]
    return [shown(item) for item in x]


def steps(name, function, *inputs):
    """The function's results, and the gradients of a weighted sum of them."""
    for _ in range(5):
        leaves = [x.clone().requires_grad_(x.is_floating_point()) for x in inputs]
        results = function(*leaves)
        results = (results,) if isinstance(results, torch.Tensor) else tuple(results)
        total = sum([(r * torch.arange(1.0, r.numel() + 1, dtype=r.dtype).view(r.shape)).sum() for r in results if r.requires_grad])
        gradients = torch.autograd.grad(total, [x for x in leaves if x.requires_grad], create_graph=True)
        second = sum([(g * g).sum() for g in gradients])
        twice = torch.autograd.grad(second, leaves[0]) if second.requires_grad else ()
    print(name, shown(results), [numbers(g) for g in gradients], [numbers(g) for g in twice])


def values(name, function, *inputs):
    for _ in range(5):
        results = function(*inputs)
    print(name, shown(results))


for name, matrices in [("square", square), ("wide", wide), ("tall", tall)]:
    steps("lu_factor_ex " + name, lambda x: L.lu_factor_ex(x), matrices)
    steps("lu " + name, lambda x: L.lu(x), matrices)
steps("lu_unpack", lambda x: torch.lu_unpack(*L.lu_factor(x)), square)
for left in (True, False):
    for adjoint in (True, False):
        steps(f"lu_solve {left} {adjoint}", lambda x, y: L.lu_solve(x, pivots.expand(2, 4), y, left=left, adjoint=adjoint), square,
              right if left else right.mT)
steps("solve_ex", lambda x, y: L.solve_ex(x, y)[0], square, right)
steps("inv_ex", lambda x: L.inv_ex(x)[0], square)
steps("cholesky_ex", lambda x: L.cholesky_ex(x + x.mT, upper=True)[0], definite)
values("cholesky_ex info", lambda x: L.cholesky_ex(x)[1], definite - 4 * torch.eye(4, dtype=torch.float64))
for upper in (True, False):
    steps(f"cholesky_solve {upper}", lambda x, y: torch.cholesky_solve(y, x, upper), square, right)
    steps(f"cholesky_inverse {upper}", lambda x: torch.cholesky_inverse(x, upper), square)
    steps(f"triangular_solve {upper}", lambda x, y: torch.triangular_solve(y, x, upper=upper, transpose=True), square, right)
values("geqrf", torch.geqrf, tall)
values("ldl_factor_ex", L.ldl_factor_ex, square)
values("ldl_solve", lambda x, y: L.ldl_solve(*L.ldl_factor(x), y), square, right)
tau = torch.tensor([[0.5, 1.5, 1.0], [1.25, 0.75, 2.0]], dtype=torch.float64)
steps("householder_product", L.householder_product, tall, tau)
steps("orgqr", torch.orgqr, tall, tau[:, :2])
for left in (True, False):
    for transpose in (True, False):
        steps(f"ormqr {left} {transpose}", lambda x, y, z: torch.ormqr(x, y, z, left, transpose), tall, tau,
              torch.randn(2, 5, 2, dtype=torch.float64) if left else torch.randn(2, 2, 5, dtype=torch.float64))
steps("matrix_exp", torch.matrix_exp, square * torch.tensor([0.1, 0.4], dtype=torch.float64).view(2, 1, 1))
steps("matrix_sqrth", L.matrix_sqrth, definite)
steps("polar", L.polar, tall)
steps("polar square", L.polar, square)
for p in (None, -2):
    steps(f"cond {p}", lambda x: L.cond(x, p), square)
for p in ("fro", "nuc", 1, -1, float("inf"), float("-inf")):
    values(f"cond {p}", lambda x: L.cond(x, p), torch.cat([square, torch.zeros(1, 4, 4, dtype=torch.float64)]))
steps("tensorinv", lambda x: L.tensorinv(x.reshape(4, 2, 2), ind=1), square[0])
steps("tensorsolve", lambda x, y: L.tensorsolve(x.reshape(2, 2, 4), y.reshape(2, 2)), square[0], right[0, :, 0])
values("svd", lambda x: torch.svd(x, compute_uv=False), tall)
steps("svd rebuilt", lambda x: (lambda u, s, v: u * s.unsqueeze(-2) @ v.mT)(*torch.svd(x)), tall)
steps("pca_lowrank", lambda x: torch.pca_lowrank(x, q=2)[1], tall)
steps("svd_lowrank", lambda x: torch.svd_lowrank(x, q=3)[1], wide)


def refused(function, *inputs, **keywords):
    try:
        function(*inputs, **keywords)
    except (RuntimeError, ValueError, NotImplementedError, IndexError) as error:
        print(type(error).__name__, str(error).split("\n")[0])


singular = torch.stack([torch.eye(3), torch.zeros(3, 3)])
whole = torch.ones(3, 3, dtype=torch.int64)
for function in (L.inv, L.cholesky, L.lu_factor, torch.cholesky_inverse):
    refused(function, singular)
    refused(function, whole)
    refused(function, torch.ones(2))
    refused(function, torch.ones(3))
for function in (L.inv_ex, L.cholesky_ex, L.lu_factor_ex):
    refused(function, singular, check_errors=True)
    print(shown(function(singular)[-1]))
refused(L.solve_ex, singular, torch.ones(3, 1), check_errors=True)
refused(L.lu_factor, singular, pivot=False)
refused(L.lu_solve, torch.ones(3, 3), torch.ones(3), torch.ones(3, 1))
refused(L.lu_solve, torch.ones(3, 3), torch.ones(2).int(), torch.ones(3, 1))
refused(torch.lu_unpack, torch.eye(3), torch.tensor([1, 2, 7]).int())
refused(L.ldl_solve, torch.ones(3, 3), torch.ones(2).int(), torch.ones(3, 1))
refused(L.ldl_solve, torch.ones(3, 3), torch.ones(3).int(), torch.ones(3))
refused(L.householder_product, torch.ones(2, 3), torch.ones(2))
refused(torch.ormqr, torch.ones(3, 2), torch.ones(3), torch.ones(3, 2))
refused(torch.geqrf, whole)
refused(L.cond, torch.eye(3), 5)
refused(L.eigh, torch.full((3, 3), float("nan")))
refused(L.svd, torch.full((3, 3), float("nan")))
refused(L.svd, torch.eye(3), driver="gesvd")
refused(L.polar, torch.ones(3, 4))
print([r.shape for r in L.lu_factor(square, out=(torch.empty(0, dtype=torch.float64), torch.empty(0, dtype=torch.int32)))])
