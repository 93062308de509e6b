"""Complex numbers in loops: parts, conjugates, written views, numbers of Python, transforms, eigenvalues."""
import math

import torch

torch.set_default_dtype(torch.float64)
torch.manual_seed(11)
w = torch.nn.Parameter(torch.randn(4, 3, dtype=torch.cdouble))
real = torch.nn.Parameter(torch.randn(4, 3))


def parts(x):
    z = torch.complex(x, x.flip(0))
    return z.real.sum() + (z.imag * 2).mean() - z.abs().max() + z.angle().sum()


def conjugates(x):
    z = torch.view_as_complex(torch.stack([x, x * 2], -1).contiguous())
    c = z.conj()
    return (z * c).real.sum() + (c @ z.T).abs().sum() + (z.mH @ z).real.trace()


def written_parts(x):
    z = torch.zeros(x.shape, dtype=torch.cdouble)
    z.real = x
    z.imag[0] += 3
    pairs = torch.view_as_real(z)
    pairs[..., 1].mul_(2)
    z[:, 1] = 1 + 2j
    return z


def conjugate_then_write(x):
    z = torch.complex(x, x)
    c = z.conj()
    z += 1
    return c + 0


def write_to_conjugate(x):
    z = torch.complex(x, x)
    z.conj().mul_(1j)
    return z


def given_out(x):
    z = torch.complex(x, -x)
    return z.conj()


def numbers(x):
    z = x * 1j
    z = z + (2 - 0.5j) * x
    z = z / 2j - 1j * math.pi
    return torch.exp(-1j * x) * z ** 2 + 3


def gradients(x):
    z = w * x
    y = torch.exp(1j * real) * z.conj() + z.mean()
    loss = (y.abs() ** 2).sum() + (y * y).real.sum() + torch.linalg.vector_norm(z)
    loss.backward()
    with torch.no_grad():
        w.sub_(0.01 * w.grad)
        real.sub_(0.01 * real.grad)
    w.grad = real.grad = None
    return loss.detach()


def transforms(x):
    f = torch.fft.rfft(x, dim=0)
    g = torch.fft.fft2(x.to(torch.cdouble))
    h = torch.fft.irfft(f * 2, n=4, dim=0)
    k = torch.fft.ifft(g, norm="ortho")
    s = torch.fft.fftshift(torch.fft.fft(x, n=5))
    return h.sum() + k.abs().sum() + s.real[0, 0] + torch.fft.hfft(f, dim=0).sum()


def eigen(x):
    m = x[:3, :3] + 2 * torch.eye(3)
    values = torch.linalg.eigvals(m)
    pair = torch.linalg.eig(m)
    return values.abs().sum() + (pair.eigenvectors @ torch.diag(pair.eigenvalues) @ pair.eigenvectors.inverse()).real.sum()


def reductions(x):
    z = torch.complex(x, x.cos())
    return z.sum(0).abs().sum() + z.mean().real + z.var() + z.std(0).sum() + z.prod().abs() + torch.cumsum(z, 0)[-1].imag.sum()


def types(x):
    z = torch.complex(x, x)
    return [str(t.dtype) for t in (z, z.abs(), z.real, z.to(torch.complex128), z + 1, x + 1j, x.float() * 1j, z * x.float(),
                                   torch.ones(2) + 1j, torch.arange(2) * 1j, torch.full((2,), 1j), z.var(), z == z, z.conj(),
                                   torch.zeros(2, dtype=torch.cfloat) + z[0, 0])]


def choices(x):
    z = torch.complex(x, x)
    y = torch.where(x > 0, z, z.conj())
    if x.sum() > 0:
        y = y * 1j
    return y.abs().sum() + y.imag.sum() + torch.cat([z, y])[1:3].sum().abs()


def beside_real_numbers(x):
    z = torch.where(x > 0, x, 1j)
    mask = (x == 1j) | (x != 2 - 0j)
    y = (x + 0.5).exp() * (0.5 + 0.25j) - x.masked_fill(mask, 2.0)
    return z.sum() + y.sum() + mask.sum() + (x.clamp(min=0) * -1j).sum() + torch.full_like(z, 2j).mean()


