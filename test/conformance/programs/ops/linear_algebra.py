# Products of matrices and vectors, factorizations, einsum, distances.
import torch
import torch.nn.functional as F

from _cases import check, every, finish, gradients, names, values

a, b = values(3, 4, dtype=torch.float64), values(4, 5, dtype=torch.float64, turn=1)
batch, other = values(2, 3, 4, dtype=torch.float64), values(2, 4, 5, dtype=torch.float64, turn=2)
v, w = values(4, dtype=torch.float64, turn=3), values(4, dtype=torch.float64, turn=4)
products = {
    "mm": (torch.mm, a, b), "matmul": (torch.matmul, a, b), "matmul batch": (torch.matmul, batch, other), "matmul spread": (torch.matmul, batch, b),
    "matmul left": (torch.matmul, a, other), "matmul vector": (torch.matmul, a, v), "vector matmul": (torch.matmul, v, b), "dot product": (torch.matmul, v, w),
    "vector batch": (torch.matmul, v, other), "batch vector": (torch.matmul, batch, v), "matmul 4": (torch.matmul, batch.unsqueeze(1), other),
    "bmm": (torch.bmm, batch, other), "mv": (torch.mv, a, v), "dot": (torch.dot, v, w), "outer": (torch.outer, v, w), "inner": (torch.inner, a, v),
    "cross": (lambda x, y: torch.cross(x, y, dim=0), a, a + 1), "linalg.cross": (torch.linalg.cross, a[:, :3], b[:3, :3]),
    "addmm": (lambda i, x, y: torch.addmm(i, x, y, beta=0.5, alpha=2), values(3, 5, dtype=torch.float64), a, b), "addmm row": (torch.addmm, values(5, dtype=torch.float64), a, b),
    "addmv": (lambda i, x, y: torch.addmv(i, x, y, alpha=2), v[:3], a, v), "addr": (torch.addr, a, v[:3], w), "baddbmm": (lambda i, x, y: torch.baddbmm(i, x, y, beta=2, alpha=0.5), values(2, 3, 5, dtype=torch.float64), batch, other),
    "addbmm": (torch.addbmm, values(3, 5, dtype=torch.float64), batch, other), "linear": (F.linear, batch, values(5, 4, dtype=torch.float64), values(5, dtype=torch.float64)),
    "linear no bias": (F.linear, v, values(5, 4, dtype=torch.float64)), "bilinear": (F.bilinear, a, batch[0], values(2, 4, 4, dtype=torch.float64), values(2, dtype=torch.float64)),
    "tensordot": (lambda x, y: torch.tensordot(x, y, 1), a, b), "tensordot dims": (lambda x, y: torch.tensordot(x, y, ([0], [1])), a, other),
    "einsum": (lambda x, y: torch.einsum("ij,jk->ik", x, y), a, b), "einsum implicit": (lambda x, y: torch.einsum("ij,jk", x, y), a, b),
    "einsum batch": (lambda x, y: torch.einsum("b i j, b j k -> b k i", x, y).contiguous(), batch, other), "einsum trace": (lambda x: torch.einsum("ii", x), a[:, :3]),
    "einsum diagonal": (lambda x: torch.einsum("ii->i", x), a[:, :3]), "einsum dots": (lambda x, y: torch.einsum("...ij,...jk->...ik", x, y), batch, b), "einsum outer": (lambda x, y: torch.einsum("i,j->ij", x, y), v, w),
    "einsum sum": (lambda x: torch.einsum("bij->b", x), batch), "einsum three": (lambda x, y, z: torch.einsum("ij,jk,k->i", x, y, z), a, b, values(5, dtype=torch.float64)),
    "cdist": (torch.cdist, a, b.t().contiguous()), "cdist 1": (lambda x, y: torch.cdist(x, y, p=1), batch, batch + 1), "cdist 3": (lambda x, y: torch.cdist(x, y, p=3.0), a, a + 1), "cdist inf": (lambda x, y: torch.cdist(x, y, p=float("inf")), a, a + 1),
    "cosine_similarity": (lambda x, y: F.cosine_similarity(x, y, dim=-1), a, a + 1), "pairwise_distance": (F.pairwise_distance, a, a + 1), "normalize": (lambda x: F.normalize(x, dim=1), a), "chain_matmul": (lambda x, y: torch.linalg.multi_dot([x, y]), a, b)}
for name, (call, *inputs) in products.items():
    check(name, call, *inputs)
    gradients(name, call, *inputs, twice=not name.startswith("cdist"))
    check(name + " f32", call, *[x.float() for x in inputs])
for dtype in every[:-1]:
    x, y = values(2, 3, dtype=dtype), values(3, 2, dtype=dtype)
    n = names[dtype]
    check(f"mm {n}", torch.mm, x, y)
    check(f"mv {n}", torch.mv, x, y[:, 0])
    check(f"dot {n}", torch.dot, x[0], y[:, 0])
    check(f"bmm {n}", torch.bmm, x.unsqueeze(0), y.unsqueeze(0))
    check(f"addmm {n}", torch.addmm, values(2, 2, dtype=dtype), x, y)
    check(f"outer {n}", torch.outer, x[0], y[:, 0])
    check(f"turned {n}", torch.mm, x.t(), y.t())
