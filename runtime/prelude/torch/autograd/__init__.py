"""Gradients."""
import torch
from torch import _C_autograd
from torch.autograd.function import Function
from torch.autograd.gradcheck import gradcheck, gradgradcheck
from torch.autograd.grad_mode import (enable_grad, inference_mode, no_grad, set_grad_enabled)

__all__ = ["Variable", "Function", "backward", "grad", "grad_mode", "enable_grad", "no_grad", "set_grad_enabled",
           "inference_mode"]


class VariableMeta(type):
    def __instancecheck__(cls, other):
        return isinstance(other, torch.Tensor)

    def __call__(cls, data=None, requires_grad=False, volatile=None):
        if volatile is not None:
            from warnings import warn
            warn("volatile was removed and now has no effect. Use `with torch.no_grad():` instead.", stacklevel=2)
        if data is None:
            return torch.empty(0).requires_grad_(requires_grad)
        if not isinstance(data, torch.Tensor):
            raise TypeError(f"Variable data has to be a tensor, but got {type(data).__name__}")
        made = data.detach()
        return made.requires_grad_() if requires_grad else made


class Variable(metaclass=VariableMeta):
    """A tensor, as programs from before torch 0.4 make it."""
    __module__ = "torch.autograd.variable"


def _as_list(value):
    if value is None:
        return []
    return [value] if isinstance(value, torch.Tensor) else list(value)


def _given_gradients(tensors, grads):
    if grads is None:
        return [None] * len(tensors)
    listed = _as_list(grads)
    if len(listed) < len(tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(listed)} gradients")
    return listed


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    if inputs is not None and len(_as_list(inputs)) == 0:
        raise RuntimeError("`inputs` argument to `backward()` cannot be empty.")
    tensors = _as_list(tensors)
    grads = _given_gradients(tensors, grad_tensors)
    if retain_graph is None:
        retain_graph = create_graph
    _C_autograd._run_backward(tensors, grads, retain_graph, create_graph, _as_list(inputs), True, True)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: "
                         "allow_unused=False.")
    if allow_unused is None:
        allow_unused = materialize_grads
    outputs = _as_list(outputs)
    inputs = _as_list(inputs)
    if len(inputs) == 0:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    if retain_graph is None:
        retain_graph = create_graph
    if is_grads_batched:
        return _batched_grad(outputs, inputs, _as_list(grad_outputs), create_graph, retain_graph, allow_unused,
                             materialize_grads)
    grads = _given_gradients(outputs, grad_outputs)
    result = _C_autograd._run_backward(outputs, grads, retain_graph, create_graph, inputs, allow_unused, False)
    if materialize_grads:
        result = tuple([torch.zeros_like(x, requires_grad=create_graph) if g is None else g
                        for g, x in zip(result, inputs)])
    return result


def _batched_grad(outputs, inputs, grads, create_graph, retain_graph, allow_unused, materialize_grads):
    """One pass for each gradient of the outputs; their results along a dimension in front."""
    count = grads[0].shape[0]
    rows = [grad(outputs, inputs, [g[i] for g in grads], retain_graph or i < count - 1, create_graph,
                 allow_unused=allow_unused, materialize_grads=materialize_grads) for i in range(count)]
    return tuple([None if parts[0] is None else torch.stack(parts) for parts in zip(*rows)])


def __getattr__(name):
    from importlib import import_module
    if name in ("functional", "forward_ad", "graph", "grad_mode", "function", "profiler", "variable"):
        return import_module("torch.autograd." + name)
    if name in ("set_detect_anomaly", "detect_anomaly"):
        return getattr(import_module("torch.autograd.anomaly_mode"), name)
    raise AttributeError(f"module 'torch.autograd' has no attribute '{name}'")
