"""Neural ODE by RK4 with an adjoint Function, and a PINN for Burgers-like heat flow with second derivatives, SIREN, Fourier features."""
# tier2: <module>.loop.body 85% after 3
# tier2: <module>.loop#4.body 80% after 4
# float-tolerance: 2e-3
import argparse
import math
import time
import torch
import torch.nn as nn
import torch.optim as optim

parser = argparse.ArgumentParser('ODE demo')
parser.add_argument('--method', type=str, choices=['rk4', 'euler', 'midpoint'], default='rk4')
parser.add_argument('--data_size', type=int, default=40)
parser.add_argument('--batch_time', type=int, default=6)
parser.add_argument('--batch_size', type=int, default=12)
parser.add_argument('--niters', type=int, default=40)
parser.add_argument('--test_freq', type=int, default=20)
parser.add_argument('--adjoint', action='store_true')
args = parser.parse_args([])


def step_fn(method, func, t, dt, y):
    if method == 'euler':
        return y + dt * func(t, y)
    if method == 'midpoint':
        return y + dt * func(t + dt / 2, y + func(t, y) * dt / 2)
    k1 = func(t, y)
    k2 = func(t + dt / 2, y + dt * k1 / 2)
    k3 = func(t + dt / 2, y + dt * k2 / 2)
    k4 = func(t + dt, y + dt * k3)
    return y + (k1 + 2 * k2 + 2 * k3 + k4) * dt / 6


def odeint(func, y0, t, method=None):
    solution = [y0]
    y = y0
    for t0, t1 in zip(t[:-1], t[1:]):
        y = step_fn(method or args.method, func, t0, t1 - t0, y)
        solution.append(y)
    return torch.stack(solution)


class Lambda(nn.Module):
    def forward(self, t, y):
        return torch.mm(y ** 3, true_A)


class ODEFunc(nn.Module):
    def __init__(self):
        super(ODEFunc, self).__init__()
        self.net = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, 2))
        for m in self.net.modules():
            if isinstance(m, nn.Linear):
                nn.init.normal_(m.weight, mean=0, std=0.1)
                nn.init.constant_(m.bias, val=0)
        self.nfe = 0

    def forward(self, t, y):
        self.nfe += 1
        return self.net(y ** 3)


class OdeintAdjoint(torch.autograd.Function):
    """Euler steps; the backward integrates the adjoint."""

    @staticmethod
    def forward(ctx, y0, t, func, *params):
        ctx.func = func
        with torch.no_grad():
            ys = odeint(func, y0, t, 'euler')
        ctx.save_for_backward(t, ys, *params)
        return ys

    @staticmethod
    def backward(ctx, grad_ys):
        t, ys, *params = ctx.saved_tensors
        a = torch.zeros_like(grad_ys[0])
        grads = [torch.zeros_like(p) for p in params]
        for i in reversed(range(len(t))):
            a = a + grad_ys[i]
            if i == 0:
                break
            with torch.enable_grad():
                y = ys[i - 1].detach().requires_grad_(True)
                y1 = y + (t[i] - t[i - 1]) * ctx.func(t[i - 1], y)
                gy, *gp = torch.autograd.grad(y1, (y,) + tuple(params), a, allow_unused=True)
            a = gy
            grads = [g + d for g, d in zip(grads, gp)]
        return (a, None, None) + tuple(grads)


def get_batch():
    s = torch.randperm(args.data_size - args.batch_time)[:args.batch_size]
    batch_y0 = true_y[s]
    batch_t = t[:args.batch_time]
    batch_y = torch.stack([true_y[s + i] for i in range(args.batch_time)], dim=0)
    return batch_y0.squeeze(1), batch_t, batch_y.squeeze(2)


class RunningAverageMeter(object):
    def __init__(self, momentum=0.99):
        self.momentum = momentum
        self.reset()

    def reset(self):
        self.val = None
        self.avg = 0

    def update(self, val):
        self.avg = val if self.val is None else self.avg * self.momentum + val * (1 - self.momentum)
        self.val = val


torch.manual_seed(0)
true_y0 = torch.tensor([[2., 0.]])
t = torch.linspace(0., 4., args.data_size)
true_A = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
with torch.no_grad():
    true_y = odeint(Lambda(), true_y0, t)
