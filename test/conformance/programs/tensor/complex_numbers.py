# Complex tensors: construction, arithmetic, views, conjugates, printing, gradients.
import torch

torch.manual_seed(0)


def show(name, value):
    print(name, value)


a = torch.tensor([1 + 2j, 3 - 1j, -2j, 0.5])
b = torch.tensor([[2, 1j], [1 - 1j, -3]], dtype=torch.complex128)
show("a", a)
show("b", b)
show("dtypes", (a.dtype, b.dtype, a.real.dtype, b.imag.dtype, torch.cfloat, torch.cdouble))
show("flags", (a.is_complex(), a.is_floating_point(), torch.is_complex(b), a.dtype.is_complex, a.dtype.to_real()))
show("sum", a + a)
show("number", a * 2j + 1)
show("reflected", 1j - a)
show("div", a / (1 - 1j))
show("power", a ** 2)
show("product", b @ b)
show("abs", a.abs())
show("angle", torch.angle(a))
show("conj", a.conj())
show("is_conj", (a.conj().is_conj(), a.conj().resolve_conj().is_conj(), a.conj().conj().is_conj()))
show("H", b.H)
show("mH", b.mH.is_conj())
show("item", (a[0].item(), complex(a[1]), a.tolist()))
show("equal", (a == a.conj()).tolist())
show("promotions", ((torch.ones(2) + 1j).dtype, (torch.ones(2, dtype=torch.float64) * 1j).dtype,
                    (torch.ones(2, dtype=torch.int32) + 1j).dtype, (a + b[0, 0]).dtype,
                    torch.result_type(a, torch.ones(1, dtype=torch.float64)), torch.promote_types(torch.complex64, torch.float64)))

# Views of the parts, and of conjugates, share memory.
c = torch.zeros(2, 2, dtype=torch.complex64)
c.real[0] = 1
c.imag[:, 1] = 2
show("parts", c)
torch.view_as_real(c)[1, 0, 1] = 7
show("pairs", c)
d = c.conj()
d[0, 0] = 3 + 4j
show("through the conjugate", c)
d.mul_(1j)
show("in place", c)
c.real = torch.tensor([[9., 8.], [7., 6.]])
show("set real", d)
show("as complex", torch.view_as_complex(torch.arange(6.).reshape(3, 2)))
show("complex", torch.complex(torch.tensor([1., 2.]), torch.tensor([-1., 0.])))
show("polar", torch.polar(torch.tensor([1., 2.]), torch.tensor([0.5, 3.])))

# Functions.
z = torch.tensor([0.3 + 0.4j, -1.2 + 0.7j, 0.1 - 2j], dtype=torch.complex128)
for name in ("exp", "log", "sqrt", "rsqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh",
             "atanh", "sigmoid", "reciprocal", "neg", "square", "sgn", "expm1", "log1p", "log2", "log10", "isfinite", "isnan",
             "isreal", "positive"):
    show(name, getattr(torch, name)(z))
show("reductions", (z.sum(), z.mean(), z.prod(), z.std(), z.var(), z.norm(), z.cumsum(0), z.cumprod(0)))
show("by rows", (b.sum(0), b.mean(1, keepdim=True), b.prod(0), b.var(0), b.any(), b.all(), b.count_nonzero()))
show("vdot", (torch.vdot(z, z), torch.dot(z, z)))
show("where", torch.where(torch.tensor([True, False, True]), z, z.conj()))
show("cat", torch.cat([z, z.conj()]))
show("index", (z[[2, 0]], b[b.abs() > 1.5], z.flip(0), z[1:].conj()[0]))
show("fill", torch.full((2,), 1 + 1j))
show("ones", (torch.ones(2, dtype=torch.complex64), torch.zeros_like(z), torch.eye(2, dtype=torch.complex64)))
show("random", torch.randn(3, dtype=torch.complex64))
show("uniform", torch.rand(2, dtype=torch.complex128))
show("allclose", torch.allclose(z, z + 1e-12))
show("real converted", torch.tensor([1., 2.]).to(torch.complex64))
show("nan", torch.tensor([complex(float("nan"), 1), complex(1e10, -1e-5)]))
show("empty", torch.empty(0, dtype=torch.complex64))

# Gradients: of a real loss, those that descend.
w = torch.tensor([1 + 1j, 2 - 0.5j], dtype=torch.complex128, requires_grad=True)
x = torch.tensor([0.5, -1.5], dtype=torch.float64, requires_grad=True)
loss = ((w * x * 1j).exp() - w.conj() / (w + 2)).abs().pow(2).sum()
loss.backward()
show("loss", loss)
show("grad", (w.grad, x.grad))
show("node", (w * x).grad_fn.name())
m = torch.randn(2, 2, dtype=torch.complex128, requires_grad=True)
(torch.view_as_real(m @ m.mH).sum() + m.real.pow(3).sum() + m.angle().sum()).backward()
show("matrix", m.grad)
(first,) = torch.autograd.grad((w ** 3).real.sum(), w, create_graph=True)
(second,) = torch.autograd.grad(first.imag.sum(), w)
show("second", [round(part, 6) for z in (first, second) for part in torch.view_as_real(z.detach()).flatten().tolist()])
try:
    (w * 2).sum().backward()
except RuntimeError as e:
    show("refused", e)

for bad in (lambda: a < a, lambda: a.max(), lambda: torch.view_as_real(torch.ones(2)), lambda: torch.ones(2).imag,
            lambda: torch.ones(2).add_(1j), lambda: float(a[0]), lambda: a // 2, lambda: torch.view_as_real(a.conj()),
            lambda: torch.sort(a), lambda: torch.complex(torch.ones(1), torch.ones(1, dtype=torch.float64))):
    try:
        show("no error", bad())
    except Exception as e:
        show(type(e).__name__, str(e).splitlines()[0])
