# Reductions, scans, sorting and searching.
import torch

from _cases import check, every, finish, gradients, layouts, names, values

all_kinds = {"sum": {}, "mean": {}, "prod": {}, "max": {}, "min": {}, "amax": {}, "amin": {}, "any": {}, "all": {},
             "argmax": {}, "argmin": {}, "nansum": {}, "nanmean": {}, "count_nonzero": {}, "var": {}, "std": {}, "median": {},
             "logsumexp": {"dim": 0}, "norm": {}, "aminmax": {}}
for name, extra in all_kinds.items():
    f = getattr(torch, name)
    for dtype in every:
        check(f"{name} {names[dtype]}", lambda x: f(x, **extra), values(3, 5, dtype=dtype, low=-2, high=4))
    for layout, x in layouts(values(4, 3, 2)):
        check(name + layout, lambda t: f(t, **extra), x)
    check(name + " empty", lambda x: f(x, **extra), torch.empty(0, 3))
    check(name + " scalar", lambda x: f(x, **extra), torch.tensor(2.5))
    if name in ("norm",):
        continue
    for dim in (0, 1, -1, 2, 5):
        check(f"{name} dim {dim}", lambda x: f(x, dim=dim), values(2, 3, 4))
        check(f"{name} dim {dim} int", lambda x: f(x, dim=dim), values(2, 3, 4, dtype=torch.int64))
    if name != "count_nonzero":
        check(f"{name} keepdim", lambda x: f(x, dim=1, keepdim=True), values(2, 3, 4))
    check(f"{name} turned", lambda x: f(x, dim=0), values(5, 4).t())
    check(f"{name} empty dim", lambda x: f(x, dim=1), torch.empty(2, 0))
for name in ("sum", "mean", "amax", "amin", "logsumexp", "var", "std", "nansum", "count_nonzero"):
    f = getattr(torch, name)
    check(f"{name} dims", lambda x: f(x, dim=(0, 2)), values(2, 3, 4))
    check(f"{name} dims twice", lambda x: f(x, dim=(0, 0)), values(2, 3, 4))
for name in ("sum", "mean", "prod", "cumsum", "cumprod"):
    f = getattr(torch, name)
    extra = {"dim": 1} if name.startswith("cum") else {}
    for dtype in (torch.float64, torch.int32, torch.float16):
        check(f"{name} to {names[dtype]}", lambda x: f(x, dtype=dtype, **extra), values(2, 3, low=1))
        check(f"{name} int to {names[dtype]}", lambda x: f(x, dtype=dtype, **extra), values(2, 3, dtype=torch.int64, low=1))
x = values(3, 4, dtype=torch.float64, low=0.2)
for name in ("sum", "mean", "prod", "max", "min", "amax", "amin", "nansum", "var", "std", "median"):
    f = getattr(torch, name)
    gradients(name, f, x)
    gradients(name + " dim", lambda t: f(t, dim=1), x)
    gradients(name + " dim keep", lambda t: f(t, dim=0, keepdim=True), x)
for dims in ((0,), (0, 1), ()):
    gradients(f"sum dims {dims}", lambda t: t.sum(dims), x)
gradients("logsumexp", lambda t: torch.logsumexp(t, 1), x)
gradients("var_mean", lambda t: torch.var_mean(t, dim=1), x)
gradients("std_mean", lambda t: torch.std_mean(t), x)
gradients("prod zeros", lambda t: torch.prod(t, 1), torch.tensor([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0]], dtype=torch.float64))
gradients("amax ties", lambda t: t.amax(1), torch.tensor([[1.0, 2.0, 2.0], [3.0, 3.0, 3.0]], dtype=torch.float64))
gradients("max ties", torch.max, torch.tensor([1.0, 2.0, 2.0], dtype=torch.float64))
for p in (1, 2, 3, 0, 0.5, float("inf"), -float("inf"), "fro"):
    check(f"norm {p}", lambda t: torch.norm(t, p), x)
    check(f"norm {p} dim", lambda t: torch.norm(t, p, dim=1), x)
    if p != 0:
        gradients(f"norm {p}", lambda t: torch.norm(t, p), x)
        gradients(f"norm {p} dim", lambda t: t.norm(p, dim=1, keepdim=True), x)
    check(f"vector_norm {p}", lambda t: torch.linalg.vector_norm(t, p), x)
