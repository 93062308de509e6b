"""A small library of layers: what a prelude or a user would write, and nothing the compiler knows."""
import torch
from torch import _C_ops as ops


class Module:
    training: bool

    def __init__(self):
        object.__setattr__(self, "_parameters", {})
        object.__setattr__(self, "_modules", {})
        object.__setattr__(self, "training", True)

    def __setattr__(self, name, value):
        parameters = self._parameters
        modules = self._modules
        if isinstance(value, torch.nn.Parameter):
            modules.pop(name, None)
            parameters[name] = value
        elif isinstance(value, Module):
            parameters.pop(name, None)
            modules[name] = value
        elif name in parameters and value is None:
            parameters[name] = None
        else:
            object.__setattr__(self, name, value)

    def __getattr__(self, name):
        parameters = self._parameters
        if name in parameters:
            return parameters[name]
        modules = self._modules
        if name in modules:
            return modules[name]
        raise AttributeError(name)

    def __call__(self, *args, **kwargs):
        return self.forward(*args, **kwargs)

    def parameters(self):
        found = list(self._parameters.values())
        for module in self._modules.values():
            found.extend(module.parameters())
        return found


class Linear(Module):
    def __init__(self, columns, rows, bias=True):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(rows, columns))
        self.bias = torch.nn.Parameter(torch.zeros(rows)) if bias else None

    def forward(self, x):
        return ops.linear(x, self.weight, self.bias)


class MSELoss(Module):
    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input, target):
        if self.reduction == "mean":
            return ops.mse_loss(input, target, 1)
        return ops.mse_loss(input, target, 2 if self.reduction == "sum" else 0)
