"""Hooks that see what modules register, and may give something else."""
import torch
from torch import nn
from torch.nn.modules.module import (register_module_buffer_registration_hook, register_module_module_registration_hook,
                                     register_module_parameter_registration_hook)

torch.manual_seed(0)
handles = [register_module_parameter_registration_hook(lambda m, name, p: print("parameter", type(m).__name__, name, tuple(p.shape))),
           register_module_buffer_registration_hook(lambda m, name, b: print("buffer", type(m).__name__, name)),
           register_module_module_registration_hook(lambda m, name, child: print("module", type(m).__name__, name, child))]
net = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
net.extra = nn.ReLU()
net.add_module("more", nn.Linear(1, 1, bias=False))
for handle in handles:
    handle.remove()
net = nn.Sequential(nn.Linear(2, 2))
doubled = register_module_parameter_registration_hook(lambda m, name, p: nn.Parameter(torch.full_like(p, 2.0)))
other = register_module_module_registration_hook(lambda m, name, child: nn.Identity() if isinstance(child, nn.Dropout) else None)
print(nn.Linear(2, 1).weight, nn.Sequential(nn.Dropout(), nn.ReLU()))
doubled.remove()
other.remove()
model = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
print(sum(p.numel() for p in model.parameters()), nn.Dropout())
