"""Gradients across the border: compiled results as outputs of one torch.autograd.Function."""
import torch

from janus import _convert, _native

# Whether the backward pass that runs keeps the graph; older versions of torch do not tell.
_keeps_graph = getattr(torch._C._autograd, "_get_current_graph_task_keep_graph", lambda: True)


class _Call(torch.autograd.Function):
    """The call has run already; this puts its outputs into torch's graph. Backward runs the compiled graph from all
    outputs at once: compiled parameters get their `.grad`, and inputs theirs, which go on in torch."""

    @staticmethod
    def forward(ctx, outputs, leaves, *inputs):
        ctx.outputs, ctx.leaves = outputs, leaves
        ctx.save_for_backward(torch.empty(0))  # gone when the graph is: torch says so then
        return tuple([_convert.to_host(t, "torch") for t in outputs])

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, *gradients):
        ctx.saved_tensors
        outputs, given = [], []
        for output, gradient in zip(ctx.outputs, gradients):
            if gradient is not None:
                outputs.append(output)
                given.append(_convert.convert(gradient.contiguous()))
        run = _native.import_module("torch").autograd
        _native.leave()
        try:
            _convert.raw_method(run, "backward", outputs, given, _keeps_graph())
        finally:
            _native.come_back()
        return (None, None, *([_take_gradient(leaf) for leaf in ctx.leaves] or [None]))


def _take_gradient(leaf):
    gradient = _convert.raw_attribute(leaf, "grad")
    if gradient is None:
        return None
    leaf.grad = None
    return _convert.to_host(gradient, "torch")


def join(outputs, leaves):
    """torch tensors over the outputs, with the history that leads to the tensors that `leaves` stand for."""
    inputs = [tensor for tensor, _ in leaves]
    if not inputs:  # only compiled parameters ask for gradients
        inputs = [torch.zeros((), requires_grad=True)]
    return _Call.apply(outputs, [leaf for _, leaf in leaves], *inputs)


def rewrite(tensor, joined):
    """Gives a tensor of torch that compiled code has written in place the history of what was written."""
    tensor.copy_(joined)  # over the same memory: torch alone moves histories, of views and their bases, too


def pass_on(leaves):
    """Gradients that have arrived during the call: compiled code has run backward() itself."""
    found = [(tensor, _take_gradient(leaf)) for tensor, leaf in leaves]
    found = [pair for pair in found if pair[1] is not None]
    if found:
        torch.autograd.backward(*map(list, zip(*found)), retain_graph=True)
