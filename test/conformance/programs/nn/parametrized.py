"""torch.nn.utils.parametrize and parametrizations; fusion, skip_init."""
# float-tolerance: 1e-3
import copy
import torch
import torch.nn as nn
import torch.nn.utils as U
import torch.nn.utils.parametrize as P
from torch.nn.utils import parametrizations as PZ


def attempt(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])


torch.manual_seed(0)


class Sym(nn.Module):

    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Double(nn.Module):

    def forward(self, X):
        return 2 * X
layer = nn.Linear(3, 3)
opt0 = layer.weight
P.register_parametrization(layer, "weight", Sym())
print(layer)
print(torch.allclose(layer.weight, layer.weight.T), layer.parametrizations.weight.original is opt0)
print([n for n, _ in layer.named_parameters()], P.is_parametrized(layer), P.is_parametrized(layer, "bias"), type(layer).__name__)
attempt(lambda: P.register_parametrization(layer, "weight", Double()) and layer.weight)
with P.cached():
    a = layer.weight
    print(a is layer.weight)
print(layer.weight is layer.weight)
c = copy.deepcopy(layer)
print(type(c).__name__, torch.equal(c.weight, layer.weight))
attempt(lambda: setattr(layer, "weight", torch.ones(3, 3)))
P.remove_parametrizations(layer, "weight")
print(layer, type(layer) is nn.Linear, layer.weight is opt0, layer.weight)
attempt(lambda: P.remove_parametrizations(layer, "weight"))
attempt(lambda: P.register_parametrization(layer, "wat", Sym()))


class Bad(nn.Module):

    def forward(self, X):
        return X[:2]
attempt(lambda: P.register_parametrization(layer, "weight", Bad()))
print(P.is_parametrized(layer))
m = PZ.weight_norm(nn.Linear(4, 2), dim=0)
print(m, sorted(m.state_dict()), m.weight.detach())
loss = m(torch.ones(1, 4)).sum()
loss.backward()
print(m.parametrizations.weight.original0.grad, m.parametrizations.weight.original1.grad)
m2 = PZ.weight_norm(nn.Conv1d(2, 3, 2), dim=None)
print(m2.weight.shape, m2.parametrizations.weight.original0)
s = PZ.spectral_norm(nn.Linear(5, 4))
print(s)
print(s(torch.ones(1, 5)))
print(torch.linalg.matrix_norm(s.weight, 2))
print(sorted(s.state_dict()))
s.eval()
print(s.weight is s.weight, torch.equal(s.weight, s.weight))
s3 = PZ.spectral_norm(nn.ConvTranspose2d(2, 3, 2))
print(s3(torch.ones(1, 2, 2, 2)).sum())
o = PZ.orthogonal(nn.Linear(3, 3), orthogonal_map="cayley")
print((o.weight @ o.weight.T - torch.eye(3)).abs().max() < 1e-05)
print(o)
o2 = PZ.orthogonal(nn.Linear(3, 5), orthogonal_map="cayley")
print(o2.weight.shape, (o2.weight @ o2.weight.T - torch.eye(5)).abs().max() < 1e-05)
attempt(lambda: PZ.orthogonal(nn.Linear(3, 3), orthogonal_map="x"))
attempt(lambda: PZ.orthogonal(nn.Linear(3, 3), name="bias"))
attempt(lambda: PZ.orthogonal(nn.Linear(3, 3), name="wat"))
opt = torch.optim.SGD(o.parameters(), lr=0.1)
for i in range(3):
    opt.zero_grad()
    l = (o(torch.ones(2, 3)) - 1).pow(2).sum()
    l.backward()
    opt.step()
    print(l)
conv, bn = (nn.Conv2d(2, 3, 3).eval(), nn.BatchNorm2d(3).eval())
bn.running_mean.normal_()
bn.running_var.uniform_(0.5, 2)
x = torch.randn(1, 2, 5, 5)
f = U.fuse_conv_bn_eval(conv, bn)
print(torch.allclose(f(x), bn(conv(x)), atol=1e-05))
li, b1 = (nn.Linear(2, 3).eval(), nn.BatchNorm1d(3).eval())
print(torch.allclose(U.fuse_linear_bn_eval(li, b1)(torch.ones(1, 2)), b1(li(torch.ones(1, 2)))))
attempt(lambda: U.fuse_conv_bn_eval(nn.Conv2d(2, 3, 3), bn))
r0 = torch.get_rng_state()
k = U.skip_init(nn.Linear, 3, 4)
print(k, torch.equal(r0, torch.get_rng_state()))
attempt(lambda: U.skip_init(nn.ReLU))
