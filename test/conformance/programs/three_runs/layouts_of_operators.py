"""Operators on channels-last, transposed and expanded tensors: values, strides, what a loop reads of them, gradients."""
# float-tolerance: 2e-3
import torch
import torch.nn.functional as F

torch.manual_seed(0)
X, Y, W, V = torch.randn(2, 3, 4, 4), torch.randn(2, 3, 4, 4), torch.randn(3, 3, 3, 3), torch.randn(3)


def used(r):
    return r, r * 2.0 + 1.0


def back(r, x, y):
    q = r * r
    q.sum().backward()
    return q.detach(), x.grad, y.grad


def cat1(x, y, w, v):
    return used(torch.cat([x], 1))


def cat1_back(x, y, w, v):
    return back(torch.cat([x], 1), x, y)


def cat2(x, y, w, v):
    return used(torch.cat([x, y], 1))


def cat2_back(x, y, w, v):
    return back(torch.cat([x, y], 1), x, y)


def cat2d0(x, y, w, v):
    return used(torch.cat([x, y], 0))


def cat2d0_back(x, y, w, v):
    return back(torch.cat([x, y], 0), x, y)


def cat2d3(x, y, w, v):
    return used(torch.cat([x, y], 3))


def cat2d3_back(x, y, w, v):
    return back(torch.cat([x, y], 3), x, y)


def stack(x, y, w, v):
    return used(torch.stack([x, y], 1))


def stack_back(x, y, w, v):
    return back(torch.stack([x, y], 1), x, y)


def add(x, y, w, v):
    return used(x + y)


def add_back(x, y, w, v):
    return back(x + y, x, y)


def mul1(x, y, w, v):
    return used(x * 2.0)


def mul1_back(x, y, w, v):
    return back(x * 2.0, x, y)


def clone(x, y, w, v):
    return used(x.clone())


def clone_back(x, y, w, v):
    return back(x.clone(), x, y)


def contig(x, y, w, v):
    return used(x.contiguous())


def contig_back(x, y, w, v):
    return back(x.contiguous(), x, y)


def relu(x, y, w, v):
    return used(F.relu(x))


def relu_back(x, y, w, v):
    return back(F.relu(x), x, y)


def gelu(x, y, w, v):
    return used(F.gelu(x))


def gelu_back(x, y, w, v):
    return back(F.gelu(x), x, y)


def conv(x, y, w, v):
    return used(F.conv2d(x, w, padding=1))


def conv_back(x, y, w, v):
    return back(F.conv2d(x, w, padding=1), x, y)


def maxpool(x, y, w, v):
    return used(F.max_pool2d(x, 2))


def maxpool_back(x, y, w, v):
    return back(F.max_pool2d(x, 2), x, y)


def avgpool(x, y, w, v):
    return used(F.avg_pool2d(x, 2))


def avgpool_back(x, y, w, v):
    return back(F.avg_pool2d(x, 2), x, y)


def aap(x, y, w, v):
    return used(F.adaptive_avg_pool2d(x, 1))


def aap_back(x, y, w, v):
    return back(F.adaptive_avg_pool2d(x, 1), x, y)


def interp(x, y, w, v):
    return used(F.interpolate(x, scale_factor=2))


def interp_back(x, y, w, v):
    return back(F.interpolate(x, scale_factor=2), x, y)


def bilin(x, y, w, v):
    return used(F.interpolate(x, scale_factor=2, mode='bilinear'))


def bilin_back(x, y, w, v):
    return back(F.interpolate(x, scale_factor=2, mode='bilinear'), x, y)


def bn(x, y, w, v):
    return used(F.batch_norm(x, None, None, v, v, True))


def bn_back(x, y, w, v):
    return back(F.batch_norm(x, None, None, v, v, True), x, y)


def gn(x, y, w, v):
    return used(F.group_norm(x, 3, v, v))


def gn_back(x, y, w, v):
    return back(F.group_norm(x, 3, v, v), x, y)


def inorm(x, y, w, v):
    return used(F.instance_norm(x))


def inorm_back(x, y, w, v):
    return back(F.instance_norm(x), x, y)


def ln(x, y, w, v):
    return used(F.layer_norm(x, (4, 4)))


def ln_back(x, y, w, v):
    return back(F.layer_norm(x, (4, 4)), x, y)


def softmax1(x, y, w, v):
    return used(torch.softmax(x, 1))


def softmax1_back(x, y, w, v):
    return back(torch.softmax(x, 1), x, y)


def softmax3(x, y, w, v):
    return used(torch.softmax(x, -1))


def softmax3_back(x, y, w, v):
    return back(torch.softmax(x, -1), x, y)


