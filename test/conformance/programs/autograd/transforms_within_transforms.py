# float-tolerance
# tier2: <module>.loop#2.body 80% after 5
"""Transforms of a function that calls a transform with other primals: a result has a history only where it leads further."""
import warnings

import torch
import torch.autograd.forward_ad as forward
from torch.func import grad, hessian, jacfwd, jacrev, jvp, vjp

warnings.simplefilter("ignore")  # of what PyTorch loads for unpack_dual()
x, y, t = torch.tensor([1.0, 2.0]), torch.tensor([0.5, -1.5]), torch.tensor([1.0, 3.0])


def cube(a):
    return lambda b: a * b ** 3


def total(a):
    return lambda b: (a * b ** 3).sum()


def dual_slope(a):
    with forward.dual_level():
        return forward.unpack_dual(total(a)(forward.make_dual(y, t)))[1]


RESULTS = {
    "tangent": lambda: grad(lambda a: jvp(total(a), (y,), (t,))[1])(x),
    "value and tangent": lambda: grad(lambda a: sum(jvp(total(a), (y,), (t,))))(x),
    "cotangent": lambda: grad(lambda a: (vjp(cube(a), y)[1](t)[0] * a).sum())(x),
    "value": lambda: grad(lambda a: (vjp(cube(a), y)[0] * a).sum())(x),
    "gradient": lambda: grad(lambda a: grad(total(a))(y).pow(2).sum() + a.sum())(x),
    "rows": lambda: grad(lambda a: jacrev(cube(a))(y).pow(2).sum() + a.sum())(x),
    "columns": lambda: grad(lambda a: jacfwd(cube(a))(y).pow(2).sum() + a.sum())(x),
    "second": lambda: grad(lambda a: hessian(total(a))(y).pow(2).sum() + a.sum())(x),
    "forward over backward": lambda: jvp(lambda a: grad(total(a))(y), (x,), (t,))[1],
    "forward over forward": lambda: jvp(lambda a: jvp(cube(a), (y,), (t,))[1], (x,), (t,))[1],
    "backward over forward": lambda: vjp(lambda a: jvp(cube(a), (y,), (t,))[1], x)[1](t)[0],
    "rows of forward": lambda: jacrev(lambda a: jvp(cube(a), (y,), (t,))[1])(x),
    "three": lambda: grad(lambda c: grad(lambda a: jvp(total(a * c), (y,), (t,))[1])(x).sum())(t),
    "dual": lambda: grad(dual_slope)(x),
}
for name, result in RESULTS.items():
    found = result()
    print(name, found.tolist(), found.requires_grad, found.grad_fn is None)

w = torch.tensor([1.0, 2.0], requires_grad=True)
for name, result in {
    "held": lambda: grad(lambda a: jvp(total(a * w), (y,), (t,))[1])(x),
    "tangent": lambda: grad(lambda a: jvp(total(a), (y,), (w,))[1])(x),
    "primal": lambda: grad(lambda a: jvp(total(a), (w,), (t,))[1])(x),
}.items():
    found = result()
    found.sum().backward()
    print(name, found.tolist(), found.requires_grad, w.grad.tolist())

out, pull = vjp(cube(1), y)
print(out.requires_grad, pull(t)[0].tolist(), pull(t)[0].requires_grad, pull(w)[0].requires_grad)


def step(w):
    kept = grad(lambda a: jvp(total(a * w), (y,), (t,))[1] + a.pow(2).sum())(x)
    still = grad(lambda a: jvp(total(a), (y,), (t,))[1])(x)
    loss = (kept - 1).pow(2).sum()
    loss.backward()
    with torch.no_grad():
        w -= 0.0005 * w.grad
        w.grad = None
    return loss.item(), still.requires_grad, still.sum().item()


for i in range(30):
    loss, isOpen, number = step(w)
    if i % 6 == 5:
        print("%.3f" % loss, isOpen, "%.3f" % number)
