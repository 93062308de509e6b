"""Special functions where their formulas lose digits or overflow: near 0, far out, at poles, of orders that are tiny or huge."""
import torch

inf, nan = float("inf"), float("nan")
S = torch.special


def show(name, values):
    print(name, *("%.6g" % value for value in values.tolist()))


def slope(function, x):
    x = x.clone().requires_grad_()
    function(x).sum().backward()
    return x.grad


tiny = torch.tensor([0.0, 1e-300, 1e-30, 1e-9, 0.02, 0.3, 0.5, 0.8, 0.999, 1.0, -1e-30, 1.5, nan], dtype=torch.float64)
show("ndtri", S.ndtri(tiny))
show("ndtri float", S.ndtri(tiny.float()))
show("ndtri slope", slope(S.ndtri, tiny[2:8]))
show("entr", S.entr(tiny))
show("entr slope", slope(S.entr, tiny[:8]))
show("sizes as numbers", S.ndtri(torch.tensor([0, 1, 2])))

wide = torch.tensor([-1e10, -300.0, -37.5, -5.0, -1.0, -0.3, 0.0, 0.7, 9.0, 1e10, inf, -inf, nan], dtype=torch.float64)
show("log_ndtr", S.log_ndtr(wide))
show("log_ndtr slope", slope(S.log_ndtr, wide[2:9]))
show("ndtr", S.ndtr(wide))
show("acosh slope", slope(torch.acosh, wide[4:10].abs() + 1))
for order in range(4):
    show(f"polygamma {order}", torch.polygamma(order, torch.tensor([inf, -2.5, -3.0, 1e-9, 1.0, 30.0, 1e12], dtype=torch.float64)))

a = torch.tensor([0.0, -0.0, 1.0, 2.0, -3.0, inf], dtype=torch.float64)
b = torch.tensor([-1.0, 1e-40, -1e-20, 1e-9, 5.0, nan], dtype=torch.float64)
show("xlog1py", S.xlog1py(a[:, None], b).flatten())
show("xlog1py of a number", S.xlog1py(2, b))
show("xlog1py with a number", S.xlog1py(a, 1e-20))
show("xlog1py slopes", slope(lambda x: S.xlog1py(x, -1.0), a[:3]))
print(S.xlog1py(a.half(), b.half()).dtype, S.xlog1py(torch.tensor([1, 2]), 3).dtype)
x, y = torch.tensor([2.0, 0.0], requires_grad=True), torch.tensor([0.5, -1.0], requires_grad=True)
for result in (S.xlog1py(x, y), S.xlog1py(2.0, y), S.xlog1py(x, 3), torch.xlogy(2, y.exp()), S.entr(x), S.log_ndtr(x), S.ndtri(y)):
    print(type(result.grad_fn).__name__)
S.xlog1py(x, y).sum().backward()
print(x.grad, y.grad)

orders = torch.tensor([0.0, 1e-4, 0.1, 0.49, 0.5, 2.0, 30.0, 2e4, 3e5, 1e10, 1e30, inf, nan], dtype=torch.float64)
for factor in (0.0, 0.3, 0.999, 1.0, 1.003, 1.7, inf):
    bound = torch.where(orders.isinf(), 5.0, orders * factor if factor < inf else torch.full_like(orders, inf))
    show(f"below {factor}", S.gammainc(orders, bound))
    show(f"above {factor}", S.gammaincc(orders, bound))
for bound in (1e-30, 1e-5, 0.4, 1.0, 1.1, 1.3, 40.0):
    show(f"above {bound}", S.gammaincc(orders[:8], torch.full((8,), bound, dtype=torch.float64)))

zeros = torch.tensor([0.0, -0.0])
print(torch.fmax(zeros, zeros.flip(0)), torch.fmin(zeros, zeros.flip(0)))
for function in (S.i1, S.i1e):
    show("slope near 0", slope(function, torch.tensor([0.0, 1e-300, 1e-20, 1e-3], dtype=torch.float64)))
for function in (S.erfcx, S.ndtri, S.log_ndtr, S.zeta):
    try:
        function(*[zeros.half()] * (2 if function is S.zeta else 1))
    except NotImplementedError as error:
        print(error)
for function in (S.entr, S.xlog1py, torch.xlogy):
    try:
        function(*[zeros.to(torch.complex64)] * (1 if function is S.entr else 2))
    except NotImplementedError as error:
        print(error)

# Derivatives of derivatives beside 0, and outside of what a function takes.
for name in ("i0", "i0e", "i1", "i1e", "bessel_j1", "modified_bessel_i1", "sinc", "logit"):
    for at in (0.0, 1e-20, -1e-3, 0.5):
        z = torch.tensor([at], dtype=torch.float64, requires_grad=True)
        value, found = getattr(torch.special, name)(z), []
        for order in range(3):
            value, = torch.autograd.grad(value.sum(), z, create_graph=True)
            found.append(f"{value.item():.6g}")
        print(name, at, found)
