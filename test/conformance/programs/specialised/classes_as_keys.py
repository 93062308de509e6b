"""Dicts with classes as keys: registries by the type of what comes."""
# tier2: <module>.loop.body 30
# float-tolerance: 1e-4
import torch
import torch.nn as nn


class Scale:
    def __init__(self, by):
        self.by = by

    def apply(self, x):
        return x * self.by


scales = {}


def scale_of(x):
    found = scales.get(type(x), None)
    if found is None:
        found = scales[type(x)] = Scale(float(len(scales) + 1))
    return found


torch.manual_seed(0)
w = nn.Parameter(torch.randn(3, 2))
opt = torch.optim.SGD([w], lr=0.05)
for step in range(40):
    x = torch.randn(5, 3)
    y = scale_of(x).apply(x) @ scale_of(w).apply(w)
    loss = (y - 1).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    if step == 24:
        scales[torch.Tensor] = Scale(1.5)
    if step % 8 == 7:
        print(step, f"{loss.item():.4f}", [(k.__name__, v.by) for k, v in scales.items()])
