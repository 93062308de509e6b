"""torch.autocast on the CPU: which types come out, what is cached, regions within each other, gradients, the functions of its
state, GradScaler, autograd.Function with custom_fwd."""
# float-tolerance: 2e-2
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

warnings.simplefilter("ignore")
torch.manual_seed(0)


def kind(value):
    if isinstance(value, torch.Tensor):
        return str(value.dtype)
    return [kind(each) for each in value]


def types(name, function, *args, **kwargs):
    """What comes out for operands of float32 and of bfloat16, within a region; and of float64."""
    found = []
    for dtype in (torch.float32, torch.bfloat16, torch.float64):
        def cast(x):
            if isinstance(x, torch.Tensor) and x.is_floating_point():
                return x.to(dtype)
            return [cast(each) for each in x] if isinstance(x, (list, tuple)) and x and isinstance(x[0], torch.Tensor) else x
        try:
            with torch.autocast("cpu", torch.bfloat16):
                found.append(kind(function(*[cast(a) for a in args], **{k: cast(v) for k, v in kwargs.items()})))
        except (RuntimeError, NotImplementedError, TypeError):
            found.append("an error")
    print(name, found)


def operations():
    a, b, c = torch.randn(4, 5), torch.randn(5, 3), torch.randn(4, 3)
    batch, other = torch.randn(2, 4, 5), torch.randn(2, 5, 3)
    images, weight = torch.randn(1, 3, 8, 8), torch.randn(4, 3, 3, 3)
    signal, taps = torch.randn(1, 3, 9), torch.randn(4, 3, 3)
    square = torch.eye(4) * 3 + 0.1
    target = torch.tensor([0, 2, 1, 1])
    for name, function, *args in [
            ("mm", torch.mm, a, b), ("matmul", torch.matmul, a, b), ("operator", lambda x, y: x @ y, a, b),
            ("rmatmul", lambda x, y: x.__rmatmul__(y), b, a),
            ("addmm", torch.addmm, c, a, b), ("bmm", torch.bmm, batch, other), ("baddbmm", torch.baddbmm, torch.randn(2, 4, 3), batch, other),
            ("addbmm", torch.addbmm, c, batch, other), ("linear", F.linear, a, b.t(), torch.randn(3)), ("einsum", lambda x, y: torch.einsum("ij,jk->ik", x, y), a, b),
            ("tensordot", lambda x, y: torch.tensordot(x, y, 1), a, b), ("vecdot", torch.linalg.vecdot, a, a),
            ("conv1d", F.conv1d, signal, taps), ("conv2d", F.conv2d, images, weight), ("conv2d same", lambda x, w: F.conv2d(x, w, padding="same"), images, weight),
            ("conv_transpose2d", F.conv_transpose2d, images, torch.randn(3, 2, 3, 3)), ("prelu", F.prelu, a, torch.tensor([0.2])),
            ("attention", F.scaled_dot_product_attention, batch, batch, batch),
            ("mse_loss", F.mse_loss, a, a + 1), ("l1_loss", F.l1_loss, a, a + 1), ("smooth_l1_loss", F.smooth_l1_loss, a, a + 1),
            ("huber_loss", F.huber_loss, a, a + 1), ("cross_entropy", F.cross_entropy, a, target), ("nll_loss", F.nll_loss, a, target),
            ("kl_div", F.kl_div, a, a.softmax(1)), ("bce", F.binary_cross_entropy, torch.sigmoid(a), torch.ones(4, 5)),
            ("bce logits", F.binary_cross_entropy_with_logits, a, torch.ones(4, 5)), ("soft_margin", F.soft_margin_loss, a, torch.ones(4, 5)),
            ("triplet", F.triplet_margin_loss, a, a + 1, a - 1), ("cosine", F.cosine_embedding_loss, a, a + 1, torch.ones(4)),
            ("margin", F.margin_ranking_loss, a, a + 1, torch.ones(4, 5)), ("hinge", F.hinge_embedding_loss, a, torch.ones(4, 5)),
            ("poisson", F.poisson_nll_loss, a, a.abs()), ("multi_margin", F.multi_margin_loss, a, target),
            ("prod", torch.prod, a), ("prod dim", lambda x: x.prod(1), a), ("trace", torch.trace, square), ("cdist", torch.cdist, a, a),
            ("quantile", lambda x: torch.quantile(x, 0.5), a), ("fft", torch.fft.fft, a), ("rfft", torch.fft.rfft, a),
            ("inv", torch.linalg.inv, square), ("torch.inverse", torch.inverse, square), ("pinverse", torch.pinverse, a), ("svdvals", torch.linalg.svdvals, a),
            ("solve", torch.linalg.solve, square, a), ("cholesky", torch.linalg.cholesky, square @ square.t()), ("qr", torch.linalg.qr, a),
            ("eigh", torch.linalg.eigh, square), ("matrix_rank", torch.linalg.matrix_rank, a), ("cond", torch.linalg.cond, square),
            ("grid_sample", lambda x, g: F.grid_sample(x, g, align_corners=False), images, torch.zeros(1, 2, 2, 2)),
            ("avg_pool3d", lambda x: F.avg_pool3d(x, 2), torch.randn(1, 2, 4, 4, 4)), ("max_pool3d", lambda x: F.max_pool3d(x, 2), torch.randn(1, 2, 4, 4, 4)),
            ("max_pool2d", lambda x: F.max_pool2d(x, 2), images), ("softmax", lambda x: x.softmax(1), a), ("log_softmax", lambda x: F.log_softmax(x, 1), a),
            ("layer_norm", lambda x: F.layer_norm(x, (5,)), a), ("sum", torch.sum, a), ("exp", torch.exp, a), ("norm", torch.norm, a), ("add", torch.add, a, a),
            ("gelu", F.gelu, a), ("mv", torch.mv, a, a[0]), ("dot", torch.dot, a[0], a[1]), ("outer", torch.outer, a[0], a[1])]:
        types(name, function, *args)
    one, half = torch.ones(2, 2), torch.ones(2, 2, dtype=torch.bfloat16)
    with torch.autocast("cpu", torch.bfloat16):
        print(kind(torch.cat([one, half])), kind(torch.cat([half, half])), kind(torch.stack([one, half])), kind(one + half), kind(half * 2.0))
        print(kind(torch.mm(one.double(), one.double())), kind(torch.mm(torch.ones(2, 2, dtype=torch.int64), torch.ones(2, 2, dtype=torch.int64))))
        print(kind(one.addmm_(one, one)))
        image = torch.rand(1, 2, 4, 4).bfloat16()
        print([kind(F.pad(image, (1, 1, 1, 1), mode=mode)) for mode in ("reflect", "replicate", "circular", "constant")])
        print(kind(nn.Bilinear(2, 2, 3, bias=False)(one, one)), kind(F.bilinear(one, one, torch.ones(2, 2, 2))))
    with torch.autocast("cpu", torch.float16):
        try:
            torch.cat([half, one])
        except RuntimeError as error:
            print(error)


