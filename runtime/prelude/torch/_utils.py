"""How tensors are taken apart and put together, for copy and pickle. Files name these functions."""
import copy
from collections import OrderedDict

import torch
from torch import _C_storage
from torch.nn.parameter import Parameter
from torch.storage import TypedStorage


def _rebuild_tensor(storage, storage_offset, size, stride):
    if not isinstance(storage, TypedStorage):
        raise TypeError(f"expected a storage, got {type(storage).__name__}")
    return _C_storage._tensor_on(storage._tensor, storage_offset, size, stride)


def _rebuild_tensor_v2(storage, storage_offset, size, stride, requires_grad, backward_hooks, metadata=None):
    t = _rebuild_tensor(storage, storage_offset, size, stride)
    if metadata and metadata.get("conj"):
        t = t.conj()
    t.requires_grad = requires_grad
    return t


def _rebuild_sparse_tensor(layout, data):
    from torch._sparse_construction import rebuild
    return rebuild(layout, data)


def _rebuild_parameter(data, requires_grad, backward_hooks):
    return Parameter(data, requires_grad)


def _rebuild_parameter_with_state(data, requires_grad, backward_hooks, state):
    return _set_obj_state(Parameter(data, requires_grad), state)


def _set_obj_state(obj, state):
    parts = state if isinstance(state, tuple) else (state, None)
    if len(parts) != 2:
        raise RuntimeError(f"Invalid serialized state: {state}")
    for values in parts:
        for name, value in (values or {}).items():
            setattr(obj, name, value)
    return obj


def _deep_copy(t, memo):
    """Tensor.__deepcopy__ of a leaf that is no parameter: tensors over one storage share the copy of it, too."""
    with torch.no_grad():
        if t.device.type == "meta":
            new = t.clone()
        else:
            memory = TypedStorage(t.conj() if t.is_conj() else t).__deepcopy__(memo)._tensor
            new = _C_storage._tensor_on(memory, t.storage_offset(), tuple(t.size()), tuple(t.stride()))
            if t.is_conj():
                new = new.conj_physical()
        if type(t) is not torch.Tensor:
            plain, new = new, t.new_empty([])
            if type(new) is not type(t):
                raise RuntimeError(_no_default_copy)
            new.data = plain
        if t.requires_grad:
            new.requires_grad_()
        if t.grad is not None:
            new.grad = t.grad.__deepcopy__(memo)
    state = _without_twin(object.__getstate__(t))
    if state:
        _set_obj_state(new, copy.deepcopy(state, memo))
    memo[id(t)] = new
    return new


_no_default_copy = (
    "The default implementation of __deepcopy__() for non-wrapper subclasses only works for subclass types that implement "
    "new_empty() and for which that function returns another instance of the same subclass. You should either properly "
    "implement new_empty() for your subclass or override __deepcopy__() if it is intended behavior for new_empty() to return "
    "an instance of a different type.")


def _without_twin(state):
    """What __getstate__ says, but for how the bridge finds the tensor's twin in Python."""
    if type(state) is dict and "<foreign>" in state:
        return {name: value for name, value in state.items() if name != "<foreign>"}
    return state


def _reduce_tensor(t):
    """What makes a tensor over the same memory, without its attributes."""
    memory = t.detach()
    args = (TypedStorage(memory.conj() if t.is_conj() else memory), t.storage_offset(), tuple(t.size()), tuple(t.stride()),
            t.requires_grad, OrderedDict())
    return _rebuild_tensor_v2, args + ({"conj": True},) if t.is_conj() else args


def _reduce_parameter(p):
    state = p.__getstate__()
    if not state:
        return _rebuild_parameter, (p.data, p.requires_grad, OrderedDict())
    return _rebuild_parameter_with_state, (p.data, p.requires_grad, OrderedDict(), state)


def _flatten_dense_tensors(tensors):
    return torch.cat([t.contiguous().view(-1) for t in tensors])


def _unflatten_dense_tensors(flat, tensors):
    return tuple([part.view(t.shape) for part, t in zip(flat.split([t.numel() for t in tensors]), tensors)])