func = ODEFunc()
optimizer = optim.RMSprop(func.parameters(), lr=1e-2)
loss_meter = RunningAverageMeter(0.97)
end = time.time()
for itr in range(1, args.niters + 1):
    optimizer.zero_grad()
    batch_y0, batch_t, batch_y = get_batch()
    pred_y = odeint(func, batch_y0, batch_t)
    loss = torch.mean(torch.abs(pred_y - batch_y))
    loss.backward()
    optimizer.step()
    loss_meter.update(loss.item())
    if itr % args.test_freq == 0:
        with torch.no_grad():
            pred = odeint(func, true_y0, t)
            err = torch.mean(torch.abs(pred.squeeze(1) - true_y.squeeze(1)))
            print('Iter {:04d} | Total Loss {:.4f} | running {:.4f} | nfe {}'.format(itr, err.item(), loss_meter.avg, func.nfe))
params = tuple(func.parameters())
y0, bt, by = get_batch()
gradients = []
for way in (lambda: odeint(func, y0, bt, 'euler'), lambda: OdeintAdjoint.apply(y0, bt, func, *params)):
    func.zero_grad()
    ((way() - by) ** 2).sum().backward()
    gradients.append(torch.cat([p.grad.flatten() for p in params]))
print('adjoint agrees', torch.allclose(gradients[0], gradients[1], rtol=1e-3, atol=1e-5))


class Sine(nn.Module):
    def __init__(self, w0=1.0):
        super().__init__()
        self.w0 = w0

    def forward(self, x):
        return torch.sin(self.w0 * x)


class FourierFeatures(nn.Module):
    def __init__(self, n, scale=1.0):
        super().__init__()
        self.register_buffer('B', torch.randn(2, n) * scale)

    def forward(self, x):
        p = 2 * math.pi * x @ self.B
        return torch.cat([torch.sin(p), torch.cos(p)], dim=-1)


class PINN(nn.Module):
    def __init__(self, kind):
        super().__init__()
        first = [FourierFeatures(8, 0.3)] if kind == 'fourier' else []
        width = 16 if first else 2
        act = (lambda: Sine(2.0)) if kind == 'siren' else nn.Tanh
        layers = first
        for i in range(2):
            layers += [nn.Linear(width if i == 0 else 20, 20), act()]
        self.net = nn.Sequential(*layers, nn.Linear(20, 1))
        self.log_nu = nn.Parameter(torch.tensor(-2.0))

    def forward(self, x, t):
        return self.net(torch.cat([x, t], dim=1))

    def residual(self, x, t):
        u = self.forward(x, t)
        ones = torch.ones_like(u)
        u_x = torch.autograd.grad(u, x, grad_outputs=ones, retain_graph=True, create_graph=True)[0]
        u_t = torch.autograd.grad(u, t, grad_outputs=ones, retain_graph=True, create_graph=True)[0]
        u_xx = torch.autograd.grad(u_x, x, grad_outputs=torch.ones_like(u_x), create_graph=True)[0]
        return u_t - torch.exp(self.log_nu) * u_xx


def exact(x, t, nu=0.1):
    return torch.exp(-nu * math.pi ** 2 * t) * torch.sin(math.pi * x)


for kind in ('tanh', 'siren', 'fourier'):
    torch.manual_seed(2)
    net = PINN(kind)
    opt = optim.Adam(net.parameters(), lr=5e-3)
    scheduler = optim.lr_scheduler.StepLR(opt, step_size=30, gamma=0.5)
    xd, td = torch.rand(32, 1) * 2 - 1, torch.rand(32, 1)
    ud = exact(xd, td)
    for it in range(60):
        xc = (torch.rand(32, 1) * 2 - 1).requires_grad_()
        tc = torch.rand(32, 1).requires_grad_()
        opt.zero_grad()
        mse_u = torch.mean((net(xd, td) - ud) ** 2)
        mse_f = torch.mean(net.residual(xc, tc) ** 2)
        loss = mse_u + 0.1 * mse_f
        loss.backward()
        opt.step()
        scheduler.step()
    print(kind, 'data %.4f residual %.3f nu %.3f lr %.4f' % (mse_u.item(), mse_f.item(), net.log_nu.exp().item(), opt.param_groups[0]['lr']))