def state():
    print(torch.is_autocast_enabled("cpu"), torch.is_autocast_enabled(), torch.get_autocast_dtype("cuda"), torch.is_autocast_cache_enabled())
    x, w = torch.ones(2, 2), torch.full((2, 2), 0.3)
    with torch.autocast("cpu", torch.bfloat16) as region:
        print(torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), isinstance(region, torch.autocast), kind(x @ w))
        with torch.autocast("cpu", enabled=False):
            print(torch.is_autocast_enabled("cpu"), kind(x @ w), kind((x @ w).bfloat16() @ x.bfloat16()))
            with torch.autocast("cpu", torch.float16):
                print(torch.get_autocast_dtype("cpu"), kind(x @ w))
        with torch.autocast("cuda", enabled=False):
            print(kind(x @ w))
        try:
            raise KeyError("out of it")
        except KeyError:
            print(torch.is_autocast_enabled("cpu"))
    print(torch.is_autocast_enabled("cpu"), kind(x @ w))

    @torch.autocast("cpu", torch.bfloat16)
    def decorated(a, b):
        "A product."
        return a @ b
    print(decorated.__name__, decorated.__doc__, kind(decorated(x, w)), kind(x @ w))
    try:
        with torch.autocast("cpu", torch.bfloat16):
            raise ValueError("through")
    except ValueError as error:
        print(error, torch.is_autocast_enabled("cpu"))
    for bad in (lambda: torch.autocast(3), lambda: torch.autocast("cpu")(3), lambda: torch.autocast("nowhere")):
        try:
            bad()
        except (ValueError, TypeError, RuntimeError) as error:
            print(type(error).__name__, error)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with torch.autocast("cpu", torch.float64):
            print(kind(x @ w), seen[-1].message)
        with torch.cpu.amp.autocast():
            print(kind(x @ w), seen[-1].category.__name__, seen[-1].message)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.bn = nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4)
        self.fc = nn.Linear(4 * 36, 6)
        self.norm, self.out = nn.LayerNorm(6), nn.Linear(6, 3)

    def forward(self, x):
        x = F.relu(self.bn(self.conv(x)))
        seen = [x.dtype]
        x = self.norm(torch.tanh(self.fc(x.flatten(1))))
        seen.append(x.dtype)
        x = self.out(x)
        return x, seen + [x.dtype]


def training():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.05)
    x, y = torch.randn(8, 1, 8, 8), torch.randint(0, 3, (8,))
    for step in range(4):
        optimizer.zero_grad()
        with torch.autocast(device_type="cpu", dtype=torch.bfloat16):
            logits, seen = net(x)
            loss = F.cross_entropy(logits, y)
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.2f}", loss.dtype, seen, {p.grad.dtype for p in net.parameters()})
    net.eval()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        print(kind(net(x)[0]), f"{net(x)[0].float().abs().mean().item():.2f}")


