# tier2: <module>.loop.body 100% after 3
# Elementwise functions that are no vector instructions, within loops of others that are: values, gradients, writes in place.
import torch

torch.manual_seed(0)
w = torch.randn(7, 40, requires_grad=True)
state = torch.zeros(7, 40)
for step in range(10):
    u = torch.sigmoid(w)
    a = torch.atan(u * 2) + torch.tan(u) * torch.exp2(w)
    b = torch.asin(u) + torch.acos(u) - torch.sinh(w) / torch.cosh(w)
    c = torch.lgamma(u + 0.5) * torch.digamma(u + 1.5) + torch.erfinv(u * 0.9) + torch.erfc(w)
    d = torch.log2(u) + torch.log10(u + 1) + torch.atanh(u * 0.9) + torch.asinh(w) + torch.acosh(u + 1.1)
    e = torch.special.i0e(w) + torch.special.i1(u) + torch.i0(u) + torch.polygamma(1, u + 1)
    f = torch.atan2(a, b) + torch.hypot(a, u) + torch.logaddexp(a, b) + torch.logaddexp2(w, b) + torch.xlogy(u, u)
    g = torch.remainder(w, 0.7) + torch.fmod(w, 0.3) + torch.floor_divide(w.detach(), 0.4) + torch.div(w, 0.6, rounding_mode="floor")
    near = torch.isclose(u, u.roll(1, 0), rtol=0.1, atol=0.01)
    h = torch.nan_to_num(torch.where(near, float("inf"), f), posinf=2.0) + torch.nan_to_num(d)
    loss = (a * b + c * d + e + h + g).masked_fill(near, torch.tensor(0.5)).mean() + torch.special.zeta(u.detach() + 2, u.detach() + 1).sum() * 0.01
    loss.backward()
    with torch.no_grad():
        state.mul_(0.9).add_(torch.atan(w.grad))
        w -= 0.05 * torch.tan(torch.tanh(state))
    polynomials = torch.special.legendre_polynomial_p(u.detach(), 3) + torch.special.chebyshev_polynomial_t(u.detach(), 9)
    bessel = torch.special.bessel_j0(u.detach()) + torch.special.modified_bessel_k0(u.detach()) + torch.special.airy_ai(w.detach())
    print(step, f"{loss.item():.4f}", f"{w.grad.abs().sum().item():.3f}", f"{polynomials.sum().item():.3f} {bessel.sum().item():.2f}",
          int(near.sum()))
    w.grad = None
