# Kolmogorov-Arnold network: splines over grids in buffers, with a penalty.
import math
import torch
import torch.nn as nn
import torch.nn.functional as F

STEPS = 1500
torch.manual_seed(17)


class KANLinear(nn.Module):
    def __init__(self, i, o, grid_size=5, order=3, act=nn.SiLU, rng=[-1, 1]):
        super().__init__()
        self.i, self.o, self.g, self.k = i, o, grid_size, order
        h = (rng[1] - rng[0]) / grid_size
        grid = (torch.arange(-order, grid_size + order + 1) * h + rng[0]).expand(i, -1).contiguous()
        self.register_buffer("grid", grid)
        self.base_weight = nn.Parameter(torch.Tensor(o, i))
        self.spline_weight = nn.Parameter(torch.Tensor(o, i, grid_size + order))
        self.spline_scaler = nn.Parameter(torch.Tensor(o, i))
        self.base_activation = act()
        nn.init.kaiming_uniform_(self.base_weight, a=math.sqrt(5))
        nn.init.normal_(self.spline_weight, std=0.1)
        nn.init.kaiming_uniform_(self.spline_scaler, a=math.sqrt(5))

    def b_splines(self, x):
        assert x.dim() == 2 and x.size(1) == self.i
        grid = self.grid
        x = x.unsqueeze(-1)
        bases = ((x >= grid[:, :-1]) & (x < grid[:, 1:])).to(x.dtype)
        for k in range(1, self.k + 1):
            bases = ((x - grid[:, : -(k + 1)]) / (grid[:, k:-1] - grid[:, : -(k + 1)]) * bases[:, :, :-1]) + \
                    ((grid[:, k + 1:] - x) / (grid[:, k + 1:] - grid[:, 1:(-k)]) * bases[:, :, 1:])
        return bases.contiguous()

    @property
    def scaled_spline_weight(self):
        return self.spline_weight * self.spline_scaler.unsqueeze(-1)

    def forward(self, x):
        base = F.linear(self.base_activation(x), self.base_weight)
        spline = F.linear(self.b_splines(x).view(x.size(0), -1), self.scaled_spline_weight.view(self.o, -1))
        return base + spline

    def regularization_loss(self):
        l1 = self.spline_weight.abs().mean(-1)
        reg = l1.sum()
        p = l1 / reg
        return reg - torch.sum(p * p.log())


class KAN(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = nn.ModuleList(KANLinear(a, b) for a, b in zip(sizes, sizes[1:]))

    def forward(self, x):
        for l in self.layers:
            x = l(x)
        return x


net = KAN([2, 32, 32, 1])
opt = torch.optim.AdamW(net.parameters(), lr=1e-2, weight_decay=1e-4)
sched = torch.optim.lr_scheduler.ExponentialLR(opt, gamma=0.998)
for step in range(STEPS):
    x = torch.rand(128, 2) * 2 - 1
    y = torch.exp(torch.sin(math.pi * x[:, [0]]) + x[:, [1]] ** 2)
    loss = F.mse_loss(net(x), y) + 1e-4 * sum(l.regularization_loss() for l in net.layers)
    opt.zero_grad()
    loss.backward()
    opt.step()
    sched.step()
    if step % 250 == 249:
        print("kan %d %.4f" % (step + 1, loss.item()))