gradients("norm of zeros", lambda t: t.norm(), torch.zeros(3, dtype=torch.float64), twice=False)
for correction in (0, 1, 2):
    check(f"var {correction}", lambda t: torch.var(t, dim=1, correction=correction), x)
    gradients(f"var {correction}", lambda t: torch.var(t, correction=correction), x)
check("var unbiased", lambda t: t.var(unbiased=False), x)
check("std unbiased", lambda t: t.std(1, False), x)
check("var one", lambda: torch.tensor([1.0]).var())
for name in ("cumsum", "cumprod", "cummax", "cummin", "logcumsumexp"):
    f = getattr(torch, name)
    for dtype in every:
        check(f"{name} {names[dtype]}", lambda t: f(t, dim=1), values(2, 4, dtype=dtype, low=-2))
    for dim in (0, -1, 2):
        check(f"{name} dim {dim}", lambda t: f(t, dim), values(2, 3))
    gradients(name, lambda t: f(t, 1), x)
for name in ("sort", "argsort"):
    f = getattr(torch, name)
    for dtype in every:
        check(f"{name} {names[dtype]}", f, values(2, 5, dtype=dtype) if dtype != torch.bool else values(1, dtype=dtype))
check("sort stable", lambda t: torch.sort(t, stable=True), torch.tensor([3, 1, 3, 1, 2]))
check("sort dim", lambda t: torch.sort(t, dim=0, descending=True), values(4, 3))
check("sort nan", lambda: torch.sort(torch.tensor([2.0, float("nan"), 1.0])))
check("sort scalar", lambda: torch.sort(torch.tensor(2.0)))
gradients("sort", lambda t: torch.sort(t, 1), x)
for dtype in every[:-1]:
    check(f"topk {names[dtype]}", lambda t: torch.topk(t, 2), values(2, 5, dtype=dtype))
check("topk least", lambda t: torch.topk(t, 3, dim=0, largest=False), values(5, 2))
check("topk many", lambda t: torch.topk(t, 9), values(5))
check("kthvalue", lambda t: torch.kthvalue(t, 2), values(3, 5))
check("kthvalue many", lambda t: torch.kthvalue(t, 9), values(5))
check("mode", torch.mode, torch.tensor([[1, 2, 2, 3], [4, 4, 1, 1]]))
gradients("topk", lambda t: torch.topk(t, 2, 1), x)
gradients("kthvalue", lambda t: torch.kthvalue(t, 2, 1), x)
whole = torch.tensor([3, 1, 2, 3, 1, 7])
check("unique", torch.unique, whole)
check("unique all", lambda t: torch.unique(t, return_inverse=True, return_counts=True), whole)
check("unique dim", lambda: torch.unique(torch.tensor([[1, 2], [0, 1], [1, 2]]), dim=0))
check("unique_consecutive", lambda t: torch.unique_consecutive(t, return_counts=True), torch.tensor([1, 1, 2, 2, 2, 1]))
check("bincount", torch.bincount, whole)
check("bincount weights", lambda t: torch.bincount(t, torch.ones(6) * 0.5, minlength=10), whole)
check("histc", lambda t: torch.histc(t, 5, -3, 3), values(20))
check("searchsorted", lambda: torch.searchsorted(torch.tensor([1.0, 3.0, 5.0]), torch.tensor([0.0, 3.0, 6.0])))
check("searchsorted right", lambda: torch.searchsorted(torch.tensor([1, 3, 5]), torch.tensor([[3, 5]]), right=True))
check("bucketize", lambda: torch.bucketize(torch.tensor([0.5, 1.0, 9.0]), torch.tensor([1.0, 2.0])))
check("trace", torch.trace, values(3, 4))
check("max other", lambda: torch.max(values(2, 3), values(3, turn=1)))
check("argmax keepdim", lambda: torch.argmax(values(2, 3), 1, keepdim=True))
check("argmax of nothing", lambda: torch.argmax(torch.empty(0)))
check("cumsum bool", lambda: torch.cumsum(torch.tensor([True, True]), 0))
finish("reductions")
