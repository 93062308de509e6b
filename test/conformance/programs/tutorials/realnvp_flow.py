"""RealNVP and Glow pieces on the two moons: masked coupling, ActNorm with data dependent initialisation, invertible 1x1 matrices."""
# tier2: <module>.loop#1.body 85% after 3
# float-tolerance: 2e-3
import math
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import distributions
from torch.nn.parameter import Parameter


class ActNorm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.register_buffer("initialized", torch.tensor(0, dtype=torch.uint8))
        self.loc = nn.Parameter(torch.zeros(1, dim))
        self.log_scale = nn.Parameter(torch.zeros(1, dim))

    def initialize(self, x):
        with torch.no_grad():
            mean, std = x.mean(0, keepdim=True), x.std(0, keepdim=True)
            self.loc.data.copy_(-mean)
            self.log_scale.data.copy_(-torch.log(std + 1e-6))

    def forward(self, x):
        if self.initialized.item() == 0:
            self.initialize(x)
            self.initialized.fill_(1)
        return torch.exp(self.log_scale) * (x + self.loc), self.log_scale.sum().expand(x.size(0))

    def inverse(self, z):
        return z * torch.exp(-self.log_scale) - self.loc


class InvertibleLinear(nn.Module):
    """PLU parametrisation."""

    def __init__(self, dim):
        super().__init__()
        w, _ = torch.linalg.qr(torch.randn(dim, dim))
        p, l, u = torch.linalg.lu(w)
        s = torch.diagonal(u)
        self.register_buffer('p', p)
        self.register_buffer('sign_s', torch.sign(s))
        self.register_buffer('l_mask', torch.tril(torch.ones(dim, dim), -1))
        self.l = nn.Parameter(l)
        self.log_s = nn.Parameter(torch.log(torch.abs(s)))
        self.u = nn.Parameter(torch.triu(u, 1))

    def weight(self):
        eye = torch.eye(self.p.size(0))
        l = self.l * self.l_mask + eye
        u = self.u * self.l_mask.t().contiguous() + torch.diag(self.sign_s * torch.exp(self.log_s))
        return self.p @ l @ u

    def forward(self, x):
        return F.linear(x, self.weight()), self.log_s.sum().expand(x.size(0))

    def inverse(self, z):
        return F.linear(z, torch.inverse(self.weight()))


class MLP(nn.Sequential):
    def __init__(self, sizes, act=nn.LeakyReLU):
        layers = []
        for i, (a, b) in enumerate(zip(sizes, sizes[1:])):
            layers += [nn.Linear(a, b)]
            if i < len(sizes) - 2:
                layers += [act(0.2)]
        super().__init__(*layers)
        self[-1].weight.data.mul_(0.1)


class Coupling(nn.Module):
    def __init__(self, dim, hidden, parity):
        super().__init__()
        mask = (torch.arange(dim) % 2 == parity).float()
        self.register_buffer('mask', mask)
        self.s = MLP([dim, hidden, hidden, dim])
        self.t = MLP([dim, hidden, hidden, dim])
        self.scale = Parameter(torch.Tensor([1.0]))

    def forward(self, x):
        x0 = x * self.mask
        s = torch.tanh(self.s(x0)) * self.scale * (1 - self.mask)
        t = self.t(x0) * (1 - self.mask)
        return x0 + (1 - self.mask) * (x * torch.exp(s) + t), s.sum(dim=1)

    def inverse(self, z):
        z0 = z * self.mask
        s = torch.tanh(self.s(z0)) * self.scale * (1 - self.mask)
        t = self.t(z0) * (1 - self.mask)
        return z0 + (1 - self.mask) * ((z - t) * torch.exp(-s))


class NormalizingFlowModel(nn.Module):
    def __init__(self, prior, flows):
        super().__init__()
        self.prior = prior
        self.flows = nn.ModuleList(flows)

    def forward(self, x):
        m, _ = x.shape
        log_det = torch.zeros(m)
        zs = [x]
        for flow in self.flows:
            x, ld = flow.forward(x)
            log_det += ld
            zs.append(x)
        z, prior_logprob = x, self.prior.log_prob(x)
        return zs, prior_logprob, log_det

    def inverse(self, z):
        xs = [z]
        for flow in self.flows[::-1]:
            z = flow.inverse(z)
            xs.append(z)
        return xs

    def sample(self, n_samples):
        z = self.prior.sample((n_samples,))
        return self.inverse(z)


def make_moons(n, noise=0.05):
    n_out = n // 2
    t = torch.rand(n_out) * math.pi
    outer = torch.stack([torch.cos(t), torch.sin(t)], 1)
    inner = torch.stack([1 - torch.cos(t), 1 - torch.sin(t) - .5], 1)
    x = torch.cat([outer, inner])
    return x[torch.randperm(len(x))] + noise * torch.randn(len(x), 2)


if __name__ == '__main__':
    torch.manual_seed(7)
    prior = distributions.MultivariateNormal(torch.zeros(2), torch.eye(2))
    flows = []
    for i in range(4):
        flows.extend([ActNorm(2), InvertibleLinear(2), Coupling(2, 16, i % 2)])
    model = NormalizingFlowModel(prior, flows)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, weight_decay=1e-5)
    print("number of params: ", sum(p.numel() for p in model.parameters()))
    model.train()
    for k in range(60):
        x = make_moons(64)
        zs, prior_logprob, log_det = model(x)
        logprob = prior_logprob + log_det
        loss = -torch.sum(logprob) / len(x)
        model.zero_grad()
        loss.backward()
        optimizer.step()
        if k % 10 == 0:
            print(k, "%.4f" % loss.item(), "%.4f" % log_det.mean().item())
    model.eval()
    x = make_moons(32)
    with torch.no_grad():
        zs, _, ld = model(x)
        back = model.inverse(zs[-1])[-1]
        print("inverse error below 1e-4:", bool((back - x).abs().max() < 1e-4))
        xs = model.sample(200)
        print(len(xs), xs[-1].shape, [round(v, 2) for v in xs[-1].mean(0).tolist()])
    print({k: tuple(v.shape) for k, v in list(model.state_dict().items())[:7]})