for name, x, y in [("mm", a, a), ("mm", batch, b), ("bmm", batch, batch), ("bmm", a, b), ("mv", a, a), ("dot", a, v), ("dot", v, v[:2]), ("matmul", a, a), ("matmul", a, torch.tensor(1.0)),
                   ("matmul", batch, other[:1, :2]), ("mm", a, b.float()), ("outer", a, v), ("mm", a, 3)]:
    check(f"{name} {list(x.shape)} {list(y.shape) if isinstance(y, torch.Tensor) else y}", getattr(torch, name), x, y)
check("linear shapes", F.linear, a, b)
check("einsum wrong", lambda: torch.einsum("ij,jk->ik", a, a))
check("einsum letters", lambda: torch.einsum("ij->ik", a))
check("einsum operands", lambda: torch.einsum("ij,jk->ik", a))
check("mm empty", torch.mm, torch.empty(2, 0), torch.empty(0, 3))
check("matmul empty", torch.matmul, torch.empty(0, 2, 3), torch.empty(3, 4))
s = batch[:, :, :3] + 4 * torch.eye(3, dtype=torch.float64)
p = s @ s.transpose(-2, -1) + torch.eye(3, dtype=torch.float64)
L = torch.linalg
for name, call, x in [("inv", L.inv, s), ("det", L.det, s), ("slogdet", L.slogdet, s), ("cholesky", L.cholesky, p), ("cholesky upper", lambda t: L.cholesky(t, upper=True), p), ("qr", L.qr, s),
                      ("qr tall", L.qr, batch.transpose(1, 2)), ("qr complete", lambda t: L.qr(t, mode="complete"), batch.transpose(1, 2)), ("eigvalsh", L.eigvalsh, p), ("svdvals", L.svdvals, batch),
                      ("pinv", L.pinv, batch), ("matrix_power", lambda t: L.matrix_power(t, 3), s), ("matrix_rank", L.matrix_rank, s), ("eigh rebuilt", lambda t: (lambda e: e[1] * e[0].unsqueeze(-2) @ e[1].mT)(L.eigh(t)), p),
                      ("svd rebuilt", lambda t: (lambda u: u[0] * u[1].unsqueeze(-2) @ u[2])(L.svd(t, full_matrices=False)), batch)]:
    check(name, call, x)
    check(name + " f32", lambda t: call(t.float()), x)
    if name not in ("matrix_rank", "qr complete", "pinv"):
        gradients(name, call, x, twice=False)
right = values(2, 3, 2, dtype=torch.float64)
for name, call in [("solve", L.solve), ("solve_triangular", lambda x, y: L.solve_triangular(x, y, upper=True)), ("solve lower", lambda x, y: L.solve_triangular(x, y, upper=False, unitriangular=True))]:
    check(name, call, s, right)
    gradients(name, call, s, right, twice=False)
check("solve vector", lambda: L.solve(s, right[:, :, 0]).contiguous())
check("solve right", lambda: L.solve(s, right.transpose(1, 2), left=False).contiguous())
for name, call in [("inv", L.inv), ("det", L.det), ("slogdet", L.slogdet), ("cholesky", L.cholesky)]:
    for x in (torch.zeros(2, 2), torch.ones(2, 3), torch.ones(3), torch.ones(2, 2, dtype=torch.int64)):
        check(f"errors {name} {list(x.shape)} {x.dtype}", call, x)
finish("linear_algebra")


def pseudoinverse(A, hermitian=False):
    A = A.clone().requires_grad_()
    inverse = torch.linalg.pinv(A, hermitian=hermitian)
    (inverse * inverse.detach().cos()).sum().backward()
    return inverse.detach(), A.grad


# Equal singular values, none, and matrices without elements: the gradient of the pseudoinverse is finite.
wide = torch.tensor([[1.0, 2.0, 0.5], [0.0, 1.0, -1.0]], dtype=torch.float64)
for case in (torch.eye(3), wide, wide.T, torch.stack([wide, 2 * wide]), torch.tensor([[1.0, 2.0], [2.0, 4.0]]), torch.ones(3, 2),
             torch.zeros(2, 3), torch.zeros(0, 3), torch.zeros(2, 3, 0)):
    inverse, gradient = pseudoinverse(case.double())
    print((inverse * 1e6).round().add(0.0).tolist(), (gradient * 1e6).round().add(0.0).tolist(), inverse.shape, gradient.shape)
print((pseudoinverse(wide.T @ wide, True)[1] * 1e6).round().add(0.0).tolist())
leaf = wide.clone().requires_grad_()
first, = torch.autograd.grad(torch.linalg.pinv(leaf).pow(2).sum(), leaf, create_graph=True)
print((torch.autograd.grad(first.sum(), leaf)[0] * 1e6).round().add(0.0).tolist())
print(torch.pinverse(torch.zeros(0, 3, requires_grad=True)).requires_grad)

# Condition numbers: what is refused, and of matrices without elements.
for a in (torch.ones(3), torch.ones(2, 3), torch.eye(2), torch.ones(0, 0), torch.ones(0, 3), torch.ones(2, 0, 0)):
    for p in (None, 2, -2, 1, "fro", "nuc", "abc", 3, float("inf")):
        try:
            found = torch.linalg.cond(a, p)
            print(p, found if a.numel() != 6 else found.shape)
        except (RuntimeError, ValueError) as error:
            print(p, type(error).__name__, str(error).split("\n")[0])
