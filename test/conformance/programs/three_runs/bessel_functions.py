# Bessel functions, the Airy function, zeta and polynomials, in loops that are specialised.
import torch
from torch import special


def shown(tensor):
    return [float(f"{number:.6g}") for number in tensor.detach().double().flatten().tolist()]


x = torch.tensor([-40.0, -9.5, -4.0, -2.5, -1.0, -0.25, 0.0, 1e-3, 0.5, 1.0, 1.5, 3.0, 8.0, 29.0, 31.0, 110.0], dtype=torch.float64)
for step in range(5):
    values = [special.airy_ai(x),
              special.bessel_j0(x),
              special.bessel_j1(x),
              special.bessel_y0(x),
              special.bessel_y1(x),
              special.modified_bessel_i0(x),
              special.modified_bessel_i1(x),
              special.modified_bessel_k0(x),
              special.modified_bessel_k1(x),
              special.scaled_modified_bessel_k0(x),
              special.scaled_modified_bessel_k1(x)]
for value in values:
    print(shown(value))

y = torch.tensor([-1.0, -0.75, 0.0, 0.125, 0.625, 1.0, 2.5], dtype=torch.float64)
n = torch.tensor([[0.0], [1.0], [4.0], [11.0]], dtype=torch.float64)
for step in range(5):
    values = [special.chebyshev_polynomial_t(y, n),
              special.chebyshev_polynomial_u(y, n),
              special.chebyshev_polynomial_v(y, n),
              special.chebyshev_polynomial_w(y, n),
              special.shifted_chebyshev_polynomial_t(y, n),
              special.shifted_chebyshev_polynomial_u(y, n),
              special.shifted_chebyshev_polynomial_v(y, n),
              special.shifted_chebyshev_polynomial_w(y, n),
              special.hermite_polynomial_h(y, n),
              special.hermite_polynomial_he(y, n),
              special.laguerre_polynomial_l(y, n),
              special.legendre_polynomial_p(y, n),
              special.zeta(n + 1.5, y * y + 0.5)]
for value in values:
    print(value.dtype, tuple(value.shape), shown(value))

for step in range(5):
    values = [special.chebyshev_polynomial_t(y, 3),
              special.chebyshev_polynomial_u(y, 3),
              special.chebyshev_polynomial_v(y, 3),
              special.chebyshev_polynomial_w(y, 3),
              special.shifted_chebyshev_polynomial_t(y, 3),
              special.shifted_chebyshev_polynomial_u(y, 3),
              special.shifted_chebyshev_polynomial_v(y, 3),
              special.shifted_chebyshev_polynomial_w(y, 3),
              special.hermite_polynomial_h(y, 3),
              special.hermite_polynomial_he(y, 3),
              special.laguerre_polynomial_l(y, 3),
              special.legendre_polynomial_p(y, 3),
              special.zeta(y + 3, 2)]
for value in values:
    print(value.dtype, shown(value))

for step in range(5):
    values = [special.chebyshev_polynomial_t(0.375, n),
              special.chebyshev_polynomial_u(0.375, n),
              special.chebyshev_polynomial_v(0.375, n),
              special.chebyshev_polynomial_w(0.375, n),
              special.shifted_chebyshev_polynomial_t(0.75, n),
              special.shifted_chebyshev_polynomial_u(0.75, n),
              special.shifted_chebyshev_polynomial_v(0.75, n),
              special.shifted_chebyshev_polynomial_w(0.75, n),
              special.hermite_polynomial_h(0.375, n),
              special.hermite_polynomial_he(0.375, n),
              special.laguerre_polynomial_l(0.375, n),
              special.legendre_polynomial_p(0.375, n),
              special.zeta(2.5, n)]
for value in values:
    print(value.dtype, shown(value))

q = torch.tensor([0.5, 1.0, 4.0], dtype=torch.float64, requires_grad=True)
s = torch.tensor([1.5, 2.0, 3.0], dtype=torch.float64)
for step in range(6):
    slope, = torch.autograd.grad((special.zeta(s, q) + special.zeta(3.0, q)).sum(), q, create_graph=True)
    bend, = torch.autograd.grad(slope.sum(), q)
print(shown(slope), shown(bend))

z = torch.tensor([0.0, 0.5, 1.0, 2.5], dtype=torch.float64, requires_grad=True)
for step in range(6):
    slopes = []
    for value in (special.bessel_j0(z), special.bessel_j1(z), special.bessel_y0(z), special.bessel_y1(z),
                  special.modified_bessel_i0(z), special.modified_bessel_i1(z), special.modified_bessel_k0(z),
                  special.modified_bessel_k1(z)):
        slope, = torch.autograd.grad(value.sum(), z, create_graph=True)
        bend, = torch.autograd.grad(slope.sum(), z)
        slopes.append((slope, bend))
print([shown(slope) + shown(bend) for slope, bend in slopes])

for value in (special.zeta(q, 2.0), special.zeta(q, s)):
    try:
        value.sum().backward()
    except NotImplementedError as error:
        print(value.grad_fn.name(), error)
print(special.airy_ai(q).requires_grad, special.legendre_polynomial_p(q, 2).requires_grad)
for call in (lambda: special.airy_ai(y.half()), lambda: special.hermite_polynomial_h(y.bfloat16(), 2), lambda: special.zeta(s.half(), 2)):
    try:
        call()
    except NotImplementedError as error:
        print(error)
out = torch.empty(0)
print(special.zeta(y + 3, 2.0, out=out) is out, shown(out), special.chebyshev_polynomial_t(torch.arange(4), 2).dtype)
p = torch.tensor([0.5, 2.0])
print(shown(p.polygamma(1)), p.polygamma_(1) is p, shown(p))