def refused(x):
    z = torch.complex(x, x)
    try:
        z.sum().backward()
    except RuntimeError as error:
        return str(error)


def parts_of_conjugates(x):
    z = torch.complex(x, x * 2)
    c = z.conj()
    r, i = c.real, c.imag
    return r.sum() + 3 * i.sum() + c.conj().imag.sum(), c.is_conj(), c.conj().is_conj(), c.resolve_conj().is_conj(), (c + 0).is_conj()


def views_of_conjugates(x):
    z = torch.complex(x, x * 2)
    first, reshaped, turned = z.conj()[0], z.conj().reshape(-1), z.conj().t()
    z.add_(1)
    return first * 1, reshaped * 1, turned * 1, z.mH @ z


def overlapping(x):
    z = torch.complex(x, x)
    try:
        z[1:] = z[:-1].conj()
    except RuntimeError as error:
        return str(error)[:60]


def in_place(x):
    z = torch.complex(x, x)
    try:
        z.abs_()
    except RuntimeError as error:
        return str(error), z


def of_a_function(x):
    z = torch.polar(w.abs() + 1, w.angle() * x)
    loss = (z * w.detach()).real.sum()
    (grad,) = torch.autograd.grad(loss, w)
    return grad


def gradient_as_conjugate(x):
    w.grad = None
    (w.conj() * torch.complex(x, x)).real.sum().backward()
    kinds = [w.grad.is_conj()]
    (w.conj() * torch.complex(x, x)).real.sum().backward()
    return kinds, w.grad.is_conj(), w.grad.clone()


def shared(x):
    a = torch.complex(x, x).requires_grad_()
    b = torch.complex(x, -x).requires_grad_()
    for _ in range(2):
        ((a + b) * w.detach()).real.sum().backward()
    return a.grad, b.grad


def written_histories(x):
    grads = []
    for write in (lambda y: y.imag[0].zero_(), lambda y: torch.view_as_real(y).mul_(3), lambda y: y.real.mul_(3), lambda y: y.conj()[0].mul_(3j)):
        a = torch.complex(x, x + 1).requires_grad_()
        y = a * 2
        write(y)
        (y.abs().sum() + y.real[1].sum()).backward()
        grads.append(a.grad)
    pairs = torch.stack([x, x + 1], -1).requires_grad_()
    y = pairs * 2
    torch.view_as_complex(y)[0].mul_(3j)
    y.square().sum().backward()
    return grads, pairs.grad


kept = []


def given_out_with_history(x):
    z = torch.complex(x, x)
    loss = (z.conj() * w).real.sum()
    if kept:
        kept.clear()
    kept.append((z, loss))
    z.add_(1)
    try:
        loss.backward()
    except RuntimeError as error:
        return str(error)[:80]


def made_without_gradients(x):
    with torch.no_grad():
        v = w.conj()
    return v.requires_grad, (v * x).requires_grad


def shown(value):
    if isinstance(value, (tuple, list)):
        return [shown(each) for each in value]
    if not isinstance(value, torch.Tensor):
        return value
    flat = torch.view_as_real(value.resolve_conj()).flatten() if value.is_complex() else value.flatten()
    return value.is_conj() if value.is_complex() else "real", value.dtype, " ".join(f"{round(v, 4) + 0.0:.4f}" for v in flat[:6].tolist())


def of_each(f):
    out = None
    for step in range(12):
        x = torch.randn(4, 3) + step * 0.1
        out = f(x)
        if step % 4 == 3:
            print(f.__name__, step, shown(out))


for f in (parts, conjugates, written_parts, conjugate_then_write, write_to_conjugate, given_out, numbers, gradients, transforms,
          eigen, reductions, types, choices,
          beside_real_numbers, refused, parts_of_conjugates, views_of_conjugates, overlapping, in_place,
          of_a_function, gradient_as_conjugate, shared, written_histories, given_out_with_history, made_without_gradients):
    of_each(f)
