"""Functions of torch at the edges of what they take: samples of PyTorch's operator database that once gave other values, dtypes, shapes or strides."""
# float-tolerance: 1e-5
import torch
import torch.nn.functional as F


def show(name, value):
    if isinstance(value, torch.Tensor):
        print(name, value.dtype, tuple(value.shape), value.stride(), value.tolist())
    elif isinstance(value, (tuple, list)):
        print(name, type(value).__name__, len(value))
        for item in value:
            show("  ", item)


x = torch.arange(16.0).reshape(1, 1, 4, 4)
square = torch.arange(9.0).reshape(3, 3)

# ---- wraps around what negative padding leaves
show("circular", F.pad(x, (-1, 1, -2, 1), mode="circular"))

# ---- without a batch, the first dimension is that of the channels
torch.manual_seed(3)
show("dropout3d", F.dropout3d(torch.ones(6, 1, 1, 2), 0.5, True))
show("feature_alpha_dropout", F.feature_alpha_dropout(torch.ones(3), 0.5, False))

# ---- factors of more dimensions, laid out by columns
weight = torch.arange(6.0).reshape(3, 2).t()
show("layer_norm", F.layer_norm(torch.arange(12.0).reshape(2, 2, 3) ** 2, (2, 3), weight, weight + 1))

# ---- tolerances
values = torch.diag(torch.tensor([4.0, 2.0, 1.0]))
show("rank", torch.linalg.matrix_rank(values, atol=1.5))
show("rank", torch.linalg.matrix_rank(values, rtol=0.6))
show("rank", torch.linalg.matrix_rank(values, atol=0.5, rtol=0.4))
show("rank", torch.linalg.matrix_rank(values, hermitian=True))
show("rank", torch.linalg.matrix_rank(torch.zeros(2, 0, 3)))
show("pinv", torch.linalg.pinv(values, atol=1.5))
show("pinv", torch.linalg.pinv(values, rtol=0.3))
show("pinv", torch.linalg.pinv(torch.zeros(2, 0, 3)))
show("vander", torch.linalg.vander(torch.tensor(3.0), N=3))
show("power", torch.linalg.matrix_power(square, 0))
for kind in ("nuc", 2, -2):
    print("norm", kind, [round(v, 4) for v in torch.linalg.matrix_norm(torch.stack([values, values * 2]), kind).tolist()])

# ---- whole numbers
show("linspace", torch.linspace(4.3, 1, 5, dtype=torch.int64))
show("logspace", torch.logspace(0.9, 2.2, 3, dtype=torch.int64))
show("trapezoid", torch.trapezoid(torch.tensor([200, 100, 50], dtype=torch.uint8), torch.tensor([3, 1, 2], dtype=torch.uint8)))
show("trapezoid", torch.trapezoid(torch.tensor([200, 100, 50], dtype=torch.uint8)))
ones = torch.ones(2, 2, 2, dtype=torch.int32)
show("addbmm", torch.addbmm(torch.ones(2, 2, dtype=torch.int32), ones, ones))
show("baddbmm", torch.baddbmm(torch.ones(2, 2, 2, dtype=torch.int64), ones.long(), ones.long(), beta=2.6, alpha=1.2))
show("addr", torch.addr(torch.zeros(2, 2, dtype=torch.bool), torch.tensor([True, False]), torch.tensor([True, True])))
show("unravel_index", torch.unravel_index(torch.tensor([1, 5], dtype=torch.int32), (2, 3)))
show("sum_to_size", torch.tensor(True).sum_to_size(()))
show("ldexp", torch.ldexp(torch.ones(2, dtype=torch.bfloat16), torch.tensor([1, 2])))

# ---- shapes
show("diff", torch.diff(torch.arange(3.0), 0, prepend=torch.zeros(2)))
show("std", torch.std(torch.full((5,), 0.1)))
show("tensordot", torch.tensordot(torch.ones(1, 2), torch.arange(6.0).reshape(3, 2), ([0], [0])))
show("nonzero", torch.tensor(5).nonzero(as_tuple=True))
show("prelu", F.prelu(torch.tensor(-1.0), torch.tensor([0.5])))
show("multi_margin_loss", F.multi_margin_loss(torch.tensor(2.0), torch.tensor(0)))

# ---- strides
t = square.t()
index = torch.tensor([[0, 1, 2]])
show("scatter", t.scatter(0, index, 7.0))
show("scatter_add", t.scatter_add(0, index, torch.ones(1, 3)))
show("index_add", t.index_add(0, torch.tensor([1]), torch.ones(1, 3)))
show("index_copy", t.index_copy(0, torch.tensor([1]), torch.ones(1, 3)))
show("masked_fill", t.masked_fill(t > 4, 0.0))
show("narrow_copy", torch.narrow_copy(t, 0, 1, 2))
show("double", t.double(memory_format=torch.contiguous_format))
show("addr", torch.addr(t, torch.ones(3), torch.ones(3)))


