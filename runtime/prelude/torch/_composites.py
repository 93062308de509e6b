"""Functions and methods that choose among operations, or are made of several: `torch_X` is `torch.X`, `Tensor_X` the method.

They are what programs call, and what the compiler evaluates for graphs.
"""
import torch
from torch import _C_ops as ops
from torch._out import stored


def _require_tensor(function, x):
    if not isinstance(x, torch.Tensor):
        raise TypeError(f"{function}(): argument 'input' (position 1) must be Tensor, not {type(x).__name__}")


def Tensor_split(self, split_size, dim=0):
    if isinstance(split_size, torch.Tensor) and split_size.dim() == 0:
        split_size = int(split_size)
    if isinstance(split_size, int):
        return ops.split(self, split_size, dim)
    return ops.split_with_sizes(self, split_size, dim)


def torch_split(tensor, split_size_or_sections, dim=0):
    return tensor.split(split_size_or_sections, dim)


def torch_norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    _require_tensor("norm", input)
    if isinstance(p, str):
        if p == "nuc":
            dim = list(range(input.dim())) if dim is None else dim
            return torch.linalg.matrix_norm(input, p, dim, keepdim, dtype=dtype, out=out)
        if p not in ("fro", "inf", "-inf"):
            raise RuntimeError(f"linalg.matrix_norm: Order {p} not supported.")
        if p == "fro" and dim is not None and not isinstance(dim, int) and len(dim) > 2:
            raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join([str(d) for d in dim])}")
        p = 2 if p == "fro" else float(p)
    dim = [dim] if isinstance(dim, int) else dim
    return stored("norm", ops.linalg_vector_norm(input, 2 if p is None else p, dim, keepdim, dtype=dtype), out)


def Tensor_norm(self, p="fro", dim=None, keepdim=False, dtype=None):
    return torch_norm(self, p, dim, keepdim, None, dtype)


def torch_nonzero(input, *, out=None, as_tuple=False):
    _require_tensor("nonzero", input)
    if out is not None and not isinstance(out, torch.Tensor):
        raise TypeError(f"nonzero(): argument 'out' must be Tensor, not {type(out).__name__}")
    if not isinstance(as_tuple, bool):
        raise TypeError(f"nonzero(): argument 'as_tuple' must be bool, not {type(as_tuple).__name__}")
    if out is not None and out.dtype is not torch.int64:
        raise RuntimeError("nonzero: Expected out tensor to have scalar type Long but got scalar "
                           f"type{torch._scalar_type_name(out.dtype)}")
    if not as_tuple:
        return stored("nonzero", ops.nonzero(input), out)
    if out is not None:
        raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
    return torch.where(input if input.dim() else ops.unsqueeze(input, 0))


def Tensor_nonzero(self, *, as_tuple=False):
    return torch_nonzero(self, as_tuple=as_tuple)


def _chosen(results, return_inverse, return_counts):
    """The values alone, or a tuple of what was asked for."""
    if return_inverse and return_counts:
        return results
    if return_inverse or return_counts:
        return results[0], results[1] if return_inverse else results[2]
    return results[0]


def torch_unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    _require_tensor("unique", input)
    if dim is None:
        results = ops._unique2(input, sorted, return_inverse, return_counts)
    else:
        results = ops.unique_dim(input, dim, sorted, return_inverse, return_counts)
    return _chosen(results, return_inverse, return_counts)


def Tensor_unique(self, sorted=True, return_inverse=False, return_counts=False, dim=None):
    return torch_unique(self, sorted, return_inverse, return_counts, dim)


def torch_unique_consecutive(input, return_inverse=False, return_counts=False, dim=None):
    _require_tensor("unique_consecutive", input)
    return _chosen(ops.unique_consecutive(input, return_inverse, return_counts, dim), return_inverse, return_counts)


def Tensor_unique_consecutive(self, return_inverse=False, return_counts=False, dim=None):
    return torch_unique_consecutive(self, return_inverse, return_counts, dim)


def Tensor_where(self, condition, other):
    if not isinstance(condition, torch.Tensor):
        raise TypeError(f"where(): argument 'condition' must be Tensor, not {type(condition).__name__}")
    return torch.where(condition, self, other)


def _names():
    """As torch calls them."""
    for name, value in globals().items():
        owner, _, rest = name.partition("_")
        if owner in ("torch", "Tensor") and rest:
            value.__name__ = rest
            value.__qualname__ = rest if owner == "torch" else "Tensor." + rest


_names()
