"""torch.func: derivatives, vmap and modules as functions, around each other and within ordinary backward passes."""
# float-tolerance: 1e-3
# stderr: last line importing the transforms makes torch warn of itself
import torch
import torch.nn as nn
from torch.func import *


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)
x = torch.randn(3)
y = torch.randn(3)
g = lambda a: a.pow(3)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
params = {k: v.detach() for k, v in net.named_parameters()}


def loss(p, a, b):
    return ((functional_call(net, p, (a,)) - b) ** 2).mean()
X = torch.randn(5, 3)
Y = torch.randn(5, 1)
gr = grad(loss)(params, X, Y)
print({k: v.norm() for k, v in gr.items()})
ps = vmap(grad(loss), in_dims=(None, 0, 0))(params, X, Y)
print({k: tuple(v.shape) for k, v in ps.items()})
print({k: torch.allclose(v.mean(0), gr[k], atol=1e-06) for k, v in ps.items()})
print(vmap(vmap(lambda a, b: a * b, in_dims=(None, 0)), in_dims=(0, None))(x, y))
print(vmap(lambda a: a.sum(), in_dims=1)(X), vmap(lambda a: (a, a * 2), out_dims=(0, 1))(X)[1].shape, vmap(torch.dot, chunk_size=2)(X, X))
print(vmap(lambda a: a + torch.rand(()), randomness="same")(torch.zeros(3)).unique().numel(), vmap(lambda a: a + torch.rand(()),
        randomness="different")(torch.zeros(3)).unique().numel())
models = [nn.Linear(3, 2) for _ in range(4)]
p, b = stack_module_state(models)
base = nn.Linear(3, 2)
out = vmap(lambda pp, bb, a: functional_call(base, (pp, bb), (a,)), in_dims=(0, 0, None))(p, b, X)
print(out.shape, torch.allclose(out[2], models[2](X)))
out.sum().backward()
print(p["weight"].grad.shape)
print(jacrev(g)(x), jacfwd(g)(x), hessian(lambda a: g(a).sum())(x))
print(jacrev(jacrev(lambda a: a.sin()))(x).shape, vmap(jacrev(lambda a: a.sin()))(X).shape, vmap(hessian(lambda a: a.sin().sum()))(X)[0])
w = torch.randn(3, requires_grad=True)
l = vmap(grad(lambda a: (a * a * w).sum()))(X).pow(2).sum()
l.backward()
print(w.grad)
w.grad = None
l = jvp(lambda a: (a * w).sin(), (x,), (y,))[1].sum()
l.backward()
print(w.grad)
w.grad = None
o, fn = vjp(lambda a: (a * w).sin(), x)
fn(y)[0].sum().backward()
print(w.grad)


def newton(z):
    for _ in range(3):
        z = z - torch.linalg.solve(hessian(lambda q: (q ** 4).sum() + (q ** 2).sum())(z),
                grad(lambda q: (q ** 4).sum() + (q ** 2).sum())(z))
    return z
print(newton(x))
u = lambda q: net(q).sum()
d2 = vmap(grad(lambda q: grad(u)(q)[0]))(X)
print(d2.shape)
d2.sum().backward()
print(net[0].weight.grad.norm())
for step in range(3):
    params = {k: v - 0.1 * gr2 for (k, v), gr2 in zip(params.items(), grad(loss)(params, X, Y).values())}
    print(loss(params, X, Y), params["0.weight"].requires_grad)
gg, (val, aux) = grad_and_value(lambda a: ((a ** 2).sum(), a * 3), has_aux=True)(x)
print(gg, val, aux)
with torch.no_grad():
    print(grad(lambda a: (a * w).sum())(x))
print(torch.autograd.grad(w ** 2, w, torch.eye(3), is_grads_batched=True))
tied = nn.Module()
tied.a = nn.Linear(2, 2, bias=False)
tied.b = nn.Linear(2, 2, bias=False)
tied.b.weight = tied.a.weight
tied.forward = lambda z: tied.b(tied.a(z))
print(functional_call(tied, {"a.weight": torch.ones(2, 2)}, (torch.ones(1, 2),)), functional_call(tied, {"a.weight": torch.ones(2, 2)},
        (torch.ones(1, 2),), tie_weights=False).shape)
print(torch.func.linearize(torch.sin, x)[1](y))
bnn = replace_all_batch_norm_modules_(nn.BatchNorm1d(3))
print(bnn(X).mean() < 0.001)
