"""A mixture of experts with top-k gating and a load loss, a temporal convolution network with weight_norm, early stopping, gradient accumulation."""
# float-tolerance: 5e-3
# tier2: <module>.loop#1.body 90% after 3
from __future__ import annotations

import math
import os
from contextlib import contextmanager
from enum import Enum, auto
from typing import Callable

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.parametrizations import weight_norm
from torch.optim.lr_scheduler import CosineAnnealingWarmRestarts, LambdaLR, ReduceLROnPlateau


class Split(Enum):
    TRAIN = auto()
    VALID = auto()


class Gate(nn.Module):
    def __init__(self, dim: int, experts: int, k: int = 2):
        super().__init__()
        self.w = nn.Linear(dim, experts, bias=False)
        self.noise = nn.Parameter(torch.zeros(dim, experts))
        self.k = k

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits = self.w(x)
        if self.training:
            logits = logits + torch.randn_like(logits) * F.softplus(x @ self.noise)
        top, index = logits.topk(self.k, dim=-1)
        gates = torch.zeros_like(logits).scatter(-1, index, top.softmax(-1))
        load = gates.sum(0)
        return gates, (load.std() / (load.mean() + 1e-10)) ** 2


class MoE(nn.Module):
    def __init__(self, dim: int, experts: int = 4, hidden: int = 16):
        super().__init__()
        self.gate = Gate(dim, experts)
        self.experts = nn.ModuleList(nn.Sequential(nn.Linear(dim, hidden), nn.Hardswish(), nn.Linear(hidden, dim)) for _ in range(experts))

    def forward(self, x):
        gates, load = self.gate(x)
        outputs = torch.stack([expert(x) for expert in self.experts], dim=1)
        return torch.einsum("be,bed->bd", gates, outputs), load


class Chomp1d(nn.Module):
    def __init__(self, chomp_size):
        super(Chomp1d, self).__init__()
        self.chomp_size = chomp_size

    def forward(self, x):
        return x[:, :, :-self.chomp_size].contiguous()


class TemporalBlock(nn.Module):
    def __init__(self, n_inputs, n_outputs, kernel_size, dilation, dropout=0.1):
        super(TemporalBlock, self).__init__()
        padding = (kernel_size - 1) * dilation
        self.conv1 = weight_norm(nn.Conv1d(n_inputs, n_outputs, kernel_size, padding=padding, dilation=dilation))
        self.conv2 = weight_norm(nn.Conv1d(n_outputs, n_outputs, kernel_size, padding=padding, dilation=dilation))
        self.net = nn.Sequential(self.conv1, Chomp1d(padding), nn.ReLU(), nn.Dropout(dropout), self.conv2, Chomp1d(padding), nn.ReLU())
        self.downsample = nn.Conv1d(n_inputs, n_outputs, 1) if n_inputs != n_outputs else None
        self.relu = nn.ReLU()

    def forward(self, x):
        out = self.net(x)
        res = x if self.downsample is None else self.downsample(x)
        return self.relu(out + res)


class TCN(nn.Module):
    def __init__(self, channels=(8, 8, 8)):
        super().__init__()
        layers = []
        for i, c in enumerate(channels):
            layers += [TemporalBlock(1 if i == 0 else channels[i - 1], c, 2, 2 ** i)]
        self.network = nn.Sequential(*layers)
        self.linear = nn.Linear(channels[-1], 1)

    def forward(self, x):
        return self.linear(self.network(x)[:, :, -1]).squeeze(1)


@contextmanager
def evaluating(net: nn.Module):
    was = net.training
    try:
        net.eval()
        yield net
    finally:
        net.train(was)


class EarlyStopping:
    """Early stops the training if validation loss doesn't improve after a given patience."""

    def __init__(self, patience=4, verbose=False, delta=1e-3, path='checkpoint.pt', trace_func: Callable = print):
        self.patience, self.verbose, self.delta, self.path, self.trace_func = patience, verbose, delta, path, trace_func
        self.counter = 0
        self.best_score = None
        self.early_stop = False
        self.val_loss_min = math.inf

    def __call__(self, val_loss, model):
        score = -val_loss
        if self.best_score is None:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
        elif score < self.best_score + self.delta:
            self.counter += 1
            if self.counter >= self.patience:
                self.early_stop = True
        else:
            self.best_score = score
            self.save_checkpoint(val_loss, model)
            self.counter = 0

    def save_checkpoint(self, val_loss, model):
        if self.verbose:
            self.trace_func(f'Validation loss decreased ({self.val_loss_min:.2f} --> {val_loss:.2f}).  Saving model ...')
        torch.save(model.state_dict(), self.path)
        self.val_loss_min = val_loss


def adding_problem(n, length=16):
    values = torch.sin(torch.rand(n, 1) * 6 + torch.arange(length + 1) * 0.5) + 0.05 * torch.randn(n, length + 1)
    return values[:, None, :-1], values[:, -1]


torch.manual_seed(15)
data = {Split.TRAIN: adding_problem(96), Split.VALID: adding_problem(32)}
net = TCN()
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
scheduler = ReduceLROnPlateau(opt, mode="min", factor=0.5, patience=1, min_lr=1e-4)
stopper = EarlyStopping(verbose=True)
accumulate, step = 2, 0
for epoch in range(12):
    x, y = data[Split.TRAIN]
    opt.zero_grad()
    for i in range(0, len(x), 16):
        loss = F.mse_loss(net(x[i:i + 16]), y[i:i + 16]) / accumulate
        loss.backward()
        step += 1
        if step % accumulate == 0:
            nn.utils.clip_grad_norm_(net.parameters(), 2.0)
            opt.step()
            opt.zero_grad()
    with evaluating(net), torch.no_grad():
        x, y = data[Split.VALID]
        valid = F.mse_loss(net(x), y).item()
    scheduler.step(valid)
    stopper(valid, net)
    if stopper.early_stop:
        break
net.load_state_dict(torch.load(stopper.path))
print("restored", os.path.exists(stopper.path), sorted(n for n, _ in net.network[0].conv1.named_parameters()))

moe, head = MoE(6), nn.Linear(6, 2)
parameters = list(moe.parameters()) + list(head.parameters())
opt = torch.optim.AdamW(parameters, lr=1e-2)
restarts = CosineAnnealingWarmRestarts(opt, T_0=10, T_mult=2)
x = torch.randn(64, 6)
y = (x[:, 0] * x[:, 1] > 0).long()
for it in range(40):
    out, load = moe(x)
    loss = F.cross_entropy(head(x + out), y) + 0.01 * load
    opt.zero_grad()
    loss.backward()
    opt.step()
    restarts.step(it + 1)
    if it % 10 == 9:
        print(f"moe {it} {loss.item():.3f} load {load.item():.2f} lr {opt.param_groups[0]['lr']:.4f}")
with evaluating(moe) as m, torch.no_grad():
    gates, _ = m.gate(x)
print((gates > 0).sum(1).unique().tolist(), m.training, moe.training, Split.TRAIN.name)
