"""Weights as a direction and a length."""
from warnings import warn

import torch
from torch.nn.parameter import Parameter


def _norm_except_dim(v, dim):
    if dim is None or dim == -1:
        return v.norm()
    dims = [d for d in range(v.dim()) if d != dim]
    return v.norm(2, dims, keepdim=True)


class WeightNorm:
    def __init__(self, name, dim):
        self.name = name
        self.dim = -1 if dim is None else dim

    def split(self, module):
        """The parameter becomes two, its lengths and its directions."""
        weight = getattr(module, self.name)
        del module._parameters[self.name]
        parts = {"_g": _norm_except_dim(weight, self.dim), "_v": weight}
        for end, part in parts.items():
            module.register_parameter(self.name + end, Parameter(part.data))

    def compute_weight(self, module):
        g = getattr(module, self.name + "_g")
        v = getattr(module, self.name + "_v")
        return v * (g / _norm_except_dim(v, self.dim))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    warn("`torch.nn.utils.weight_norm` is deprecated in favor of `torch.nn.utils.parametrizations.weight_norm`.", FutureWarning)
    if any([isinstance(hook, WeightNorm) and hook.name == name for hook in module._forward_pre_hooks.values()]):
        raise RuntimeError(f"Cannot register two weight_norm hooks on the same parameter {name}")
    norm = WeightNorm(name, dim)
    norm.split(module)
    norm(module, None)
    module.register_forward_pre_hook(norm)
    return module


def remove_weight_norm(module, name="weight"):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, WeightNorm) and hook.name == name:
            weight = hook.compute_weight(module)
            delattr(module, name)
            del module._parameters[name + "_g"]
            del module._parameters[name + "_v"]
            setattr(module, name, Parameter(weight.data))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"weight_norm of '{name}' not found in {module}")
