# NaN and infinite elements in factorizations: torch's errors or NaN, no endless search, and nothing of it in
# what is computed afterwards.
import torch

nan, inf = float("nan"), float("inf")


def attempt(name, f):
    try:
        print(name, f())
    except torch.linalg.LinAlgError as e:
        print(name, str(e)[:90])


for dtype in (torch.float32, torch.float64):
    for n in (1, 2, 3, 8, 9, 24, 70):
        holds = torch.eye(n, dtype=dtype) * 3
        holds[0, 0] = inf
        if n < 10:  # MKL prints messages of its own for larger ones
            attempt("svdvals", lambda: torch.linalg.svdvals(holds).isnan().all())
            attempt("rows", lambda: torch.linalg.svdvals(holds[:1]).isnan().all())
            attempt("norm", lambda: torch.linalg.matrix_norm(holds, "nuc"))
        undefined = torch.full((n, n), nan, dtype=dtype)
        attempt("svdvals of nan", lambda: torch.linalg.svdvals(undefined))
        attempt("cholesky", lambda: torch.linalg.cholesky(undefined))
        attempt("cholesky of rows", lambda: torch.linalg.cholesky(undefined.T + torch.eye(n, dtype=dtype), upper=True))
        late = torch.eye(n, dtype=dtype)
        late[n // 2, n // 2] = nan
        attempt("cholesky", lambda: torch.linalg.cholesky(late))
        attempt("info", lambda: torch.linalg.cholesky_ex(late).info)
        several = torch.stack([torch.eye(n, dtype=dtype), late])
        attempt("batch", lambda: torch.linalg.cholesky(several))
        if n > 2:
            attempt("eigvalsh", lambda: torch.linalg.eigvalsh(undefined))

torch.manual_seed(0)
for n in (2, 3, 6, 7, 40):
    random = torch.randn(n, n)
    matrix = random @ random.T + torch.eye(n)
    before = torch.linalg.eigh(matrix)
    for spoil in (torch.linalg.eigvalsh, lambda m: torch.cholesky_solve(m, m), lambda m: m @ m):
        for m in (torch.full((40, 40), nan), torch.full((n, n), nan)):
            try:
                spoil(m)
            except torch.linalg.LinAlgError:
                pass
        after = torch.linalg.eigh(matrix)
        vectors = after.eigenvectors
        print(n, torch.allclose(before.eigenvalues, after.eigenvalues, rtol=1e-4),
              torch.allclose(vectors @ after.eigenvalues.diag() @ vectors.T, matrix, atol=1e-3))
normal = torch.distributions.MultivariateNormal(torch.zeros(3), torch.eye(3) + 1)
print(round(normal.log_prob(torch.zeros(3)).item(), 5))
positive = torch.distributions.constraints.positive_definite
print(positive.check(torch.eye(3)), positive.check(-torch.eye(3)), positive.check(torch.tensor([[1.0, 2], [3, 4]])),
      positive.check(torch.stack([torch.eye(2), -torch.eye(2)])), positive.check(torch.eye(2) * nan))

itself = [1]
itself.append(itself)
for f in (lambda: torch.tensor(itself), lambda: torch.as_tensor(itself), lambda: torch.zeros(2, 2)[itself], lambda: torch.zeros(itself), lambda: torch.tensor([itself])):
    try:
        print(f())
    except TypeError as e:
        print(e)
