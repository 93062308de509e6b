"""Kolmogorov-Arnold networks: Chebyshev polynomials and radial functions on the edges, pruning by edge norms, L-BFGS to finish."""
# tier2: fit.loop#1.body 90% after 4
# float-tolerance: 3e-3
import math
from typing import *

import torch
import torch.nn as nn
import torch.nn.functional as F


class ChebyKANLayer(nn.Module):
    def __init__(self, input_dim, output_dim, degree):
        super(ChebyKANLayer, self).__init__()
        self.inputdim = input_dim
        self.outdim = output_dim
        self.degree = degree
        self.cheby_coeffs = nn.Parameter(torch.empty(input_dim, output_dim, degree + 1))
        nn.init.normal_(self.cheby_coeffs, mean=0.0, std=1 / (input_dim * (degree + 1)))
        self.register_buffer("arange", torch.arange(0, degree + 1, 1))

    def forward(self, x):
        x = torch.tanh(x)
        x = x.view((-1, self.inputdim, 1)).expand(-1, -1, self.degree + 1)
        x = x.clamp(-1 + 1e-6, 1 - 1e-6).acos()
        x = x * self.arange
        x = x.cos()
        y = torch.einsum("bid,iod->bo", x, self.cheby_coeffs)
        y = y.view(-1, self.outdim)
        return y


class RecurrentCheby(nn.Module):
    """The same by the recurrence T[n] = 2 x T[n-1] - T[n-2]."""

    def __init__(self, input_dim, output_dim, degree):
        super().__init__()
        self.degree = degree
        self.coeffs = nn.Parameter(torch.randn(input_dim, output_dim, degree + 1) / (input_dim * (degree + 1)))

    def forward(self, x):
        x = torch.tanh(x)
        cheby = torch.ones(x.shape[0], x.shape[1], self.degree + 1, device=x.device)
        if self.degree > 0:
            cheby[:, :, 1] = x
        for i in range(2, self.degree + 1):
            cheby[:, :, i] = 2 * x * cheby[:, :, i - 1].clone() - cheby[:, :, i - 2].clone()
        return torch.einsum('bid,iod->bo', cheby, self.coeffs)


class SplineLinear(nn.Linear):
    def __init__(self, in_features: int, out_features: int, init_scale: float = 0.1, **kw) -> None:
        self.init_scale = init_scale
        super().__init__(in_features, out_features, bias=False, **kw)

    def reset_parameters(self) -> None:
        nn.init.trunc_normal_(self.weight, mean=0, std=self.init_scale)


class RadialBasisFunction(nn.Module):
    def __init__(self, grid_min: float = -2., grid_max: float = 2., num_grids: int = 8, denominator: float = None):
        super().__init__()
        grid = torch.linspace(grid_min, grid_max, num_grids)
        self.grid = torch.nn.Parameter(grid, requires_grad=False)
        self.denominator = denominator or (grid_max - grid_min) / (num_grids - 1)

    def forward(self, x):
        return torch.exp(-((x[..., None] - self.grid) / self.denominator) ** 2)


class FastKANLayer(nn.Module):
    def __init__(self, input_dim: int, output_dim: int, num_grids: int = 6, use_base_update: bool = True, base_activation=F.silu):
        super().__init__()
        self.layernorm = nn.LayerNorm(input_dim) if input_dim > 1 else None
        self.rbf = RadialBasisFunction(num_grids=num_grids)
        self.spline_linear = SplineLinear(input_dim * num_grids, output_dim)
        self.use_base_update = use_base_update
        if use_base_update:
            self.base_activation = base_activation
            self.base_linear = nn.Linear(input_dim, output_dim)

    def forward(self, x, use_layernorm=True):
        if self.layernorm is not None and use_layernorm:
            spline_basis = self.rbf(self.layernorm(x))
        else:
            spline_basis = self.rbf(x)
        ret = self.spline_linear(spline_basis.view(*spline_basis.shape[:-2], -1))
        if self.use_base_update:
            ret = ret + self.base_linear(self.base_activation(x))
        return ret


class FastKAN(nn.Module):
    def __init__(self, layers_hidden: List[int], **kw) -> None:
        super().__init__()
        self.layers = nn.ModuleList([FastKANLayer(i, o, **kw) for i, o in zip(layers_hidden[:-1], layers_hidden[1:])])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


class ChebyKAN(nn.Module):
    def __init__(self, cls, widths=(2, 5, 1), degree=4):
        super().__init__()
        for i, (a, b) in enumerate(zip(widths, widths[1:])):
            setattr(self, 'chebykan%d' % (i + 1), cls(a, b, degree))
        self.ln1 = nn.LayerNorm(widths[1])

    def forward(self, x):
        x = self.ln1(self.chebykan1(x))
        return self.chebykan2(x)


def target(x):
    return torch.exp(torch.sin(math.pi * x[:, [0]]) + x[:, [1]] ** 2)


def fit(model, dataset, steps, lamb=0., lr=1e-2, update=20):
    opt = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=lr)
    results = {'train_loss': [], 'test_loss': [], 'reg': []}
    for step in range(steps):
        train_id = torch.randperm(dataset['train_input'].shape[0])[:64]
        pred = model(dataset['train_input'][train_id])
        train_loss = torch.mean((pred - dataset['train_label'][train_id]) ** 2)
        reg_ = 0.
        for name, p in model.named_parameters():
            if 'coeffs' in name:
                reg_ += p.abs().mean()
        loss = train_loss + lamb * reg_
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            test_loss = torch.mean((model(dataset['test_input']) - dataset['test_label']) ** 2)
        results['train_loss'].append(torch.sqrt(train_loss).cpu().detach().item())
        results['test_loss'].append(torch.sqrt(test_loss).item())
        results['reg'].append(reg_.item() if torch.is_tensor(reg_) else reg_)
        if step % update == update - 1:
            print("step %3d | train %.3f | test %.3f | reg %.4f" % (step, results['train_loss'][-1], results['test_loss'][-1], results['reg'][-1]))
    return results


torch.manual_seed(0)
dataset = {'train_input': torch.rand(300, 2) * 2 - 1, 'test_input': torch.rand(100, 2) * 2 - 1}
for part in ('train', 'test'):
    dataset[part + '_label'] = target(dataset[part + '_input'])
for make in (lambda: ChebyKAN(ChebyKANLayer), lambda: ChebyKAN(RecurrentCheby), lambda: FastKAN([2, 5, 1])):
    model = make()
    print(type(model).__name__, sum(p.numel() for p in model.parameters() if p.requires_grad))
    history = fit(model, dataset, 60, lamb=1e-2)
    print("lower:", history['test_loss'][-1] < history['test_loss'][0])

model = ChebyKAN(ChebyKANLayer, degree=3)
norms = model.chebykan1.cheby_coeffs.detach().norm(dim=-1)
mask = (norms > norms.flatten().kthvalue(2).values).float().unsqueeze(-1)
model.chebykan1.cheby_coeffs.data *= mask
model.chebykan1.cheby_coeffs.register_hook(lambda g: g * mask)
print("edges kept", int(mask.sum().item()), "of", mask.numel())
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.5, history_size=5, max_iter=4)


def closure():
    optimizer.zero_grad()
    loss = F.mse_loss(model(dataset['train_input']), dataset['train_label'])
    loss.backward()
    return loss


first = closure().item()
for _ in range(20):
    last = optimizer.step(closure)
print("L-BFGS lowers it:", last.item() < first, "pruned stay zero:", bool((model.chebykan1.cheby_coeffs[mask.squeeze(-1) == 0] == 0).all()))
