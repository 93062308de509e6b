"""Linear layers."""
import math

import torch.nn.functional as F
from torch.nn import init
from torch.nn.modules._weights import add_parameters, fill_by_inputs
from torch.nn.modules.module import Module


class Identity(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    __constants__ = ["in_features", "out_features"]

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        shapes = {"weight": (out_features, in_features), "bias": (out_features,) if bias else None}
        add_parameters(self, shapes, device, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        if fill_by_inputs(self) == 0 and self.bias is not None:
            init.uniform_(self.bias, 0, 0)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        if in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got (in1_features={in1_features})")
        self.in1_features = in1_features
        self.in2_features = in2_features
        self.out_features = out_features
        shapes = {"weight": (out_features, in1_features, in2_features), "bias": (out_features,) if bias else None}
        add_parameters(self, shapes, device, dtype)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1 / math.sqrt(self.weight.size(1))
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        return (f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
                f"out_features={self.out_features}, bias={self.bias is not None}")


def __getattr__(name):
    if name == "LazyLinear":  # torch has it in this module, too
        from torch.nn.modules import lazy
        return getattr(lazy, name)
    raise AttributeError(f"module 'torch.nn.modules.linear' has no attribute '{name}'")
