"""torch.autograd.functional: products, Jacobians and Hessians, with their options and errors."""
# float-tolerance: 1e-3
# stderr: last line importing the transforms makes torch warn of itself
import torch
import torch.autograd.functional as AF


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
x = torch.randn(3)
y = torch.randn(3)
f = lambda a, b: (a * b).sin().sum()
g = lambda a: a.pow(3)
for s in ({}, {"create_graph": True}, {"strict": True}, {"create_graph": True, "strict": True}):
    for fn, fu, inp, v in ((AF.vjp, g, x, y), (AF.jvp, g, x, y), (AF.vhp, lambda a: g(a).sum(), x, y), (AF.hvp, lambda a: g(a).sum(), x,
            y), (AF.vjp, f, (x, y), None), (AF.hvp, f, (x, y), (y, x)), (AF.vhp, f, (x, y), (y, x))):
        attempt(lambda: fn(fu, inp, v, **s))
    attempt(lambda: AF.jacobian(g, x, **s))
    attempt(lambda: AF.jacobian(f, (x, y), **s))
    attempt(lambda: AF.hessian(f, (x, y), **s))
    attempt(lambda: AF.hessian(lambda a: g(a).sum(), x, **s))
    attempt(lambda: AF.jacobian(lambda a, b: a * 2, (x, y), **s))
    attempt(lambda: AF.hessian(lambda a, b: a.sum(), (x, y), **s))
    attempt(lambda: AF.vhp(lambda a, b: a.pow(2).sum(), (x, y), (x, y), **s))
    attempt(lambda: AF.hvp(lambda a: a.sum(), x, y, **s))
    attempt(lambda: AF.vjp(lambda a, b: a * 2, (x, y), x, **s))
    attempt(lambda: AF.jvp(lambda a: torch.ones(2), x, x, **s))
for _ in range(1):
    attempt(lambda: AF.jacobian(g, x, vectorize=True))
    attempt(lambda: AF.hessian(f, (x, y), vectorize=True))
    attempt(lambda: AF.jacobian(g, x, vectorize=True, strategy="forward-mode"))
    attempt(lambda: AF.jacobian(g, x, strategy="forward-mode"))
    attempt(lambda: AF.jacobian(g, x, strategy="x"))
attempt(lambda: AF.vjp(g, x))
attempt(lambda: AF.vjp(g, x, torch.ones(2)))
attempt(lambda: AF.vjp(g, [x]))
attempt(lambda: AF.vjp(g, (x, 3)))
attempt(lambda: AF.vhp(g, x, x))
attempt(lambda: AF.vhp(lambda a: (a.sum(), a.sum()), x, x))
attempt(lambda: AF.vjp(f, (x, y), (x, y)))
attempt(lambda: AF.jvp(f, (x, y), (x,)))
attempt(lambda: AF.hessian(g, x))
attempt(lambda: AF.jvp(f, (x, y)))
