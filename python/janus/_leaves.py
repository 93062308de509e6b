"""Compiled leaves, parameters above all, as tensors of torch: one tensor for one leaf as long as somebody holds it.

The memory is shared; where it is, `.grad` and `requires_grad` are attributes of two objects. Before control goes over to compiled
code what the host has set goes over to the leaf, after it what compiled code has set to torch's tensor:
    p = net.fc.weight; optimizer = SGD([p])       # `p` is the tensor of the leaf
    optimizer.zero_grad()                         # p.grad = None, the leaf has still the last one
    loss = net(x)                                 # leave(): so has the leaf
    loss.backward()                               # the leaf gets a gradient, come_back(): p.grad is over its memory
"""
import weakref

import torch

from janus import _convert, _native
from janus._native import leaves as _leaves  # by identity of the compiled leaf

_by_tensor = {}  # by id of torch's tensor
# Held until control goes over next: `net.fc.weight.grad = None` sets what nobody else holds.
_recent = []


class _Leaf:
    """`gradient` and `compiled_gradient` are one gradient on the two sides, as they last were in step."""

    def __init__(self, compiled, tensor):
        self.compiled, self.key, self.number = compiled, _native.identity(compiled), id(tensor)
        self.gradient = self.compiled_gradient = None
        self.requires_grad = tensor.requires_grad
        self.address = tensor.data_ptr()
        self.reference = weakref.ref(tensor, self.end)
        _leaves[self.key] = _by_tensor[self.number] = self

    def end(self, _):
        for table, key in ((_leaves, self.key), (_by_tensor, self.number)):
            if table.get(key) is self:
                del table[key]

    def tensor(self):
        found = self.reference()
        if found is not None and hasattr(found, "_fix_weakref"):
            found._fix_weakref()  # the object may have died and come back with a tensor that torch still held
        return found

    def leave(self, tensor):
        if tensor.data_ptr() != self.address:  # p.data = ...
            self.compiled.data = _convert.Crossing.over_memory(torch, tensor)
            self.address = tensor.data_ptr()
        if tensor.requires_grad != self.requires_grad:
            self.compiled.requires_grad = self.requires_grad = tensor.requires_grad
        gradient = tensor.grad
        if gradient is not self.gradient:
            made = None if gradient is None else _convert.Crossing.over_memory(torch, gradient)
            self.compiled.grad = made
            self.gradient, self.compiled_gradient = gradient, made

    def come_back(self, tensor):
        address = _native.view(self.compiled)[0]
        if address != self.address:
            tensor.data = _convert.to_host(_convert.raw_method(self.compiled, "detach"), "torch")
            self.address = address
        requires_grad, gradient = (_convert.raw_attribute(self.compiled, name) for name in ("requires_grad", "grad"))
        if requires_grad != self.requires_grad:
            tensor.requires_grad_(requires_grad)
            self.requires_grad = requires_grad
        if gradient is None:
            made = None
        elif self.compiled_gradient is not None and _native.is_same(gradient, self.compiled_gradient):
            made = self.gradient
        else:
            made = _convert.to_host(gradient, "torch")
        if made is not self.gradient:
            tensor.grad = made
            self.gradient, self.compiled_gradient = made, gradient


def tensor_of(compiled):
    """The tensor of torch for a compiled leaf."""
    known = _leaves.get(_native.identity(compiled))
    tensor = known.tensor() if known is not None else None
    if tensor is None:
        tensor = torch.utils.dlpack.from_dlpack(_native.to_dlpack(_convert.raw_method(compiled, "detach")))
        requires_grad = compiled.requires_grad
        if _convert.is_parameter(compiled):
            tensor = torch.nn.Parameter(tensor, requires_grad)
        else:
            tensor.requires_grad = requires_grad
        leaf = _Leaf(compiled, tensor)
        leaf.come_back(tensor)
    _recent.append(tensor)
    return tensor


def compiled_of(tensor):
    """The compiled leaf that a tensor of torch stands for, or None."""
    known = _by_tensor.get(id(tensor))
    return known.compiled if known is not None and known.tensor() is tensor else None


def _all():
    return [(leaf, tensor) for leaf in list(_leaves.values()) if (tensor := leaf.tensor()) is not None]


def leave():
    """Before compiled code runs."""
    for leaf, tensor in _all():
        leaf.leave(tensor)
    _recent.clear()


def come_back():
    """After compiled code has run."""
    for leaf, tensor in _all():
        if not _native.is_in_step(leaf.compiled, leaf.compiled_gradient, leaf.requires_grad, leaf.address):
            leaf.come_back(tensor)