# ---- gradients
def gradient(name, function, *arguments):
    leaves = [a.clone().requires_grad_() for a in arguments]
    result = function(*leaves)
    (result * torch.linspace(1, 2, result.numel()).reshape(result.shape)).sum().backward()
    print(name, [[round(v, 3) for v in leaf.grad.reshape(-1).tolist()] for leaf in leaves])


gradient("nextafter", torch.nextafter, torch.tensor([1.0, 2.0]), torch.tensor([2.0, 2.0]))
gradient("unfold", lambda v: v.unfold(0, 1, 1), torch.tensor(3.0))
wide = torch.tensor([[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
gradient("qr", lambda v: torch.linalg.qr(v)[1], wide)
gradient("qr", lambda v: torch.linalg.qr(v)[0], wide)
gradient("linear", lambda v, w: F.linear(v, w), torch.zeros(2, 0), torch.zeros(3, 0))
for mode in ("complete", "r"):
    try:
        gradient("qr", lambda v: torch.linalg.qr(v, mode=mode)[1], wide.t())
    except RuntimeError as error:
        print(error)


# ---- torch.gradient: other spacings, edges of second order
f = torch.tensor([[1.0, 2.0, 4.0, 8.0], [3.0, 5.0, 4.0, 1.0], [0.0, 2.0, 7.0, 3.0]])
show("gradient", torch.gradient(f, spacing=[0.5, 2.0]))
show("gradient", torch.gradient(f, edge_order=2))
show("gradient", torch.gradient(f, spacing=[torch.tensor([0.0, 1.0, 3.0]), torch.tensor([0.0, 1.0, 1.5, 4.0])]))
show("gradient", torch.gradient(f, spacing=(torch.tensor([0.0, 2.0, 3.0]),), dim=0, edge_order=2))

# ---- noise in the order of the memory
torch.manual_seed(3)
show("alpha_dropout", F.alpha_dropout(square.t(), 0.5, True) > 0)


# ---- what is refused
def refused(name, function):
    try:
        function()
        print(name, "is accepted")
    except (RuntimeError, TypeError, ValueError) as error:
        print(name, type(error).__name__, str(error).splitlines()[0])


refused("gradient", lambda: torch.gradient(f, dim=(1, 1)))
refused("gradient", lambda: torch.gradient(f, spacing=[0.1], dim=(1, 0)))
refused("gradient", lambda: torch.gradient(torch.ones(3, 1)))
refused("cov", lambda: torch.cov(torch.ones(5), fweights=torch.ones(5)))
refused("cov", lambda: torch.cov(torch.ones(5), aweights=torch.ones(2, dtype=torch.int64)))
refused("cov", lambda: torch.cov(torch.ones(5), aweights=torch.ones(1)))
refused("cov", lambda: torch.cov(torch.ones(5), aweights=torch.ones(5, 5)))
refused("cov", lambda: torch.cov(torch.ones(5), fweights=-torch.ones(5, dtype=torch.int64)))
refused("rot90", lambda: torch.rot90(square, 1, (1, 1)))
refused("rot90", lambda: torch.rot90(torch.ones(3)))
refused("renorm", lambda: torch.renorm(torch.tensor(1.0), 2, 0, 1.0))
refused("prelu", lambda: F.prelu(torch.ones(2, 8, 3), torch.ones(2, 4)))
refused("rrelu", lambda: F.rrelu(square, 0.3, 0.1))
refused("group_norm", lambda: F.group_norm(torch.ones(1, 0, 2), 1))
refused("group_norm", lambda: F.group_norm(torch.ones(1, 2, 0), 1))
refused("max_unpool1d", lambda: F.max_unpool1d(torch.ones(8), torch.zeros(8, dtype=torch.int64), 3, 2))
refused("max_unpool2d", lambda: F.max_unpool2d(torch.ones(4, 4), torch.zeros(4, 4, dtype=torch.int64), 3, 2))
refused("max_unpool3d", lambda: F.max_unpool3d(torch.ones(4, 4, 4), torch.zeros(4, 4, 4, dtype=torch.int64), 3, 2))
refused("max_pool1d", lambda: F.max_pool1d(torch.ones(1, 2, 3), 8608480567731124087, padding=1250999896764, dilation=1250999896764, ceil_mode=True))
refused("masked_scatter", lambda: torch.ones(3).masked_scatter(torch.ones(3, dtype=torch.uint8), torch.ones(3)))
refused("ldexp", lambda: torch.ldexp(square, 2))
refused("diff", lambda: torch.linalg.vander(square, N=1))


# ---- written in place where elements share a place
def written(name, function, make):
    value = make()
    try:
        function(value)
        print(name, value.tolist())
    except RuntimeError as error:
        print(name, str(error).splitlines()[0])


def rows():
    return torch.tensor([1.0, -2.0, 3.0]).expand(2, 3)


def columns():
    return torch.tensor([[1.0], [2.0]]).expand(2, 3)


first = torch.tensor([[True, False, False], [False, False, False]])
for make in (rows, columns):
    written("masked_fill_", lambda v: v.masked_fill_(first, 9.0), make)
    written("masked_fill_", lambda v: v.masked_fill_(first, torch.tensor(9.0)), make)
    written("tril_", lambda v: v.tril_(), make)
    written("triu_", lambda v: v.triu_(), make)
    written("threshold_", lambda v: F.threshold_(v, 1.5, 7.0), make)
    written("fill_", lambda v: v.fill_(torch.tensor(2.0)), make)
    written("fill_", lambda v: v.fill_(2.0), make)
    written("setitem", lambda v: v.__setitem__(slice(None), torch.tensor(2.0)), make)
    written("setitem", lambda v: v.__setitem__(slice(None), 2.0), make)
    written("embedding_renorm_", lambda v: print(torch.embedding_renorm_(v, torch.tensor([1, 0, 1]), 0.5, 2.0).shape), make)
written("nan_to_num_", lambda v: v.nan_to_num_(), lambda: torch.tensor([1, 2]).expand(2, 2))

# ---- no dimension at all
for dim in ((), (0, 1), None):
    show("any", torch.any(first, dim=dim))
    show("all", torch.all(first, dim=dim, keepdim=True))

# ---- types of 16 bits
thirds = torch.arange(-32, 32).bfloat16() / 3
show("add", torch.add(thirds, thirds.flip(0), alpha=0.3))
show("div", torch.div(thirds * 10, thirds.flip(0), rounding_mode="trunc"))
show("nextafter", torch.nextafter(torch.tensor([1.0, 0.0, -0.0, -1.0]).bfloat16(), torch.tensor([2.0, -1.0, 1.0, float("inf")]).bfloat16()))
show("nextafter", torch.nextafter(torch.tensor([1.0, 0.0, 65504.0]).half(), torch.tensor([0.0, -1.0, float("inf")]).half()))

# ---- bounds that are tensors, Bessel and incomplete gamma functions
bound = torch.tensor([0.0, 1.0, 2.0])
x = torch.tensor([[0.5, 1.0, 1.5], [-0.5, 2.0, 2.5]])
show("clamp_min", torch.clamp_min(x, bound))
show("clamp_max", x.clamp_max(bound))
gradient("clamp_min", torch.clamp_min, x, bound)
gradient("clamp_max", torch.clamp_max, x, bound)
gradient("copysign", lambda v: torch.copysign(v, -2.0), x)
for name in ("i0", "i0e", "i1", "i1e"):
    show(name, getattr(torch.special, name)(torch.tensor([-50.0, -1.5, 0.0, 0.5, 8.0, 31.0])))
    gradient(name, getattr(torch.special, name), x)
for name in ("igamma", "igammac"):
    show(name, getattr(torch, name)(torch.tensor([0.0, 0.5, 2.0, 30.0, 3.0]), torch.tensor([1.0, 1.5, 0.0, 20.0, 9.0])))
    gradient(name, lambda v, name=name: getattr(torch, name)(torch.tensor(1.5), v), x.abs())
show("ndtr", torch.special.ndtr(x))
show("entr", torch.special.entr(x))
tall = torch.tensor([[1.0, 1.0], [1.0, 2.0], [1.0, 3.0]])
fitted = torch.linalg.lstsq(tall, torch.tensor([[1.0], [2.0], [2.0]]))
print([round(v, 4) for v in fitted.solution.flatten().tolist()], [round(v, 4) for v in fitted.residuals.tolist()], fitted.rank)

# ---- copies and views, indices from behind, empty indices
plane = torch.arange(4.0).reshape(1, 1, 2, 2)
print(F.pixel_shuffle(plane, 1).data_ptr() == plane.data_ptr(), torch.ravel(plane[0, 0, :, 0]).stride())
print(square.t().to(memory_format=torch.contiguous_format).data_ptr() == square.data_ptr())
show("take_along_dim", torch.take_along_dim(square, torch.tensor([[-1], [-4], [4]]), 1))
show("gather", torch.gather(square, 0, torch.empty(0, 3)))
show("quantile", torch.quantile(torch.tensor(3.0), 0.5, 0))
refused("nonzero", lambda: torch.nonzero(square, as_tuple=True, out=(index, index)))
refused("nonzero", lambda: torch.nonzero(square, as_tuple=True, out=index))
refused("logit_", lambda: torch.tensor([1, 2]).logit_())

# ---- pieces of a tensor that is written afterwards have no history
def pieces(name, function):
    leaf = torch.arange(1.0, 7.0).requires_grad_()
    base = leaf.clone()
    parts = function(base)
    base.mul_(2)
    print(name, parts[0].tolist())
    for use in (lambda part: part + 1, lambda part: part.mul_(3), lambda part: torch.autograd.grad(part.sum(), leaf)):
        try:
            print(type(use(parts[0])).__name__)
        except RuntimeError as error:
            print(str(error)[:60])


pieces("split", lambda v: v.split(3))
pieces("chunk", lambda v: v.chunk(2))
pieces("unbind", lambda v: v.view(2, 3).unbind(0))
pieces("view of a piece", lambda v: [v.split(3)[0].view(-1)])
pieces("tensor_split", lambda v: v.tensor_split(2))
pieces("slices", lambda v: (v[:3], v[3:]))
with torch.autograd.set_detect_anomaly(True):
    print(torch.is_anomaly_enabled())
print(torch.is_anomaly_enabled(), torch.is_autocast_enabled())

# ---- forms of arguments
y = torch.arange(6.0).reshape(2, 3)
show("var_mean", torch.var_mean(y, unbiased=False))
show("var_mean", torch.var_mean(y, 1, False, True))
show("std_mean", torch.std_mean(y, False))
show("std_mean", torch.std_mean(y, (0, 1), unbiased=True))
show("tensor_split", torch.tensor_split(y, torch.tensor(2), 1))
show("tensor_split", y.tensor_split(torch.tensor([1, 2]), dim=1))
show("narrow", y.narrow(1, torch.tensor(-2), 1))
show("clamp_min", torch.clamp_min(y > 2, torch.tensor(True)))
show("nuc", torch.norm(y, "nuc").reshape(1).round(decimals=4))
show("nuc", torch.norm(torch.stack([y, y + 1]), "nuc", dim=(1, 2), keepdim=True).round(decimals=4))
show("lstsq", torch.linalg.lstsq(torch.eye(3)[:, :2] + 1, torch.arange(3.0).unsqueeze(1)).solution.round(decimals=4))
print(type(torch.linalg.lstsq(torch.eye(2), torch.eye(2))).__name__)
show("gradient", torch.gradient(y))
show("combinations", torch.combinations(y[0], 4))
for shape in ((0, 0), (0, 3), (3, 0)):
    for kind in (1, 2, float("inf"), "nuc"):
        show(f"norm {shape} {kind}", torch.linalg.norm(torch.ones(shape), kind))

# ---- whole numbers
whole = torch.arange(18).reshape(1, 2, 3, 3)
for dtype in (torch.int64, torch.int32, torch.uint8):
    show("conv2d", F.conv2d(whole.to(dtype), torch.ones(1, 2, 2, 2, dtype=dtype), torch.tensor([3]).to(dtype)))
show("conv_transpose1d", F.conv_transpose1d(whole[0, :, 0], torch.tensor([[[1, 2]], [[3, 4]]])))
show("tensordot", torch.tensordot(torch.full((1, 1), 2, dtype=torch.int8), torch.ones(2, 3, dtype=torch.int8), 1))
show("einsum", torch.einsum("ik,j->ij", torch.ones(2, 3, dtype=torch.int32), torch.ones(4, dtype=torch.int32)))
show("unfold", F.unfold(whole[:, :1] > 3, 2))

# ---- layouts
turned = torch.arange(24.0).reshape(2, 3, 4).permute(2, 1, 0)
show("einsum", torch.einsum("abc,c->cab", turned, torch.arange(2.0)))
show("einsum", torch.einsum("ab,cd->cadb", y, y + 1))

# ---- volumes
volume = torch.arange(12.0).reshape(1, 1, 2, 2, 3).requires_grad_()
theta = torch.tensor([[[0.9, 0.1, 0.0, 0.1], [0.0, 1.1, 0.2, -0.1], [0.1, 0.0, 1.3, 0.2]]], requires_grad=True)
for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        for corners in (False, True):
            grid = F.affine_grid(theta, (1, 1, 2, 2, 2), corners)
            sampled = F.grid_sample(volume, grid, mode, padding, corners)
            show(f"{mode} {padding} {corners}", sampled.detach())
            print([g.tolist() for g in torch.autograd.grad(sampled.square().sum(), (volume, theta))])
