"""Leaves that a step makes: factories with requires_grad, arguments of torch.func's transforms, layers that are computed."""
# float-tolerance: 1e-4
# stderr: last line importing the transforms makes torch warn of itself
import torch
import torch.nn as nn
from torch.func import functional_call, grad, vmap
from torch.nn.utils import parametrize

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 6), nn.Tanh(), nn.Linear(6, 1))
opt = torch.optim.SGD(net.parameters(), lr=0.05)


def penalty():
    x = torch.rand(8, 2, requires_grad=True)
    free = torch.zeros(8, 2, requires_grad=False)
    out = net(x + free)
    slope = torch.autograd.grad(out, x, torch.ones_like(out), create_graph=True)[0]
    return (slope.norm(dim=1) - 1).pow(2).mean()


def loss_of(params, x, y):
    return (functional_call(net, params, (x,)) - y).pow(2).mean()


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).t()


layer = parametrize.register_parametrization(nn.Linear(3, 3), "weight", Symmetric())
layer_opt = torch.optim.SGD(layer.parameters(), lr=0.05)
w = torch.randn(2, requires_grad=True)


def samples(params, x, y):
    grads = vmap(grad(loss_of), in_dims=(None, 0, 0))(params, x, y)
    return {name: g.mean(0) for name, g in grads.items()}


def captured(x):
    slopes = vmap(grad(lambda a: (a * a * w).sum()))(x)
    return slopes.pow(2).mean()


params = {name: p.detach() for name, p in net.named_parameters()}
for step in range(12):
    opt.zero_grad()
    loss = penalty()
    loss.backward()
    opt.step()
    if step % 4 == 3:
        print(f"{loss.item():.4f}")
for step in range(12):
    x = torch.randn(3, 2)
    grads = samples(params, x, x.sum(1, keepdim=True))
    params = {name: p - 0.1 * grads[name] for name, p in params.items()}
    if step % 4 == 3:
        print(f"{params['0.weight'].norm().item():.4f}", params["0.weight"].requires_grad)
for step in range(12):
    loss = captured(torch.randn(3, 2))
    w.grad = None
    loss.backward()
    if step % 4 == 3:
        print(f"{loss.item():.4f}", [round(v, 3) for v in w.grad.tolist()])
for step in range(12):
    x = torch.randn(4, 3)
    with parametrize.cached():
        loss = (layer(x) - x.flip(1)).pow(2).mean() + 0.01 * layer.weight.norm()
    layer_opt.zero_grad()
    loss.backward()
    layer_opt.step()
    if step % 4 == 3:
        print(f"{loss.item():.4f}", torch.equal(layer.weight, layer.weight.t()))
