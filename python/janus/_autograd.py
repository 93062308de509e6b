"""Gradients across the border: compiled results as outputs of one torch.autograd.Function, whose inputs are the tensors
of torch for the leaves that the compiled graph leads to."""
import functools
import sys

import torch

from janus import _convert, _leaves, _native

# Of the backward pass that runs: whether it keeps the graph, and whether it goes on with a node. Older versions of torch
# do not tell.
_keeps_graph = getattr(torch._C._autograd, "_get_current_graph_task_keep_graph", lambda: True)
_goes_on_with = getattr(torch._C, "_will_engine_execute_node", lambda node: True)


class _Call(torch.autograd.Function):
    """The call has run already; this puts its outputs into torch's graph. Backward runs the compiled graph from all
    outputs at once, up to the leaves: torch goes on with their gradients."""

    @staticmethod
    def forward(ctx, outputs, leaves, hidden, *tensors):
        ctx.outputs, ctx.leaves, ctx.hidden = outputs, leaves, hidden
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(torch.empty(0))  # gone when the graph is: torch says so then
        return tuple([_convert.to_host(t, "torch") for t in outputs])

    @staticmethod
    def backward(ctx, *gradients):
        ctx.saved_tensors
        crossing = _convert.Crossing()
        given = [(output, crossing.incoming(gradient.contiguous()))
                 for output, gradient in zip(ctx.outputs, gradients) if gradient is not None]
        wanted = [at for at, (node, _) in enumerate(ctx.next_functions) if _is_wanted(node)]
        places = [at for at in wanted if at < len(ctx.leaves)]
        found = [None] * len(ctx.next_functions)
        if given and wanted:
            _native.leave()
            hidden = _Hidden(found, ctx.hidden)
            try:
                arrived = _convert.raw_method(
                    _native.import_module("torch._C_autograd"), "_gradients_at", [output for output, _ in given],
                    [gradient for _, gradient in given], [ctx.leaves[at] for at in places],
                    torch.is_grad_enabled(), len(places) < len(wanted))
            finally:
                hidden.end()
                _native.come_back()
            for at, gradient in zip(places, crossing.outgoing(list(arrived))):
                found[at] = gradient
                _leaves.may_change(ctx.leaves[at])
        if not _keeps_graph():  # nobody else may hold the compiled one, which other results may share
            ctx.outputs = ctx.leaves = ()
        return (None, None, None, *found)


class _Hidden:
    """For a scope: what packages pass on to leaves that compiled code does not have goes to their places in `found`."""

    def __init__(self, found, places):
        self.found, self.places = found, places
        self.bridge = _bridge()
        if self.bridge is not None:
            self.before, self.bridge.pass_to_leaf = self.bridge.pass_to_leaf, self.pass_to_leaf

    def pass_to_leaf(self, leaf, gradient):
        at = self.places.get(id(leaf))
        if at is None:
            self.before(leaf, gradient)
        else:
            self.found[at] = gradient if self.found[at] is None else self.found[at] + gradient

    def end(self):
        if self.bridge is not None:
            self.bridge.pass_to_leaf = self.before


def _bridge():
    return sys.modules.get("janus_bridge.tensors")


def _is_wanted(node):
    if node is None:
        return False
    try:
        return _goes_on_with(node)
    except RuntimeError:  # a leaf that torch.autograd.grad() asks of
        return True


@functools.lru_cache(maxsize=None)
def _function_named(name):
    """With nodes that have the name: `grad_fn=<AddBackward0>`."""
    function = type(name, (_Call,), {"__module__": __name__})
    function._backward_cls.__name__ = function._backward_cls.__qualname__ = name
    return function


def join(outputs):
    """torch tensors over the outputs, with their history."""
    ends = _convert.raw_method(_native.import_module("torch._C_autograd"), "_leaves_of", outputs)
    leaves = [end for end in ends if isinstance(end, _native.Object)]
    tensors = [_leaves.tensor_of(leaf) for leaf in leaves]
    # Behind functions of packages.
    results = [end for end in ends if not isinstance(end, _native.Object)]
    own = {id(leaf): leaf for result in results for leaf in _bridge().own_leaves(result)}
    hidden = {key: len(leaves) + at for at, key in enumerate(own)}
    name = _convert.raw_method(_native.import_module("torch._C_autograd"), "_history_name", outputs[0])
    with torch.enable_grad():
        return _function_named(name).apply(outputs, leaves, hidden, *tensors, *own.values())


def rewrite(tensor, joined):
    """Gives a tensor of torch that compiled code has written in place the history of what was written."""
    with torch.enable_grad():
        tensor.copy_(joined)  # over the same memory: torch alone moves histories, of views and their bases, too