def sum1(x, y, w, v):
    return used(x.sum(1))


def sum1_back(x, y, w, v):
    return back(x.sum(1), x, y)


def mean23(x, y, w, v):
    return used(x.mean((2, 3)))


def mean23_back(x, y, w, v):
    return back(x.mean((2, 3)), x, y)


def max1(x, y, w, v):
    return used(x.max(1)[0])


def max1_back(x, y, w, v):
    return back(x.max(1)[0], x, y)


def cumsum(x, y, w, v):
    return used(x.cumsum(1))


def cumsum_back(x, y, w, v):
    return back(x.cumsum(1), x, y)


def flip(x, y, w, v):
    return used(x.flip(1))


def flip_back(x, y, w, v):
    return back(x.flip(1), x, y)


def roll(x, y, w, v):
    return used(x.roll(1, 2))


def roll_back(x, y, w, v):
    return back(x.roll(1, 2), x, y)


def pad(x, y, w, v):
    return used(F.pad(x, (1, 1, 1, 1)))


def pad_back(x, y, w, v):
    return back(F.pad(x, (1, 1, 1, 1)), x, y)


def pixsh(x, y, w, v):
    return used(F.pixel_shuffle(x.repeat(1, 4, 1, 1), 2))


def pixsh_back(x, y, w, v):
    return back(F.pixel_shuffle(x.repeat(1, 4, 1, 1), 2), x, y)


def tril(x, y, w, v):
    return used(x.tril())


def tril_back(x, y, w, v):
    return back(x.tril(), x, y)


def where(x, y, w, v):
    return used(torch.where(x > 0, x, y))


def where_back(x, y, w, v):
    return back(torch.where(x > 0, x, y), x, y)


def clamp(x, y, w, v):
    return used(x.clamp(-1, 1))


def clamp_back(x, y, w, v):
    return back(x.clamp(-1, 1), x, y)


def sort(x, y, w, v):
    return used(x.sort(1)[0])


def sort_back(x, y, w, v):
    return back(x.sort(1)[0], x, y)


def index(x, y, w, v):
    return used(x[:, [2, 0]])


def index_back(x, y, w, v):
    return back(x[:, [2, 0]], x, y)


def isel(x, y, w, v):
    return used(x.index_select(1, torch.tensor([2, 0])))


def isel_back(x, y, w, v):
    return back(x.index_select(1, torch.tensor([2, 0])), x, y)


def gather(x, y, w, v):
    return used(x.gather(1, torch.zeros(2, 1, 4, 4, dtype=torch.int64)))


def gather_back(x, y, w, v):
    return back(x.gather(1, torch.zeros(2, 1, 4, 4, dtype=torch.int64)), x, y)


def reshape(x, y, w, v):
    return used(x.reshape(2, -1))


def reshape_back(x, y, w, v):
    return back(x.reshape(2, -1), x, y)


def flatten(x, y, w, v):
    return used(x.flatten(1))


def flatten_back(x, y, w, v):
    return back(x.flatten(1), x, y)


def permute(x, y, w, v):
    return used(x.permute(0, 2, 3, 1))


def permute_back(x, y, w, v):
    return back(x.permute(0, 2, 3, 1), x, y)


def matmul(x, y, w, v):
    return used(x @ y)


def matmul_back(x, y, w, v):
    return back(x @ y, x, y)


def bmm(x, y, w, v):
    return used(torch.bmm(x[0], y[0]))


def bmm_back(x, y, w, v):
    return back(torch.bmm(x[0], y[0]), x, y)


def einsum(x, y, w, v):
    return used(torch.einsum('abcd,abde->abce', x, y))


def einsum_back(x, y, w, v):
    return back(torch.einsum('abcd,abde->abce', x, y), x, y)


def zeros_like(x, y, w, v):
    return used(torch.zeros_like(x) + x)


def zeros_like_back(x, y, w, v):
    return back(torch.zeros_like(x) + x, x, y)


def full_like(x, y, w, v):
    return used(torch.full_like(x, 2.0) * x)


def full_like_back(x, y, w, v):
    return back(torch.full_like(x, 2.0) * x, x, y)


def split(x, y, w, v):
    return used(x.split(1, 1)[1])


def split_back(x, y, w, v):
    return back(x.split(1, 1)[1], x, y)


def chunk(x, y, w, v):
    return used(x.chunk(3, 1)[2])


def chunk_back(x, y, w, v):
    return back(x.chunk(3, 1)[2], x, y)


def lin(x, y, w, v):
    return used(F.linear(x.flatten(2).transpose(1, 2), w[:, :, 0, 0]))


