# Normalizing flows in float64: real NVP with batch normalisation, then splines.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 700
torch.set_default_dtype(torch.float64)
torch.manual_seed(11)


class LinearMaskedCoupling(nn.Module):
    def __init__(self, d, hidden, mask):
        super().__init__()
        self.register_buffer('mask', mask)
        s = [nn.Linear(d, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, d)]
        self.s_net = nn.Sequential(*s)
        t = []
        for l in self.s_net:
            t.append(nn.Linear(l.in_features, l.out_features) if isinstance(l, nn.Linear) else nn.ReLU())
        self.t_net = nn.Sequential(*t)

    def forward(self, x):
        mx = x * self.mask
        s, t = self.s_net(mx), self.t_net(mx)
        u = mx + (1 - self.mask) * (x - t) * torch.exp(-s)
        return u, (-(1 - self.mask) * s).sum(1)


class RunningBN(nn.Module):
    def __init__(self, d, momentum=0.9, eps=1e-5):
        super().__init__()
        self.momentum, self.eps = momentum, eps
        self.log_gamma, self.beta = nn.Parameter(torch.zeros(d)), nn.Parameter(torch.zeros(d))
        self.register_buffer('running_mean', torch.zeros(d))
        self.register_buffer('running_var', torch.ones(d))

    def forward(self, x):
        if self.training:
            self.batch_mean, self.batch_var = x.mean(0), x.var(0)
            self.running_mean.mul_(self.momentum).add_(self.batch_mean.data * (1 - self.momentum))
            self.running_var.mul_(self.momentum).add_(self.batch_var.data * (1 - self.momentum))
            mean, var = self.batch_mean, self.batch_var
        else:
            mean, var = self.running_mean, self.running_var
        x_hat = (x - mean) / torch.sqrt(var + self.eps)
        return self.log_gamma.exp() * x_hat + self.beta, (self.log_gamma - 0.5 * torch.log(var + self.eps)).sum().expand(x.size(0))


class FlowSequential(nn.Sequential):
    def forward(self, x):
        total = 0
        for module in self:
            x, log_det = module(x)
            total += log_det
        return x, total


class RealNVP(nn.Module):
    def __init__(self, n, d, hidden):
        super().__init__()
        self.register_buffer('base_mean', torch.zeros(d))
        self.register_buffer('base_var', torch.ones(d))
        modules = []
        mask = torch.arange(d).float() % 2
        for _ in range(n):
            modules += [LinearMaskedCoupling(d, hidden, mask), RunningBN(d)]
            mask = 1 - mask
        self.net = FlowSequential(*modules)

    @property
    def base_dist(self):
        return torch.distributions.Normal(self.base_mean, self.base_var)

    def log_prob(self, x):
        u, det = self.net(x)
        return torch.sum(self.base_dist.log_prob(u), dim=1) + det


def moons(n):
    t = torch.rand(n) * math.pi
    y = (torch.rand(n) > 0.5).float()
    x = torch.stack([torch.cos(t) + y * (1 - 2 * torch.cos(t)), torch.sin(t) - y * (2 * torch.sin(t) - 0.5)], 1)
    return x + 0.05 * torch.randn(n, 2)


def rqs(x, w, h, d, B=3.0):
    w, h = F.softmax(w, -1) * 2 * B, F.softmax(h, -1) * 2 * B
    d = F.softplus(d) + 1e-3
    cw = F.pad(torch.cumsum(w, -1), (1, 0), value=0.0) - B
    ch = F.pad(torch.cumsum(h, -1), (1, 0), value=0.0) - B
    inside = (x >= -B) & (x <= B)
    xc = x.clamp(-B + 1e-4, B - 1e-4)
    k = torch.searchsorted(cw.contiguous(), xc.unsqueeze(-1)).clamp(1, w.size(-1)) - 1
    g = lambda a, j: a.gather(-1, j).squeeze(-1)
    wk, hk, xk, yk = g(w, k), g(h, k), g(cw, k), g(ch, k)
    dk, dk1 = g(d, k), g(d, k + 1)
    s = hk / wk
    th = (xc - xk) / wk
    den = s + (dk1 + dk - 2 * s) * th * (1 - th)
    y = yk + hk * (s * th ** 2 + dk * th * (1 - th)) / den
    ld = 2 * torch.log(s) + torch.log(dk1 * th ** 2 + 2 * s * th * (1 - th) + dk * (1 - th) ** 2) - 2 * torch.log(den)
    return torch.where(inside, y, x), torch.where(inside, ld, torch.zeros_like(ld))


class Spline(nn.Module):
    def __init__(self, K=6, hidden=32):
        super().__init__()
        self.K = K
        self.nets = nn.ModuleList(nn.Sequential(nn.Linear(1, hidden), nn.ReLU(), nn.Linear(hidden, 3 * K + 1)) for _ in range(4))

    def log_prob(self, x):
        ld = 0
        for i, net in enumerate(self.nets):
            a, b = x.chunk(2, 1) if i % 2 == 0 else x.chunk(2, 1)[::-1]
            w, h, d = torch.split(net(a), [self.K, self.K, self.K + 1], dim=1)
            nb, l = rqs(b.squeeze(1), w, h, d)
            ld = ld + l
            x = torch.cat([a, nb[:, None]], 1) if i % 2 == 0 else torch.cat([nb[:, None], a], 1)
        return (-0.5 * x.pow(2) - 0.5 * math.log(2 * math.pi)).sum(1) + ld


for name, flow in (("realnvp", RealNVP(5, 2, 64)), ("spline", Spline())):
    opt = torch.optim.Adam(flow.parameters(), lr=3e-4, weight_decay=1e-6)
    for i in range(STEPS):
        flow.train()
        loss = - flow.log_prob(moons(128)).mean(0)
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_value_(flow.parameters(), 5.0)
        opt.step()
        if i % 100 == 0:
            print(name, 'epoch', i, 'loss {:.4f}'.format(loss.item()))
    flow.eval()
    with torch.no_grad():
        lp = flow.log_prob(moons(100))
        print(name, 'test {:.3f} +/- {:.3f}'.format(lp.mean().item(), 2 * lp.std().item() / math.sqrt(100)))
