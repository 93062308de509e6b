# Operations that no other program calls in specialised code: each row of the op table has a case in both tiers
# (test/unit/exec/EveryRow.cpp).
import torch
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.rand(3, 4) + 0.25
y = torch.rand(3, 4) + 0.5
i = torch.tensor([[5, 12, 7, 3], [8, 6, 10, 15], [9, 4, 2, 1]])
j = torch.tensor([[3, 4, 14, 9], [12, 6, 5, 10], [6, 2, 8, 7]])
square = torch.rand(3, 3) + 3 * torch.eye(3)
symmetric = square @ square.T
images = torch.rand(2, 4, 6, 6)
lines = torch.rand(2, 4, 8)
b = x > 0.6


def shown(value):
    if isinstance(value, (bool, int, float)):
        return value
    if isinstance(value, torch.Tensor):
        return tuple(value.shape), str(value.dtype), round(float(value.detach().double().abs().sum()), 3)
    return [shown(v) for v in value]


for _ in range(5):
    values = [torch.exp2(x),
              torch.log2(x),
              torch.log10(x),
              torch.tan(x),
              torch.asin(x * 0.5),
              torch.acos(x * 0.5)]
print(shown(values))

for _ in range(5):
    values = [torch.atan(x),
              torch.sinh(x),
              torch.cosh(x),
              torch.asinh(x),
              torch.acosh(x + 1),
              torch.atanh(x * 0.5)]
print(shown(values))

for _ in range(5):
    values = [torch.lgamma(x),
              torch.digamma(x),
              torch.i0(x),
              torch.special.i0e(x),
              torch.special.i1(x),
              torch.special.i1e(x)]
print(shown(values))

for _ in range(5):
    values = [torch.nan_to_num(x / 0),
              torch.floor_divide(x, 0.3),
              torch.fmod(y, x),
              torch.fmod(y, 0.3),
              torch.atan2(x, y),
              torch.hypot(x, y)]
print(shown(values))

for _ in range(5):
    values = [torch.logaddexp(x, y),
              torch.xlogy(x, y),
              torch.xlogy(x, 2.5), torch.special.xlogy(x, -1), torch.xlogy(x * 0, 0),
              torch.nextafter(x, y),
              torch.igamma(x, y),
              torch.igammac(x, y),
              torch.gcd(i, j)]
print(shown(values))

for _ in range(5):
    values = [torch.lcm(i, j),
              i & 6,
              i | 6,
              i ^ 6,
              i << 2,
              i >> 1]
print(shown(values))

for _ in range(5):
    values = [x.masked_fill(b, torch.tensor(2.0)),
              torch.nansum(x),
              torch.prod(x),
              torch.prod(x, 1),
              *torch.min(x, 1),
              *torch.aminmax(x, dim=0)]
print(shown(values))

for _ in range(5):
    values = [torch.norm(x),
              *torch.var_mean(x, 1, correction=0),
              torch.any(b, 0),
              torch.count_nonzero(i - 6, dim=(0, 1)),
              torch.count_nonzero(i - 6, 1),
              torch.cumprod(x, 0)]
print(shown(values))

for _ in range(5):
    values = [*torch.cummax(x, 0),
              torch.logcumsumexp(x, 1),
              F.pad(images, (1, 2, 1, 0), mode="replicate"),
              torch.tril(x),
              torch.index_select(x, 0, torch.tensor([2, 0])),
              x.index_copy(0, torch.tensor([1]), y[:1])]
print(shown(values))

for _ in range(5):
    values = [x.index_fill(0, torch.tensor([1]), torch.tensor(3.0)),
              x.index_fill(0, torch.tensor([1]), 3.0),
              *torch.sort(x, stable=True, dim=1),
              *torch.sort(x, 1),
              *torch.topk(x, 2),
              *torch.kthvalue(x, 2)]
print(shown(values))

for _ in range(5):
    values = [*torch.median(x, 1),
              *torch.nanmedian(x, 1),
              torch.argsort(x, stable=True),
              torch.logspace(0, 1, 5),
              x.new_ones((2, 2)),
              x.new_full((2, 2), 3.5)]
print(shown(values))

for _ in range(5):
    values = [torch.randn_like(x),
              torch.randint_like(x, 5),
              torch.randint_like(x, 2, 5),
              torch.normal(x, 0.5),
              torch.normal(0.5, x),
              torch.normal(0.5, 2.0, (2, 3))]
print(shown(values))

for _ in range(5):
    values = [torch.addmv(x[:, 0], x, y[0]),
              torch.addr(x, x[:, 0], y[0]),
              torch.linalg.cross(square, symmetric),
              torch.linalg.cholesky(symmetric)]
print(shown(values))

for _ in range(5):
    values = [F.max_pool1d(lines, 2),
              F.avg_pool1d(lines, 2),
              F.interpolate(images, scale_factor=2, mode="bicubic")]
print(shown(values))

for _ in range(5):
    values = [F.group_norm(images, 2),
              F.rms_norm(x, (4,)),
              F.binary_cross_entropy(x * 0.5, y * 0.5),
              torch.arange(0, 5, 2)]
print(shown(values))

for _ in range(5):
    values = torch.allclose(x, x + 1e-9)
