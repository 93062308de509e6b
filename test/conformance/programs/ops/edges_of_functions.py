"""Unusual arguments: integer results of linspace, inputs without a batch, negative padding, dimensions of size 0."""
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")


def show(name, function):
    try:
        result = function()
    except (RuntimeError, IndexError, NotImplementedError, ValueError) as error:
        result = type(error).__name__, str(error).split("\n")[0]
    print(name, result)


show("max of a 0-dim tensor", lambda: torch.max(torch.tensor([[1, 5], [7, 2]]), torch.tensor(1)))
show("min of a 0-dim tensor", lambda: torch.min(torch.tensor([True, False]), torch.tensor(True)))
show("linspace", lambda: torch.linspace(4.3, 50, 50, dtype=torch.int64).tolist())
show("linspace down", lambda: torch.linspace(9.9, -3.5, 7, dtype=torch.int32).tolist())
show("logspace", lambda: torch.logspace(0, 1.2, 2, 5.0, dtype=torch.int64).tolist())
show("logspace of 2", lambda: torch.logspace(0, 6, 7, 2, dtype=torch.int64).tolist())
x = torch.arange(48.0).reshape(1, 3, 4, 4)
for sides in ((-1, 1, -2, 1), (1, -1, 1, -2), (2, 1, 0, 3), (-1, -1, -1, -1)):
    show("circular", lambda: F.pad(x, sides, mode="circular")[0, 1].tolist())
show("prelu", lambda: (F.prelu(torch.tensor(-2.0), torch.tensor([0.5])), F.prelu(torch.tensor(-2.0), torch.tensor(0.5))))
for shape in ((3, 2, 2, 2), (2, 3, 2, 2, 2)):
    torch.manual_seed(1)
    show("dropout3d", lambda: F.dropout3d(torch.ones(shape), 0.5, True).flatten().tolist())
    torch.manual_seed(1)
    show("dropout3d", lambda: F.dropout3d(torch.ones(shape), 0.5, True, inplace=True).flatten().tolist())
torch.manual_seed(1)
show("dropout2d", lambda: F.dropout2d(torch.ones(3, 2, 2), 0.5, True).flatten().tolist())
y = torch.ones(4)
show("alpha_dropout", lambda: (F.alpha_dropout(y, 1.0, True, inplace=True) is y, y.tolist()))
show("vander", lambda: (torch.linalg.vander(torch.tensor(3.0), N=2), torch.linalg.vander(torch.tensor([2.0, 3.0]), N=3)))
d = torch.diag(torch.tensor([5.0, 1.0, 0.1]))
show("matrix_rank", lambda: [torch.linalg.matrix_rank(d, atol=torch.tensor(2.0)), torch.linalg.matrix_rank(d, atol=0.5),
                             torch.linalg.matrix_rank(d, rtol=0.3), torch.linalg.matrix_rank(d, hermitian=True),
                             torch.linalg.matrix_rank(d, 0.5)])
t, f = torch.tensor([True, False]), torch.tensor([[True, False], [False, False]])
show("addr", lambda: [torch.addr(f, t, t, beta=3, alpha=2), torch.addr(f, t, t, beta=0), torch.addr(f, t, t, alpha=0)])
show("roll", lambda: (torch.roll(torch.zeros(0, 3), 1, 1).shape, torch.roll(torch.tensor(1.0), 0)))
show("roll", lambda: torch.roll(torch.tensor(1.0), 0, 0))


def gradients(function, *inputs):
    inputs = [i.double().requires_grad_() for i in inputs]
    y = function(*inputs)
    weights = torch.linspace(0.5, 1.5, y.numel(), dtype=torch.float64).reshape(y.shape)
    result = torch.autograd.grad((y * weights).sum(), inputs, create_graph=False)
    return [[round(v, 5) for v in g.flatten().tolist()] for g in result]


one, two, three = torch.arange(12.0).reshape(3, 4).cos(), torch.arange(24.0).reshape(2, 3, 4).cos(), torch.arange(72.0).reshape(2, 3, 3, 4).cos()
for spatial, inner in ((1, one), (2, two), (3, three)):
    pools = {"max": (getattr(F, f"max_pool{spatial}d"), 3, 1, 1), "avg": (getattr(F, f"avg_pool{spatial}d"), 3, 1, 1),
             "max whole": (getattr(F, f"max_pool{spatial}d"), 1), "avg whole": (getattr(F, f"avg_pool{spatial}d"), 1)}
    for name, (pool, *sizes) in pools.items():
        show(f"{name} {spatial}", lambda: gradients(lambda x: pool(x, *sizes), inner))
    for kind in ("avg", "max"):
        pool = getattr(F, f"adaptive_{kind}_pool{spatial}d")
        for size in (1, 2, inner.shape[-1]):
            show(f"adaptive {kind} {spatial}", lambda: gradients(lambda x: pool(x, size), inner))
        if spatial > 1:
            show(f"adaptive {kind} {spatial}", lambda: gradients(lambda x: pool(x, (None,) * spatial), inner))
for i in range(30):  # nothing is written beyond the tensor
    x = torch.rand(3, 4, 4, 6, dtype=torch.float64, requires_grad=True)
    y, k = F.adaptive_max_pool3d(x, (2, 3, None), return_indices=True)
    y.sum().backward()
print(k.shape, int(x.grad.sum()))
show("nextafter", lambda: gradients(torch.nextafter, torch.tensor([1.0, 2.0, 3.0]), torch.tensor([3.0, 0.0, 3.0])))
wide = torch.tensor([[1.0, 2.0, 3.0], [0.0, 1.0, 5.0]])
show("qr", lambda: gradients(lambda x: torch.linalg.qr(x)[1].square(), wide))
show("qr", lambda: gradients(lambda x: torch.linalg.qr(x)[0], wide))
show("qr", lambda: gradients(lambda x: torch.cat(torch.linalg.qr(x), 1), wide))