def lin_back(x, y, w, v):
    return back(F.linear(x.flatten(2).transpose(1, 2), w[:, :, 0, 0]), x, y)


def norm(x, y, w, v):
    return used(F.normalize(x, dim=1))


def norm_back(x, y, w, v):
    return back(F.normalize(x, dim=1), x, y)


def lsm(x, y, w, v):
    return used(F.log_softmax(x, 1))


def lsm_back(x, y, w, v):
    return back(F.log_softmax(x, 1), x, y)


def unfold(x, y, w, v):
    return used(F.unfold(x, 2))


def unfold_back(x, y, w, v):
    return back(F.unfold(x, 2), x, y)


def repeat(x, y, w, v):
    return used(x.repeat(1, 2, 1, 1))


def repeat_back(x, y, w, v):
    return back(x.repeat(1, 2, 1, 1), x, y)


def expand(x, y, w, v):
    return used(x[:, :1].expand(2, 3, 4, 4))


def expand_back(x, y, w, v):
    return back(x[:, :1].expand(2, 3, 4, 4), x, y)


def rint(x, y, w, v):
    return used(x.repeat_interleave(2, 1))


def rint_back(x, y, w, v):
    return back(x.repeat_interleave(2, 1), x, y)


def tanh(x, y, w, v):
    return used(torch.tanh(x))


def tanh_back(x, y, w, v):
    return back(torch.tanh(x), x, y)


def addcmul(x, y, w, v):
    return used(torch.addcmul(x, y, y))


def addcmul_back(x, y, w, v):
    return back(torch.addcmul(x, y, y), x, y)


def lerp(x, y, w, v):
    return used(torch.lerp(x, y, 0.3))


def lerp_back(x, y, w, v):
    return back(torch.lerp(x, y, 0.3), x, y)


def masked(x, y, w, v):
    return used(x.masked_fill(y > 0, 0.0))


def masked_back(x, y, w, v):
    return back(x.masked_fill(y > 0, 0.0), x, y)


def sdpa(x, y, w, v):
    return used(F.scaled_dot_product_attention(x, y, x))


def sdpa_back(x, y, w, v):
    return back(F.scaled_dot_product_attention(x, y, x), x, y)


def prelu(x, y, w, v):
    return used(F.prelu(x, v))


def prelu_back(x, y, w, v):
    return back(F.prelu(x, v), x, y)


def glu(x, y, w, v):
    return used(F.glu(x, 3))


def glu_back(x, y, w, v):
    return back(F.glu(x, 3), x, y)


def convt(x, y, w, v):
    return used(F.conv_transpose2d(x, w))


def convt_back(x, y, w, v):
    return back(F.conv_transpose2d(x, w), x, y)


def ctg(x, y, w, v):
    return used(x.transpose(1, 2).contiguous())


def ctg_back(x, y, w, v):
    return back(x.transpose(1, 2).contiguous(), x, y)


def double(x, y, w, v):
    return used(x.double())


def double_back(x, y, w, v):
    return back(x.double(), x, y)


def outer(x, y, w, v):
    return used(torch.outer(v, v) + x[0, :, :3, 0])


def outer_back(x, y, w, v):
    return back(torch.outer(v, v) + x[0, :, :3, 0], x, y)


def inv(x, y, w, v):
    return used(torch.linalg.inv(x))


def inv_back(x, y, w, v):
    return back(torch.linalg.inv(x), x, y)


def chol(x, y, w, v):
    return used(torch.linalg.cholesky(x @ x.mT + 3 * torch.eye(4)))


def chol_back(x, y, w, v):
    return back(torch.linalg.cholesky(x @ x.mT + 3 * torch.eye(4)), x, y)


def solve(x, y, w, v):
    return used(torch.linalg.solve(x, y))


def solve_back(x, y, w, v):
    return back(torch.linalg.solve(x, y), x, y)


def triu(x, y, w, v):
    return used(torch.linalg.solve_triangular(x, y, upper=True))


def triu_back(x, y, w, v):
    return back(torch.linalg.solve_triangular(x, y, upper=True), x, y)


def det(x, y, w, v):
    return used(torch.linalg.det(x))


def det_back(x, y, w, v):
    return back(torch.linalg.det(x), x, y)


def copy(x, y, w, v):
    return used(torch.zeros(2, 3, 4, 4).copy_(x))


def copy_back(x, y, w, v):
    return back(torch.zeros(2, 3, 4, 4).copy_(x), x, y)


def select(x, y, w, v):
    return used(x.select(1, 1))


def select_back(x, y, w, v):
    return back(x.select(1, 1), x, y)


def diag(x, y, w, v):
    return used(x.diagonal(0, 2, 3))


