"""Tensors that modules list as their parameters."""
import torch
from torch._C import Parameter

__all__ = ["Parameter", "Buffer", "UninitializedParameter", "UninitializedBuffer", "is_lazy"]


class Buffer(torch.Tensor):
    """A tensor that a module registers as a buffer when it is assigned as an attribute."""

    __torch_function__ = torch._C._disabled_torch_function_impl

    def __new__(cls, data=None, *, persistent=True):
        source = torch.empty(0) if data is None else data
        buffer = source.detach().requires_grad_(source.requires_grad)
        buffer.persistent, buffer._is_buffer = persistent, True
        return buffer


class UninitializedTensorMixin:
    """A tensor of a lazy layer that has not seen an input: its type and place are known, no shape."""

    def __repr__(self):
        return f"<{type(self).__name__}>"

    @property
    def shape(self):
        raise RuntimeError("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
                           "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call "
                           "`forward` to initialize the parameters before accessing their attributes.")

    def share_memory_(self):
        raise RuntimeError("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the parameters "
                           "before calling `module.share_memory()`.")


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    pass


class UninitializedBuffer(UninitializedTensorMixin, torch.Tensor):
    __torch_function__ = torch._C._disabled_torch_function_impl


def is_lazy(param):
    return isinstance(param, UninitializedTensorMixin)
