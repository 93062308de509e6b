"""Numbers outside of an integer type: some operations refuse them, others take as many bits as the type has."""
import torch
import torch.nn.functional as F


def attempt(name, function):
    try:
        result = function()
        print(name, result.tolist(), result.dtype)
    except RuntimeError as error:
        print(name, str(error).splitlines()[0])


where = torch.tensor([True, False])
first = torch.tensor([0])
for dtype in (torch.int8, torch.uint8, torch.int16, torch.int32, torch.int64):
    x = torch.tensor([1, 2], dtype=dtype)
    for number in (300, -300, 70000, 3000000000, -1):
        print("----", dtype, number)
        attempt("where", lambda: torch.where(where, x, number))
        attempt("where", lambda: torch.where(where, number, x))
        attempt("add alpha", lambda: torch.add(x, x, alpha=number))
        attempt("sub alpha", lambda: torch.sub(x, x, alpha=number))
        attempt("add_ alpha", lambda: x.clone().add_(x, alpha=number))
        attempt("addcmul", lambda: torch.addcmul(x, x, x, value=number))
        attempt("addmm", lambda: torch.addmm(x[:1, None], x[:1, None], x[None, :1], alpha=number, beta=number))
        attempt("pow", lambda: x ** abs(number))
        attempt("masked_fill", lambda: x.masked_fill(where, number))
        attempt("index_fill", lambda: x.index_fill(0, first, number))
        attempt("index_add", lambda: x.index_add(0, first, x[:1], alpha=number))
        attempt("scatter", lambda: x.scatter(0, first, number))
        attempt("scatter", lambda: x.clone().scatter_(0, first, number, reduce="add"))
        attempt("fill_", lambda: x.clone().fill_(number))
        attempt("fill_diagonal_", lambda: x.unsqueeze(0).repeat(2, 1).fill_diagonal_(number))
        attempt("pad", lambda: F.pad(x, (1, 1), value=number))
        attempt("linspace", lambda: torch.linspace(0, number, 2, dtype=dtype))
        attempt("threshold", lambda: F.threshold(x, 1, number))
        attempt("clamp", lambda: x.clamp(min=number))
        attempt("clamp", lambda: x.clamp(max=number))
        attempt("clamp_min", lambda: x.clamp_min(number))
        attempt("add", lambda: x + number)
        attempt("floor_divide", lambda: number // x)
        attempt("maximum", lambda: torch.maximum(x, torch.tensor(number)))
        attempt("put", lambda: x.put(first, torch.tensor([number]).to(dtype)))
