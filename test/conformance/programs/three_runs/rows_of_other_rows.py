# Rows of the op table whose Python stands in torch._operations, in steps that repeat; then with other shapes.
import warnings

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
torch.manual_seed(2)


def shown(value):
    if isinstance(value, torch.Tensor):
        rounded = torch.view_as_real(value.detach().resolve_conj()) if value.is_complex() else value.detach().double()
        return tuple(value.shape), str(value.dtype), round(float(rounded.abs().sum()), 3)
    if isinstance(value, (tuple, list)):
        return [shown(v) for v in value]
    return value


def transforms(x, z):
    f = torch.fft
    return [f.fft(x), f.ifft(z, 3), f.rfft(x, norm="ortho"), f.irfft(z), f.hfft(z, dim=0), f.ihfft(x), f.fft2(x), f.ifft2(z, norm="forward"),
            f.rfft2(x), f.irfft2(z), f.hfft2(z), f.ihfft2(x), f.fftn(x, s=(2, 2)), f.ifftn(z), f.rfftn(x, dim=(0,)), f.irfftn(z, 4, 1),
            f.hfftn(z), f.ihfftn(x), f.fftfreq(5), f.rfftfreq(6, 0.5), f.fftshift(x), f.ifftshift(x, 1)]


def of_matrices(a, b, v):
    L = torch.linalg
    s, limit = a @ a.mT + torch.eye(3), torch.tensor(0.0)
    return [L.norm(a), L.norm(a, "nuc"), L.norm(v, 1), L.matrix_norm(a, 1), L.matrix_norm(a), L.cond(a), L.cond(a, "fro"), L.pinv(b),
            L.pinv(b, 0.1), L.pinv(b, rtol=limit), L.pinv(b, limit), torch.pinverse(b), L.matrix_rank(b), L.matrix_rank(b, 0.1),
            L.matrix_rank(b, limit), L.matrix_rank(b, atol=limit), L.lstsq(a, b)[0], L.matrix_power(a, 3), torch.matrix_power(a, -1),
            L.multi_dot([a, s, b]), L.vecdot(a, s), L.eigvalsh(s), L.eigvals(s).real, L.svdvals(b), torch.logdet(s), L.diagonal(a),
            L.vander(v, N=3), L.matrix_exp(a), a.matrix_exp(), L.matrix_sqrth(s), L.polar(a), L.tensorinv(s.reshape(3, 3, 1), 1),
            L.tensorsolve(s, v), L.lu(a), L.lu_factor(a), torch.lu_unpack(*L.lu_factor(a)), torch.lu_solve(b, *L.lu_factor(a)),
            torch.triangular_solve(b, s), torch.cholesky_solve(b, L.cholesky(s)), torch.cholesky_inverse(L.cholesky(s)), torch.svd(b)[1],
            torch.cross(a, s), torch.inner(a, s), torch.kron(a, b), torch.vdot(v, v), torch.dist(a, s), L.matmul(a, b), L.vector_norm(a)]


def of_reflections(a):
    h, tau = torch.geqrf(a)
    return [torch.linalg.householder_product(h, tau), torch.orgqr(h, tau), torch.ormqr(h, tau, a), torch.linalg.ldl_factor(a + a.mT)]


def of_numbers(x, y, v):
    return [torch.quantile(x, 0.5), x.quantile(v.sigmoid(), 1), torch.nanquantile(x, 0.3, 0), x.nanquantile(v.sigmoid()), torch.cov(x),
            torch.corrcoef(x), torch.trapezoid(x), torch.trapezoid(y, x), torch.trapz(x, dx=0.5), torch.trapz(y, x),
            torch.cumulative_trapezoid(y, x), torch.cumulative_trapezoid(x, dx=2), torch.deg2rad(x), x.rad2deg(), torch.positive(x),
            torch.sinc(x), torch.mvlgamma(y.abs() + 2, 2), torch.special.ndtr(x), torch.special.round(x * 100, decimals=1),
            torch.is_signed(x), torch.is_same_size(x, y), torch.selu(x), F.prelu(x, y[0, :1]), torch.float_power(x.abs(), y),
            torch.float_power(2, x), x.float_power(2), torch.ldexp(x, y), F.cosine_similarity(x, y), F.pairwise_distance(x, y), F.pdist(x),
            F.bilinear(x, y, x.new_ones(2, x.shape[1], y.shape[1])), torch.isin(x, y), torch.isin(x, 0.5), torch.isin(0.5, x), torch.diff(x),
            x.diff(2, 0), torch.special.psi(y.abs() + 1), torch.special.logsumexp(x, 0), torch.renorm(x, 2, 0, 1.0)]


def of_places(x, v, n):
    return [torch.rot90(x), torch.diag(x), torch.diag(v), torch.diagflat(v), torch.fliplr(x), x.flipud(), torch.hstack([x, x]),
            torch.vstack([v, v]), torch.dstack([x, x]), torch.column_stack([v, v]), torch.combinations(v), torch.vander(v),
            F.channel_shuffle(x.reshape(1, 2, -1, 1), 2), torch.msort(x), x.put(torch.tensor([0, 1]), v[:2]), torch.ravel(x),
            torch.broadcast_to(v, (2, *v.shape)), x.narrow_copy(1, 0, 2), torch.unsafe_chunk(x, 2), x.unsafe_split(1),
            x.unsafe_split_with_sizes([1, x.shape[0] - 1]), x.hsplit(1), torch.hsplit(x, [1]), x.vsplit(1), torch.vsplit(x, (1,)),
            torch.dsplit(x.unsqueeze(-1), 1), x.unsqueeze(-1).dsplit([1]), torch.hann_window(n), torch.hann_window(n, False),
            torch.hamming_window(n), torch.hamming_window(n, True), torch.hamming_window(n, True, 0.5), torch.hamming_window(n, False, 0.5, 0.4),
            torch.blackman_window(n), torch.blackman_window(n, False), torch.bartlett_window(n), torch.bartlett_window(n, False),
            torch.kaiser_window(n), torch.kaiser_window(n, False), torch.kaiser_window(n, True, 8.0)]


def step(function, *inputs):
    leaves = [x.clone().requires_grad_(x.is_floating_point()) for x in inputs]
    results = function(*leaves)
    flat = [each for result in results for each in (result if isinstance(result, (tuple, list)) else [result])]
    total = sum([each.real.double().sum() for each in flat if isinstance(each, torch.Tensor) and each.requires_grad])
    total.backward()
    return results, [x.grad for x in leaves]


torch.set_default_dtype(torch.float64)
x, y, z = torch.rand(3, 4) - 0.5, torch.rand(3, 4) + 0.1, torch.randn(3, 4, dtype=torch.complex128)
a, b, v = torch.rand(3, 3) / 4 + torch.eye(3), torch.rand(3, 2) + torch.eye(3, 2), torch.rand(3) + 0.2
for size in (4, 4, 4, 4, 5):
    x2, y2, z2 = F.pad(x, (0, size - 4)), F.pad(y, (0, size - 4), value=0.3), F.pad(z, (0, size - 4))
    print(shown(step(transforms, x2, z2)))
    print(shown(of_matrices(a * (size / 4), b, v)))
    print(shown(of_reflections(a * (size / 4))))
    print(shown(step(of_numbers, x2, y2, v)))
    print(shown(of_places(x2[:2], v, size)))
