"""Shapes and types of what the nodes of a graph compute, from a run of it."""
from collections import namedtuple

import torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate

__all__ = ["TensorMetadata", "ShapeProp"]

TensorMetadata = namedtuple("TensorMetadata", ("shape", "dtype", "requires_grad", "stride", "memory_format", "is_quantized",
                                               "qparams"))


def _described(tensor):
    layout = None
    for known in (torch.contiguous_format, torch.channels_last, torch.channels_last_3d):
        ranks = {torch.channels_last: 4, torch.channels_last_3d: 5}
        if tensor.dim() == ranks.get(known, tensor.dim()) and tensor.is_contiguous(memory_format=known):
            layout = known
            break
    return TensorMetadata(tensor.shape, tensor.dtype, tensor.requires_grad, tensor.stride(), layout, False, {})


class ShapeProp(Interpreter):
    def __init__(self, gm, fake_mode=None):
        super().__init__(gm)

    def run_node(self, n):
        result = super().run_node(n)
        found = []

        def describe(value):
            if not isinstance(value, torch.Tensor):
                return value
            found.append(value)
            return _described(value)
        described = map_aggregate(result, describe)
        if found:
            n.meta["tensor_meta"] = described
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        return super().run(*args)