def diag_back(x, y, w, v):
    return back(x.diagonal(0, 2, 3), x, y)


def unsq(x, y, w, v):
    return used(x.unsqueeze(2))


def unsq_back(x, y, w, v):
    return back(x.unsqueeze(2), x, y)


def var(x, y, w, v):
    return used(x.var((0, 2, 3)))


def var_back(x, y, w, v):
    return back(x.var((0, 2, 3)), x, y)


def logsumexp(x, y, w, v):
    return used(x.logsumexp(1))


def logsumexp_back(x, y, w, v):
    return back(x.logsumexp(1), x, y)


def cdist(x, y, w, v):
    return used(torch.cdist(x, y))


def cdist_back(x, y, w, v):
    return back(torch.cdist(x, y), x, y)


def hstack(x, y, w, v):
    return used(torch.hstack([x]))


def hstack_back(x, y, w, v):
    return back(torch.hstack([x]), x, y)


def vstack(x, y, w, v):
    return used(torch.vstack([x]))


def vstack_back(x, y, w, v):
    return back(torch.vstack([x]), x, y)


CHANNELS = torch.channels_last
LAYOUTS = [("contiguous", X, Y), ("channels last", X.contiguous(memory_format=CHANNELS), Y.contiguous(memory_format=CHANNELS)),
           ("mixed", X.contiguous(memory_format=CHANNELS), Y),
           ("transposed", X.transpose(2, 3), Y.transpose(2, 3).contiguous().transpose(2, 3)),
           ("expanded", X[:1].expand(2, 3, 4, 4), Y)]


def short(t):
    if t is None:
        return "None"
    weighted = (t.detach().double() + 30) * torch.linspace(1, 2, t.numel(), dtype=torch.float64).reshape(t.shape)
    strides = [s if n > 1 else 0 for n, s in zip(t.shape, t.stride())]
    return f"{list(t.shape)} {strides} " + " ".join([f"{z:.4g}" for z in weighted.flatten().tolist()[:6]]) + f" {weighted.sum().item():.5g}"


CASES = [
    (cat1, cat1_back), (cat2, cat2_back), (cat2d0, cat2d0_back), (cat2d3, cat2d3_back), (stack, stack_back), (add, add_back),
    (mul1, mul1_back), (clone, clone_back), (contig, contig_back), (relu, relu_back), (gelu, gelu_back), (conv, conv_back),
    (maxpool, maxpool_back), (avgpool, avgpool_back), (aap, aap_back), (interp, interp_back), (bilin, bilin_back), (bn,
    bn_back), (gn, gn_back), (inorm, inorm_back), (ln, ln_back), (softmax1, softmax1_back), (softmax3, softmax3_back), (sum1,
    sum1_back), (mean23, mean23_back), (max1, max1_back), (cumsum, cumsum_back), (flip, flip_back), (roll, roll_back), (pad,
    pad_back), (pixsh, pixsh_back), (tril, tril_back), (where, where_back), (clamp, clamp_back), (sort, sort_back), (index,
    index_back), (isel, isel_back), (gather, gather_back), (reshape, reshape_back), (flatten, flatten_back), (permute,
    permute_back), (matmul, matmul_back), (bmm, bmm_back), (einsum, einsum_back), (zeros_like, zeros_like_back), (full_like,
    full_like_back), (split, split_back), (chunk, chunk_back), (lin, lin_back), (norm, norm_back), (lsm, lsm_back), (unfold,
    unfold_back), (repeat, repeat_back), (expand, expand_back), (rint, rint_back), (tanh, tanh_back), (addcmul,
    addcmul_back), (lerp, lerp_back), (masked, masked_back), (sdpa, sdpa_back), (prelu, prelu_back), (glu, glu_back), (convt,
    convt_back), (ctg, ctg_back), (double, double_back), (outer, outer_back), (inv, inv_back), (chol, chol_back), (solve,
    solve_back), (triu, triu_back), (det, det_back), (copy, copy_back), (select, select_back), (diag, diag_back), (unsq,
    unsq_back), (var, var_back), (logsumexp, logsumexp_back), (cdist, cdist_back), (hstack, hstack_back), (vstack,
    vstack_back)]
for f, g in CASES:
    for i in range(10):
        layout, x, y = LAYOUTS[i % 5] if i >= 5 else LAYOUTS[1]
        p, q = x.detach().requires_grad_(), y.detach().requires_grad_()
        for step, args in ((f, (x, y, W, V)), (g, (p, q, W, V))):
            try:
                print(step.__name__, i, layout, [short(t) for t in step(*args)])
            except RuntimeError as e:
                print(step.__name__, i, layout, type(e).__name__)
