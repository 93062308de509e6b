"""Physics-informed network: derivatives by torch.func and by torch.autograd.grad, then LBFGS with a line search."""
# tier2: <module>.loop.body 80% after 3
# tier2: <module>.loop#1.body 85% after 3
# tier2: closure 75% after 3
# float-tolerance: 2e-3
# stderr: last line importing the transforms makes torch warn of itself
import torch
from torch import nn
from torch.func import vmap, grad, jacrev, functional_call, jvp
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
u = lambda p, t, x: functional_call(net, p, (torch.stack([t, x]),)).squeeze()
params = dict(net.named_parameters())
opt = torch.optim.Adam(net.parameters(), lr=0.01)


def residual(p, t, x):
    ut = grad(u, argnums=1)(p, t, x)
    uxx = grad(grad(u, argnums=2), argnums=2)(p, t, x)
    return ut - 0.1 * uxx


for i in range(24):
    t, x = (torch.rand(8), torch.rand(8))
    r = vmap(residual, (None, 0, 0))(params, t, x)
    ic = vmap(u, (None, 0, 0))(params, torch.zeros(8), x) - torch.sin(3.14159 * x)
    loss = (r ** 2).mean() + (ic ** 2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if i % 8 == 7:
        print(i, "%.4f" % loss.item())
for i in range(30):
    tx = torch.rand(32, 2, requires_grad=True)
    out = net(tx)
    g = torch.autograd.grad(out, tx, torch.ones_like(out), create_graph=True)[0]
    ut, ux = (g[:, 0:1], g[:, 1:2])
    uxx = torch.autograd.grad(ux.sum(), tx, create_graph=True)[0][:, 1:2]
    loss = (ut - 0.1 * uxx).pow(2).mean() + (net(torch.cat([torch.zeros(32, 1), tx[:, 1:].detach()], 1)) - torch.sin(3.14159 * tx[:,
            1:].detach())).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if i % 10 == 9:
        print(i, "%.4f" % loss)
J = jacrev(lambda p: vmap(u, (None, 0, 0))(p, torch.zeros(3), torch.ones(3)))(params)
print({k: tuple(v.shape) for k, v in J.items()}, jvp(lambda t: u(params, t, torch.tensor(0.5)), (torch.tensor(0.1),),
        (torch.tensor(1.0),))[1].shape)
l = torch.optim.LBFGS(net.parameters(), lr=0.5, max_iter=5, line_search_fn="strong_wolfe")
X = torch.rand(16, 2)
Y = X.sum(1, keepdim=True)


def closure():
    l.zero_grad()
    e = (net(X) - Y).pow(2).mean()
    e.backward()
    return e


for _ in range(3):
    print("%.4f" % l.step(closure))