def cache():
    """A weight is cast once in a region, so that what it becomes later is not seen; its gradients meet in the lower type."""
    w = torch.full((3, 3), 0.5, requires_grad=True)
    x = torch.ones(2, 3)
    with torch.autocast("cpu", torch.bfloat16):
        first = x @ w
        with torch.no_grad():
            w.add_(1.0)
        second = x @ w
        print(first.tolist() == second.tolist(), first.grad_fn.name())
    with torch.autocast("cpu", torch.bfloat16):
        print((x @ w).tolist())
    with torch.autocast("cpu", torch.bfloat16, cache_enabled=False):
        first = x @ w
        with torch.no_grad():
            w.add_(1.0)
        print(first.tolist() == (x @ w).tolist())
    w = torch.full((2, 2), 1.0, requires_grad=True)
    with torch.autocast("cpu", torch.bfloat16):
        total = (torch.full((1, 2), 256.0) @ w).sum() + (torch.full((1, 2), 1.0) @ w).sum()
    total.backward()
    print(w.grad.tolist(), w.grad.dtype)


def recurrent():
    for cls, keywords in ((nn.LSTM, {}), (nn.LSTM, {"bidirectional": True, "num_layers": 2, "batch_first": True}), (nn.LSTM, {"bias": False}),
                          (nn.GRU, {}), (nn.RNN, {"bias": False})):
        layer, x = cls(3, 4, **keywords), torch.randn(2, 1, 3)
        if cls is nn.LSTM and torch.backends.cpu.get_cpu_capability() != "AVX512":
            continue  # PyTorch's oneDNN has no LSTM of bfloat16 for such processors
        with torch.autocast("cpu", torch.bfloat16):
            output, last = layer(x)
        output.float().sum().backward()
        print(cls.__name__, kind(output), kind(last), layer.weight_hh_l0.grad.dtype, f"{output.float().sum().item():.2f}")
    for cls in (nn.LSTMCell, nn.GRUCell, nn.RNNCell):
        with torch.autocast("cpu", torch.bfloat16):
            print(cls.__name__, kind(cls(3, 4)(torch.randn(2, 3))))
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        print(kind(nn.MultiheadAttention(4, 2)(*[torch.randn(3, 1, 4)] * 3)), kind(nn.TransformerEncoderLayer(4, 2, 8)(torch.randn(2, 3, 4))),
              kind(torch.vmap(lambda r: r @ torch.eye(3))(torch.randn(4, 3))))


def inside():
    """backward and the optimizer's step within the region."""
    net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.LayerNorm(16), nn.Linear(16, 3))
    optimizer = torch.optim.Adam(net.parameters(), lr=0.01)
    x, y = torch.randn(8, 5), torch.randint(0, 3, (8,))
    for step in range(3):
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.bfloat16):
            loss = F.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()
        print(f"{loss.item():.3f}", {p.grad.dtype for p in net.parameters()})


def checkpoints():
    """What is computed again is computed as in the region."""
    layer = nn.Linear(8, 8)

    def forward(x):
        y = layer(x)
        print(y.dtype, end=" ")
        return torch.tanh(y)
    x = torch.randn(4, 8, requires_grad=True)
    for _ in range(2):
        with torch.autocast("cpu", torch.bfloat16):
            y = checkpoint(forward, x, use_reentrant=True)
        y.float().sum().backward()
        print(f"{layer.weight.grad.abs().sum().item():.1f}")


class Scaled(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        print("forward", x.dtype, w.dtype, torch.is_autocast_enabled("cpu"))
        return x @ w

    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, grad):
        x, w = ctx.saved_tensors
        print("backward", grad.dtype, torch.is_autocast_enabled("cpu"))
        return grad @ w.t(), x.t() @ grad


def scaling():
    x, w = torch.ones(2, 3).bfloat16(), torch.ones(3, 2, requires_grad=True)
    with torch.autocast("cpu", torch.bfloat16):
        y = Scaled.apply(x, w)
    y.sum().backward()
    print(kind(y), kind(w.grad))

    layer = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=8.0, growth_interval=2)
    for step in range(6):
        optimizer.zero_grad()
        loss = layer(torch.ones(2, 3) * (float("inf") if step == 3 else 1.0)).sum()
        scaler.scale(loss).backward()
        if step % 2:
            scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        print(scaler.get_scale(), scaler.state_dict()["_growth_tracker"], f"{layer.bias.item():.4f}")
    for bad in (lambda: scaler.update(), lambda: scaler.step(optimizer, closure=None)):
        try:
            bad()
        except (AssertionError, RuntimeError) as error:
            print(type(error).__name__, error)
    off = torch.amp.GradScaler("cpu", enabled=False)
    print(off.is_enabled(), off.get_scale(), off.state_dict(), off.scale(loss) is loss)


operations()
state()
training()
cache()
recurrent()
checkpoints()
inside()
scaling()
