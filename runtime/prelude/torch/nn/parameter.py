"""Tensors that modules list as their parameters."""
import torch
from torch._C import Parameter

__all__ = ["Parameter", "Buffer", "UninitializedParameter", "is_lazy"]


class Buffer(torch.Tensor):
    """A tensor that a module registers as a buffer when it is assigned as an attribute."""

    __torch_function__ = torch._C._disabled_torch_function_impl

    def __new__(cls, data=None, *, persistent=True):
        source = torch.empty(0) if data is None else data
        buffer = source.detach().requires_grad_(source.requires_grad)
        buffer.persistent, buffer._is_buffer = persistent, True
        return buffer


class UninitializedParameter(Parameter):
    """Of a lazy layer that has not seen an input."""

    def __repr__(self):
        return "<UninitializedParameter>"


def is_lazy(param):
    return isinstance(param, UninitializedParameter)
