"""The keyword `out`: results go into the tensors given, which are resized with a warning, cast or refused."""
import warnings

import torch

warnings.simplefilter("always")
a, b = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([4.0, 5.0, 6.0])
m, m2 = torch.tensor([[4.0, 1.0], [1.0, 3.0]]), torch.tensor([[1.0, 2.0], [0.0, 1.0]])
i = torch.tensor([2, 0, 1])
cases = [
    (torch.add, (a, b), {}), (torch.mul, (a, b), {}), (torch.exp2, (a,), {}), (torch.deg2rad, (a,), {}),
    (torch.rad2deg, (a,), {}), (torch.dot, (a, b), {}), (torch.vdot, (a, b), {}), (torch.inner, (a, b), {}),
    (torch.outer, (a, b), {}), (torch.kron, (a, b), {}), (torch.cross, (a, b), {"dim": 0}), (torch.max, (a, b), {}),
    (torch.max, (m, torch.tensor(2.0)), {}), (torch.where, (a > 1, a, b), {}), (torch.clamp, (a, 1.5), {}),
    (torch.norm, (a,), {}), (torch.norm, (m, 2, 0), {}), (torch.quantile, (a, 0.3), {}), (torch.mean, (m, 0), {}),
    (torch.sum, (m, 0), {}), (torch.cumsum, (m, 0), {}), (torch.any, (m, 0), {}), (torch.argmax, (m, 0), {}),
    (torch.amax, (m, 0), {}), (torch.diff, (a,), {}), (torch.msort, (b,), {}), (torch.renorm, (m, 2, 0, 1.0), {}),
    (torch.ldexp, (a, i), {}), (torch.float_power, (a, 2), {}), (torch.isin, (a, b), {}), 
    (torch.tensordot, (m, m2, 1), {}), (torch.mm, (m, m2), {}), (torch.matmul, (m, m2), {}), (torch.addmm, (m, m, m2), {}),
    (torch.cat, ([a, b],), {}), (torch.stack, ([a, b],), {}), (torch.hstack, ([a, b],), {}), (torch.vstack, ([a, b],), {}),
    (torch.column_stack, ([a, b],), {}), (torch.dstack, ([a, b],), {}), (torch.gather, (a, 0, i), {}),
    (torch.index_select, (a, 0, i), {}), (torch.take, (a, i), {}), (torch.masked_select, (a, a > 1), {}),
    (torch.scatter, (a, 0, i, b), {}), (torch.index_add, (a, 0, i, b), {}), (torch.nonzero, (a,), {}), (torch.diag, (a,), {}),
    (torch.tril, (m,), {}), (torch.bucketize, (a, b), {}), (torch.histc, (a,), {"bins": 3}), (torch.matrix_power, (m, 2), {}),
    (torch.linalg.norm, (a,), {}), (torch.linalg.vector_norm, (a,), {}), (torch.linalg.matrix_norm, (m,), {}),
    (torch.linalg.matrix_power, (m, 2), {}), (torch.linalg.multi_dot, ([m, m2],), {}), (torch.linalg.det, (m,), {}),
    (torch.linalg.cross, (a, b), {}), (torch.linalg.matrix_rank, (m,), {}), (torch.special.expit, (a,), {}),
    (torch.sort, (m, 0), {}), (torch.max, (m, 0), {}), (torch.topk, (m, 1, 0), {}), (torch.median, (m, 0), {}),
    (torch.cummax, (m, 0), {}), (torch.kthvalue, (m, 1, 0), {}), (torch.arange, (3,), {}), (torch.full, ((2,), 7.0), {}),
    (torch.linspace, (0, 1, 3), {}), (torch.eye, (2,), {}), (torch.randperm, (3,), {}),
]


def each(result, function):
    return tuple(function(x) for x in result) if isinstance(result, tuple) else function(result)


def shown(x):
    return str(x.dtype), list(x.shape), [f"{v:.3f}" for v in x.double().flatten().tolist()]


def attempt(kind, function, args, options, made):
    try:
        torch.manual_seed(1)
        out = each(function(*args, **options), made)
        torch.manual_seed(1)
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            result = function(*args, **options, out=out)
        same = all(x is y for x, y in zip(result, out)) if isinstance(out, tuple) else result is out
        print(kind, same, type(result).__name__, each(out, shown), len([w for w in seen if "was resized" in str(w.message)]))
    except (RuntimeError, TypeError) as error:
        print(kind, type(error).__name__)


for number, (function, args, options) in enumerate(cases):
    print("----", number)
    attempt("zeros", function, args, options, torch.zeros_like)
    attempt("empty", function, args, options, lambda x: x.new_empty(0))
    attempt("strided", function, args, options, lambda x: torch.zeros(*x.shape, 2, dtype=x.dtype)[..., 1])

for function, args, options in [(torch.add, (a, b), {}), (torch.mean, (m, 0), {}), (torch.cat, ([a, b],), {}), (torch.mm, (m, m2), {}),
                                (torch.sum, (m, 0), {}), (torch.cumsum, (a, 0), {}), (torch.abs, (a,), {}), (torch.exp, (a,), {}),
                                (torch.gather, (a, 0, i), {}), (torch.eq, (a, b), {}), (torch.linalg.det, (m,), {})]:
    print("----", args)
    attempt("other shape", function, args, options, lambda x: x.new_zeros(7))
    for dtype in (torch.float64, torch.int64, torch.bool):
        attempt(str(dtype), function, args, options, lambda x: torch.zeros_like(x, dtype=dtype))
    attempt("requires grad", function, args, options, lambda x: x.float().clone().requires_grad_())

for make in (torch.zeros, torch.ones, torch.rand, torch.randn):  # the type is that of `out`
    out = torch.empty(3, dtype=torch.float64)
    torch.manual_seed(0)
    print(make.__name__, make(3, out=out) is out, [f"{v:.4f}" for v in out.tolist()])
x = a.clone().requires_grad_()
try:
    torch.mul(x, 2, out=torch.empty(3))
except RuntimeError as error:
    print(error)
with torch.no_grad():
    print(torch.mul(x, 2, out=torch.zeros(3)))
try:
    torch.max(m, 0, out=torch.zeros(2))
except TypeError:
    print("a pair is wanted")
out = torch.zeros(2)
print(torch.narrow_copy(a, 0, 1, 2, out=out) is out, out)

# Into a part of what is reduced, and sorted in place.
for name in ("argmax", "argmin", "logsumexp", "var", "std"):
    whole = torch.tensor([[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]])
    whole = whole.long() if name.startswith("arg") else whole
    print(name, getattr(torch, name)(whole, 0, out=whole[0]), whole)
for descending in (False, True):
    whole, places = torch.tensor([[3.0, 1.0, 2.0], [0.0, 5.0, 4.0]]), torch.zeros(2, 3, dtype=torch.long)
    print(torch.sort(whole, 1, descending, out=(whole, places)).indices, whole)
