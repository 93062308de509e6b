"""Tensors that modules list as their parameters."""
import torch
from torch._C import Parameter

__all__ = ["Parameter", "Buffer", "UninitializedParameter", "is_lazy"]


class Buffer(torch.Tensor):
    """A tensor that a module registers as a buffer when it is assigned as an attribute."""

    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = torch.empty(0)
        t = data.detach().requires_grad_(data.requires_grad)
        t.persistent = persistent
        t._is_buffer = True
        return t


class UninitializedParameter(Parameter):
    """Of a lazy layer that has not seen an input."""

    def __repr__(self):
        return "<UninitializedParameter>"


def is_lazy(param):
    return isinstance(param, UninitializedParameter)
