# Arguments that functions of layers, losses and sparse tensors refuse, and the signatures that messages list.
import torch
import torch.nn.functional as F

x = torch.arange(1.0, 7.0).reshape(2, 3) / 7
n = torch.tensor([[1, 0, 1], [0, 1, 1]])


def said(name, call):
    try:
        result = call()
    except Exception as error:
        print(name, type(error).__name__, str(error))
    else:
        print(name, "taken", result)


said("pool of no size", lambda: F.adaptive_avg_pool1d(x, None))
said("pool of no size", lambda: F.adaptive_max_pool1d(x, None))
for function in (F.dropout, F.alpha_dropout, F.feature_alpha_dropout):
    for value in (7, "a", None):
        said(function.__name__, lambda: function(value))
said("hinge", lambda: F.hinge_embedding_loss(x, x, x))
said("kl", lambda: F.kl_div(x, n, reduction="sum"))
said("poisson", lambda: F.poisson_nll_loss(x, 1.5))
said("poisson", lambda: F.poisson_nll_loss(x, x, "a"))
said("soft margin", lambda: F.soft_margin_loss(x, 2))
said("cosine", lambda: F.cosine_embedding_loss(x, x, x))
said("cosine", lambda: F.cosine_embedding_loss(x, x, 1.5))
for weight in ("a", 2.5):
    said("cross entropy", lambda: F.cross_entropy(x, x, weight))
said("cross entropy", lambda: F.cross_entropy([x], x))
said("nll", lambda: F.nll_loss(x, None))
said("cross", lambda: torch.cross(x, n, dim=1))
said("stream", lambda: x.record_stream(3))
said("resize", lambda: x.clone().resize_("a"))
said("resize", lambda: x.clone().resize_as_(7))
said("size", lambda: x.size("a"))
said("size", lambda: x.size(True))
said("size", lambda: x.stride(x))
said("sum", lambda: x.sum_to_size())
said("to", lambda: x.to(x, "a"))
said("to", lambda: x.to(torch.float64, "a"))
said("to", lambda: x.to([1]))
said("to_dense", lambda: x.to_dense("a"))
for name in ("to_sparse_csr", "to_sparse_csc"):
    for value in (7, "a", x):
        said(name, lambda: getattr(x, name)(value))
said("to_sparse", lambda: x.to_sparse(7))
said("to_sparse", lambda: x.to_sparse(None))
said("as_tensor", lambda: torch.as_tensor(x, None))
said("can_cast", lambda: torch.can_cast(torch.float32))
said("promote_types", lambda: torch.promote_types(torch.float32, 2))
print(torch.promote_types(torch.float16, torch.int64), torch.can_cast(torch.float32, torch.int32))
print(x.to(float).dtype, x.to(dtype=int).dtype)
for name in ("mm", "round", "linspace", "randn", "where", "median", "std", "max", "tensor_split", "pow", "bucketize", "clamp_",
             "gcd_"):
    said(name, lambda: getattr(torch, name)())
    said(name, lambda: getattr(torch, name)("a", "b"))
    said(name, lambda: getattr(torch, name)(x, foo=1, bar=2))
for name in ("div", "scatter", "subtract", "divide_", "std", "view", "repeat_interleave"):
    said(name, lambda: getattr(x, name)("a", "b", "c"))
vector = torch.ones(3)
for input in (vector, torch.ones(2, 3), torch.ones(4, 2, 3)):
    said("linear", lambda: F.linear(input, vector, torch.ones(1)))
for place in ((-1,), ("cpu", -2), ("cpu", "1"), ("cpu", 1.0), ("cpu", True)):
    said("device", lambda: torch.device(*place))
print(torch.device("cpu", 3), torch.device("cpu", None), torch.device("meta", index=0))
for value in ([1], (1,), "a", None, torch.ones(1), torch.ones((), requires_grad=True)):
    said("scalar_tensor", lambda: torch.scalar_tensor(value))
print(torch.scalar_tensor(torch.tensor(2)), torch.scalar_tensor(True), torch.scalar_tensor(2.7, dtype=torch.int32))
for flag in (1, None, "a"):
    said("nonzero", lambda: torch.nonzero(vector, as_tuple=flag))
    said("nonzero", lambda: vector.nonzero(as_tuple=flag))
said("nonzero", lambda: torch.nonzero(vector, out=torch.empty(0)))
for value in (torch.tensor([1, 2]), torch.tensor([1j, 2]), torch.tensor([True, False])):
    said("glu", lambda: F.glu(value, 0))
said("hardtanh", lambda: F.hardtanh(torch.tensor([True])))
said("threshold", lambda: F.threshold(torch.tensor([True]), 0, 1))
print(F.hardtanh(torch.tensor([0, 1, 200], dtype=torch.uint8)), F.hardtanh(torch.tensor([-3, 1, 100], dtype=torch.int8), -2, 300))
net = torch.nn.utils.spectral_norm(torch.nn.Linear(2, 2))
said("spectral_norm", lambda: torch.nn.utils.spectral_norm(net))
print(torch.nn.utils.get_total_norm([torch.nn.Parameter(torch.ones(4))]))
first, second, whole = torch.ones(3, 2), torch.ones(2, 3), torch.arange(24).view(2, 3, 4)
for name in ("add", "mul", "maximum", "eq", "atan2", "broadcast_tensors"):
    said(name, lambda: getattr(torch, name)(first, second))
said("add_", lambda: first.add_(second))
said("expand", lambda: first.expand(2, 3))
said("where", lambda: torch.where(first > 0, first, second))
said("matmul", lambda: torch.ones(3, 2, 2, 2) @ torch.ones(2, 3, 2, 2))
for key in ((0, 3), (0, 0, 4), (None, 0, 3), (0, torch.tensor(3)), (torch.tensor(0), 3), (2,), (..., 4), (slice(None), 3),
            (slice(0, 1), 0, -5), (0, None, 3), (True, 0, 3), (0, 3, torch.tensor([0])), (torch.tensor([0]), 3), (0, [3])):
    said(f"index {key}", lambda: whole[key])
said("store", lambda: whole.__setitem__((0, 3), 1))
