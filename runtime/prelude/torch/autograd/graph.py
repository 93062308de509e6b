"""Parts of the gradient graph, and what it keeps of tensors."""
from collections import namedtuple

import torch
from torch._C_autograd import Node, _increment_version, _pop_saved_hooks, _push_saved_hooks

__all__ = ["saved_tensors_hooks", "save_on_cpu", "disable_saved_tensors_hooks", "Node", "GradientEdge", "get_gradient_edge",
           "increment_version"]

_refusals = []  # the texts of disable_saved_tensors_hooks that are in force


class GradientEdge(namedtuple("GradientEdge", ("node", "output_nr", "ownership_token"), defaults=(None,))):
    """A node of the graph, and which of its results."""


def get_gradient_edge(tensor):
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    if tensor.grad_fn is not None:
        return GradientEdge(tensor.grad_fn, tensor.output_nr)
    with torch.enable_grad():
        return GradientEdge(tensor.view_as(tensor).grad_fn.next_functions[0][0], 0)


def increment_version(tensor):
    for each in (tensor,) if isinstance(tensor, torch.Tensor) else tensor:
        _increment_version(each)


class saved_tensors_hooks:
    """Within it, a gradient keeps what `pack_hook` makes of a tensor, and gets what `unpack_hook` makes of that."""

    def __init__(self, pack_hook, unpack_hook):
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self):
        if _refusals:
            raise RuntimeError(_refusals[-1])
        _push_saved_hooks(self.pack_hook, self.unpack_hook)

    def __exit__(self, *args):
        _pop_saved_hooks()


def _to_memory(kept):
    device, tensor = kept
    return tensor.to(device)


class save_on_cpu(saved_tensors_hooks):
    """Tensors are kept in the memory of the CPU, where they are in any case: as copies of their own with `pin_memory`."""

    def __init__(self, pin_memory=False, device_type="cuda"):
        def pack(tensor):
            return tensor.device, tensor.pin_memory() if pin_memory and torch.cuda.is_available() else tensor.cpu()
        super().__init__(pack, _to_memory)


class disable_saved_tensors_hooks:
    def __init__(self, error_message):
        self.error_message = error_message

    def __enter__(self):
        _refusals.append(self.error_message)

    def __exit__(self, *args):
        _refusals.pop()

    def __call__(self, function):
        def within(*args, **kwargs):
            with self:
                return function(*args, **kwargs)
        return within