print(shown(values))

for _ in range(5):
    values = torch.equal(x, y)
print(shown(values))

for _ in range(5):
    values = torch.all(b, dim=(0, 1))
print(shown(values))

for _ in range(5):
    values = b.any()
print(shown(values))

for _ in range(5):
    values = torch.any(b, dim=(0, 1))
print(shown(values))

for _ in range(5):
    values = x.scatter(0, torch.tensor([[0, 1, 2, 0]]), y, reduce="multiply")
print(shown(values))

for _ in range(5):
    values = x.scatter(0, torch.tensor([[0, 1, 2, 0]]), 2.0, reduce="add")
print(shown(values))

for _ in range(5):
    values = x.masked_scatter(b, y)
print(shown(values))

for _ in range(5):
    values = [*torch.mode(i % 3, 1)]
print(shown(values))

for _ in range(5):
    values = torch.nanmedian(x)
print(shown(values))

for _ in range(5):
    values = torch.searchsorted(x[0].sort().values, 0.5)
print(shown(values))

for _ in range(5):
    values = torch.bucketize(0.5, x[0].sort().values)
print(shown(values))

for _ in range(5):
    values = x.new_empty((2, 0))
print(shown(values))

for _ in range(5):
    values = torch.empty_strided((2, 0), (1, 2))
print(shown(values))

for _ in range(5):
    values = torch.bernoulli(x * 0.5)
print(shown(values))

for _ in range(5):
    values = torch.bernoulli(x, 0.5)
print(shown(values))

for _ in range(5):
    values = torch.poisson(x)
print(shown(values))

for _ in range(5):
    values = torch.empty(3).random_(7)
print(shown(values))

for _ in range(5):
    values = torch.addbmm(x[:, :3], x[None], y.T[None])
print(shown(values))

for _ in range(5):
    values = torch.is_nonzero(x[0, 0])
print(shown(values))

for _ in range(5):
    values = torch.empty_like(x).copy_(y)
print(shown(values))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.pad(leaf, (1, 2, 1, 0), mode="reflect")
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.pad(leaf, (1, 2, 1, 0), mode="replicate")
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.adaptive_avg_pool2d(leaf, 4)
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.interpolate(leaf, size=7, mode="bicubic")
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.group_norm(leaf, 2)
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.binary_cross_entropy(leaf, leaf.detach() * 0.5)
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    result = F.rms_norm(leaf, (6,))
    (result * result.detach()).sum().backward()
print(shown(leaf.grad))


for _ in range(5):
    values = [torch.linalg.solve(square, x), torch.linalg.solve(square, x[:, 0]), torch.linalg.solve(torch.stack([square, symmetric]), x),
              torch.linalg.solve_triangular(square.tril(), x, upper=False), torch.linalg.solve(square, x.T, left=False)]
print(shown(values))

for _ in range(5):
    values = [torch.linalg.det(square), torch.linalg.det(torch.stack([square, symmetric])), *torch.linalg.slogdet(torch.stack([square, symmetric]))]
print(shown(values))

for _ in range(5):
    values = [*torch.linalg.eigh(symmetric), *torch.linalg.svd(x), *torch.linalg.svd(x.T, full_matrices=False)]
print(shown(values))

for _ in range(5):
    values = [F.unfold(images, 2), F.unfold(images[0], (3, 2), dilation=1, padding=(1, 0), stride=2), F.fold(torch.ones(2, 4, 4), (3, 3), (2, 2))]
print(shown(values))

for _ in range(5):
    values = [F.grid_sample(images, torch.linspace(-1, 1, 36).view(2, 3, 3, 2), align_corners=False)]
print(shown(values))

for _ in range(5):
    leaf = images.clone().requires_grad_()
    grid = torch.linspace(-0.9, 0.9, 36).view(2, 3, 3, 2).clone().requires_grad_()
    F.grid_sample(leaf, grid, align_corners=False).pow(2).sum().backward()
print(shown([leaf.grad, grid.grad]))

for _ in range(5):
    leaf = symmetric.clone().requires_grad_()
    values = torch.linalg.det(leaf) + torch.linalg.slogdet(leaf)[1] + torch.linalg.solve(leaf, x).sum() + torch.linalg.svdvals(leaf).sum()
    values.backward()
print(shown(values), shown(leaf.grad))

for _ in range(5):
    kept, places = F.max_pool1d(lines, 2, return_indices=True)
    values = F.max_unpool1d(kept, places, 2)
print(shown(values))

# In place, in generic code: graphs have the function and a write.
written = [x.clone() for _ in range(9)]
numbers = [i.clone() for _ in range(5)]
F.silu(written[0], inplace=True)
F.mish(written[1], inplace=True)
F.hardswish(written[2], inplace=True)
F.hardsigmoid(written[3], inplace=True)
written[4].div_(0.3, rounding_mode="floor")
written[5].copysign_(-1.0)
written[6].clamp_max_(0.5)
written[7].le_(0.5)
written[8].gt_(0.5)
numbers[0].bitwise_xor_(3)
numbers[1].bitwise_left_shift_(2)
numbers[2].bitwise_right_shift_(1)
numbers[3].ne_(5)
numbers[4].ge_(5)
print(shown(written), shown(numbers))
