"""Parameters of layers: made by name and shape, filled by rules that several layers share."""
import math

import torch
from torch.nn import init
from torch.nn.parameter import Parameter


def add_parameters(module, shapes, device=None, dtype=None):
    """Parameters under these names, not yet filled; a name whose shape is None stands for none."""
    for name, shape in shapes.items():
        made = None if shape is None else Parameter(torch.empty(shape, device=device, dtype=dtype))
        module.register_parameter(name, made)


def add_scale_and_shift(module, shape, affine, bias, device=None, dtype=None):
    shapes = {"weight": shape if affine else None, "bias": shape if affine and bias else None}
    add_parameters(module, shapes, device, dtype)


def fill_scale_and_shift(module):
    """The parameters of a normalisation that changes nothing."""
    if module.weight is not None:
        init.ones_(module.weight)
    shift = getattr(module, "bias", None)
    if shift is not None:
        init.zeros_(shift)


def fill_by_inputs(module):
    """Numbers within 1 / sqrt(inputs of an output); answers how many inputs that are."""
    init.kaiming_uniform_(module.weight, a=math.sqrt(5))
    inputs = math.prod(module.weight.shape[1:])
    if module.bias is not None and inputs > 0:
        bound = 1 / math.sqrt(inputs)
        init.uniform_(module.bias, -bound, bound)
    return inputs
