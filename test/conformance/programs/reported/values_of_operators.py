"""Values of operators that were wrong, a line each."""
# float-tolerance: 1e-6
import torch, torch.nn.functional as F
def t(name, f):
    try: r = f()
    except Exception as e: r = type(e).__name__ + ": " + str(e).split("\n")[0][:110]
    print(name, "=>", r)
torch.manual_seed(0)
t("max(x, 0-dim int tensor)", lambda: torch.max(torch.tensor([[1, 5], [7, 2]]), torch.tensor(1)))
t("min(x, 0-dim bool tensor)", lambda: torch.min(torch.tensor([True, False]), torch.tensor(True)))
t("linspace int64", lambda: torch.linspace(4.3, 50, 50, dtype=torch.int64).tolist()[:12])
t("logspace int64", lambda: torch.logspace(0, 1.2, 2, 5.0, dtype=torch.int64).tolist())
x = torch.arange(48.).reshape(1, 3, 4, 4)
t("pad circular negative", lambda: F.pad(x, (-1, 1, -2, 1), mode="circular")[0, 0].tolist())
t("prelu 0-dim", lambda: F.prelu(torch.tensor(-2.0), torch.tensor([0.5])))
torch.manual_seed(1); t("dropout3d 4-D", lambda: F.dropout3d(torch.ones(3, 2, 2, 2), 0.5, True).flatten().tolist())
def ad():
    x = torch.ones(4); y = F.alpha_dropout(x, 1.0, True, inplace=True); return x.tolist(), y is x
t("alpha_dropout p=1 inplace", ad)
t("linalg.vander 0-dim", lambda: torch.linalg.vander(torch.tensor(3.0), N=2))
t("matrix_rank atol tensor", lambda: torch.linalg.matrix_rank(torch.diag(torch.tensor([5., 1., .1])), atol=torch.tensor(2.0)))
t("addr bool", lambda: torch.addr(torch.tensor([[True]]), torch.tensor([True]), torch.tensor([True]), beta=3, alpha=2).dtype)
def out(f):
    def g():
        o = torch.full((), -9.0) ; r = f(o); return o.tolist(), r is o
    return g
a, b, m = torch.tensor([1., 2., 3.]), torch.tensor([4., 5., 6.]), torch.tensor([[2., 1.], [1., 3.]])
t("norm out", out(lambda o: torch.norm(a, out=o)))
t("vdot out", out(lambda o: torch.vdot(a, b, out=o)))
t("linalg.norm out", out(lambda o: torch.linalg.norm(a, out=o)))
t("linalg.vector_norm out", out(lambda o: torch.linalg.vector_norm(a, out=o)))
t("inner out", out(lambda o: torch.inner(a, b, out=o)))
t("quantile out", out(lambda o: torch.quantile(a, 0.3, out=o)))
def out3(f, s=(3,), d=torch.float32):
    def g():
        o = torch.zeros(s, dtype=d); r = f(o); return o.tolist(), r is o
    return g
t("deg2rad out", out3(lambda o: torch.deg2rad(a, out=o)))
t("sinc out", out3(lambda o: torch.sinc(a, out=o)))
t("msort out", out3(lambda o: torch.msort(b, out=o)))
t("cross out", out3(lambda o: torch.cross(a, b, dim=0, out=o)))
t("float_power out", out3(lambda o: torch.float_power(a, 2, out=o), d=torch.float64))
t("isin out", out3(lambda o: torch.isin(a, b, out=o), d=torch.bool))
t("kron out", out3(lambda o: torch.kron(a, b, out=o), (9,)))
t("tensordot out", out3(lambda o: torch.tensordot(m, m, dims=1, out=o), (2, 2)))
t("matrix_power out", out3(lambda o: torch.linalg.matrix_power(m, 2, out=o), (2, 2)))
t("multi_dot out", out3(lambda o: torch.linalg.multi_dot([m, m], out=o), (2, 2)))
t("pinv out", out3(lambda o: torch.linalg.pinv(m, out=o), (2, 2)))
t("svdvals out", out3(lambda o: torch.linalg.svdvals(m, out=o), (2,)))
t("eigvalsh out", out3(lambda o: torch.linalg.eigvalsh(m, out=o), (2,)))
t("renorm out", out3(lambda o: torch.renorm(m, 2, 0, 1.0, out=o), (2, 2)))
t("diff out", out3(lambda o: torch.diff(a, out=o), (2,)))
t("ldexp out", out3(lambda o: torch.ldexp(a, torch.tensor(2), out=o)))
t("narrow_copy out", out3(lambda o: torch.narrow_copy(a, 0, 1, 2, out=o), (2,)))
t("empty out", lambda: [(lambda o: torch.empty(3, out=o) is o)(torch.zeros(3))])
def amp():
    x = torch.arange(24., dtype=torch.float64).reshape(1, 2, 3, 4).requires_grad_()
    y = F.adaptive_max_pool3d(x, (None, None, None)); y.sum().backward(); return x.grad.flatten().tolist()
t("adaptive_max_pool3d 4-D gradient", amp)
def nx():
    x = torch.tensor([1.0, 2.0], requires_grad=True); torch.nextafter(x, torch.tensor([3., 0.])).sum().backward(); return x.grad
t("nextafter gradient", nx)
def qrw():
    x = torch.tensor([[1., 2., 3.], [0., 1., 5.]], requires_grad=True); q, r = torch.linalg.qr(x); r.sum().backward(); return x.grad
t("qr wide gradient", qrw)
t("roll shift by dims of size 0", lambda: torch.roll(torch.zeros(0, 3), 1, 1).shape)
def asv():
    x = torch.arange(10.)[4:]; return torch.as_strided(x, (2, 2), (1, 2), 0).tolist()
t("as_strided of a view", asv)
def sq():
    x = torch.zeros(1, 3); x.squeeze_(); x.unsqueeze_(1); return list(x.shape)
t("squeeze_ unsqueeze_", sq)
t("einsum list of subscripts", lambda: torch.einsum(torch.ones(2, 3), [0, 1], torch.ones(3), [1], [0]))
t("norm dtype", lambda: torch.ones(3).norm(dtype=torch.float64).dtype)
