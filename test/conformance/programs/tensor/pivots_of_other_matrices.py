# Pivots that lie outside of the matrix are refused.
import torch
A = torch.eye(3) * 2; B = torch.ones(3, 2)
def go(n, f):
    try: r = f(); r = r.flatten()[:4].tolist() if isinstance(r, torch.Tensor) else type(r)
    except Exception as e: r = type(e).__name__ + ": " + str(e).split("\n")[0][:110]
    print(n, "->", r, flush=True)
for p in ([0, 1, 2], [1, 2, 9], [-9, -9, 3], [1, 2, 2**31 - 1], [1, 2, 1000000]):
    t = torch.tensor(p, dtype=torch.int32)
    go(f"lu_solve {p}", lambda: torch.linalg.lu_solve(A, t, B))
    go(f"lu_solve adj {p}", lambda: torch.linalg.lu_solve(A, t, B, adjoint=True))
    go(f"lu_unpack {p}", lambda: torch.lu_unpack(A, t)[0])
    go(f"ldl_solve {p}", lambda: torch.linalg.ldl_solve(A, t, B))
    go(f"ldl_solve herm {p}", lambda: torch.linalg.ldl_solve(A, t, B, hermitian=True))
    go(f"ldl_solve cplx {p}", lambda: torch.linalg.ldl_solve(A.cfloat(), t, B.cfloat(), hermitian=True))
