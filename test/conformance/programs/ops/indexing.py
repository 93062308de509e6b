# Indexing in all forms, gather, scatter, index_*, masked_*, take.
import torch

from _cases import check, every, finish, gradients, in_place, names, values

x = values(4, 3, 5, dtype=torch.float64)
mask = values(4, 3, 5, dtype=torch.bool)
rows = torch.tensor([0, 2, -1])
places = {
    "int": 1, "negative": -1, "outside": 4, "slice": slice(1, 3), "step": slice(None, None, 2), "far": slice(-10, 99),
    "empty": slice(3, 1), "backwards": slice(None, None, -1), "none": None, "ellipsis": Ellipsis, "true": True,
    "two": (1, 2), "mixed": (slice(1), None, Ellipsis, 2), "tensor": rows, "list": [0, 2], "mask": mask,
    "mask of rows": torch.tensor([True, False, True, True]), "mask too long": torch.tensor([True] * 5),
    "tensor and slice": (rows, slice(1, 3)), "slice and tensor": (slice(None), torch.tensor([0, 1])),
    "two tensors": (rows, torch.tensor([0, 1, 2])), "apart": (rows, slice(None), torch.tensor([0, 1, 2])),
    "broadcast": (rows.unsqueeze(1), torch.tensor([0, 1])), "tensor outside": torch.tensor([0, 9]),
    "0-dim": torch.tensor(2), "too many": (0, 0, 0, 0), "float": 1.5, "text": "a", "float tensor": torch.tensor([1.0]),
    "mask 2-d": torch.ones(4, 3, dtype=torch.bool), "int and tensor": (1, rows[:2] * 0),
    "no rows": torch.tensor([], dtype=torch.int64), "shapes": (torch.tensor([0, 1]), torch.tensor([0, 1, 2])),
    "none and tensor": (None, rows), "range": range(2), "empty list": [], "nested list": [[0, 1], [2, 3]]}
for name, place in places.items():
    check("get " + name, lambda t: t[place], x)

    def put(t, v):
        t[place] = v
        return t

    in_place("set " + name, put, x, 7.0)
    if name not in ("outside", "backwards", "text", "float", "too many", "mask too long", "tensor outside", "shapes", "float tensor"):
        gradients("get " + name, lambda t: t[place], x)
        gradients("set " + name, lambda t, v: put(t * 1.0, v), x, torch.tensor(2.0, dtype=torch.float64))
for dtype in every:
    t = values(4, 3, dtype=dtype)
    n = names[dtype]
    check(f"index {n}", lambda: t[torch.tensor([3, 0])])
    check(f"gather {n}", lambda: torch.gather(t, 1, torch.tensor([[0, 2], [1, 1]])))
    check(f"index_select {n}", lambda: torch.index_select(t, 0, torch.tensor([3, 1, 1])))
    check(f"take {n}", lambda: torch.take(t, torch.tensor([0, 11, -1])))
    check(f"masked_select {n}", lambda: torch.masked_select(t, values(4, 3, dtype=torch.bool)))
    check(f"nonzero {n}", lambda: torch.nonzero(t))
    check(f"scatter {n}", lambda: t.scatter(1, torch.tensor([[0], [2]]), t[:2, :1]))
    check(f"scatter_add {n}", lambda: t.scatter_add(0, torch.tensor([[0, 0, 1], [0, 1, 1]]), t[:2]))
    check(f"index_add {n}", lambda: t.index_add(0, torch.tensor([0, 0]), t[:2]))
    check(f"index_copy {n}", lambda: t.index_copy(1, torch.tensor([2, 0]), t[:, :2]))
    check(f"index_fill {n}", lambda: t.index_fill(0, torch.tensor([1, 3]), 1))
    in_place(f"index_put_ {n}", lambda t: t.index_put_((torch.tensor([0, 0]),), torch.tensor(1, dtype=t.dtype), accumulate=True), t)
    for reduce in ("sum", "prod", "mean", "amax", "amin"):
        check(f"scatter_reduce {reduce} {n}", lambda: t.scatter_reduce(0, torch.tensor([[0, 1, 0], [0, 0, 3]]), t[2:], reduce))
t = values(4, 3, dtype=torch.float64)
i = torch.tensor([[0, 2], [1, 1]])
check("gather shapes", lambda: torch.gather(t, 1, torch.tensor([0])))
check("gather large", lambda: torch.gather(t, 0, torch.zeros(2, 9, dtype=torch.int64)))
check("gather outside", lambda: torch.gather(t, 1, torch.tensor([[3]])))
check("gather type", lambda: torch.gather(t, 1, torch.tensor([[0.0]])))
check("gather dim", lambda: torch.gather(t, 2, i))
check("scatter number", lambda: t.scatter(1, i, 5.0))
check("scatter type", lambda: t.scatter(1, i, t.float()))
check("scatter outside", lambda: t.scatter(1, torch.tensor([[7]]), 1.0))
check("index_select outside", lambda: t.index_select(0, torch.tensor([9])))
check("index_select 2-d", lambda: t.index_select(0, i))
check("index_add alpha", lambda: t.index_add(1, torch.tensor([0, 0]), t[:, 1:], alpha=2))
check("index_add shapes", lambda: t.index_add(1, torch.tensor([0, 0]), t))
check("take outside", lambda: torch.take(t, torch.tensor([99])))
check("take_along_dim", lambda: torch.take_along_dim(t, t.argsort(1), 1))
check("masked_scatter", lambda: t.masked_scatter(t > 0, torch.arange(12, dtype=torch.float64)))
check("nonzero tuple", lambda: torch.nonzero(t > 0, as_tuple=True))
check("argwhere", lambda: torch.argwhere(t > 1))
check("select outside", lambda: t.select(1, 5))
check("narrow", lambda: t.narrow(0, 1, 2))
check("narrow outside", lambda: t.narrow(0, 3, 2))
gradients("gather", lambda a: torch.gather(a, 1, i), t)
gradients("scatter", lambda a, b: a.scatter(1, i, b), t, t[:2, :2])
gradients("scatter number", lambda a: a.scatter(1, i, 5.0), t)
gradients("scatter_add", lambda a, b: a.scatter_add(1, i, b), t, t[:2, :2])
gradients("index_select", lambda a: a.index_select(0, torch.tensor([1, 1, 3])), t)
gradients("index_add", lambda a, b: a.index_add(0, torch.tensor([1, 1]), b, alpha=0.5), t, t[:2])
gradients("index_copy", lambda a, b: a.index_copy(0, torch.tensor([1, 2]), b), t, t[:2])
gradients("index_fill", lambda a: a.index_fill(0, torch.tensor([1, 2]), 3.0), t)
gradients("masked_select", lambda a: a.masked_select(t > 0), t)
gradients("masked_scatter", lambda a, b: a.masked_scatter(t > 0, b), t, t * 2)
gradients("take", lambda a: torch.take(a, torch.tensor([0, 5, 5])), t)
gradients("take_along_dim", lambda a: torch.take_along_dim(a, i, 1), t[:2])
for reduce in ("sum", "prod", "mean", "amax", "amin"):
    gradients("scatter_reduce " + reduce, lambda a, b: a.scatter_reduce(1, i, b, reduce), t, t[2:, :2] + 1)
gradients("index_put", lambda a, b: a.index_put((torch.tensor([0, 0]), torch.tensor([1, 1])), b, accumulate=True), t, t[0, :2])
finish("indexing")
