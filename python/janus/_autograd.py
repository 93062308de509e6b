"""Gradients across the border: compiled results as outputs of one torch.autograd.Function."""
import torch

from janus import _convert, _native


class _Call(torch.autograd.Function):
    """The call has run already; this puts its outputs into torch's graph. Backward runs the compiled graph from all
    outputs at once: compiled parameters get their `.grad`, and inputs theirs, which go on in torch."""

    @staticmethod
    def forward(ctx, outputs, leaves, *inputs):
        ctx.outputs, ctx.leaves = outputs, leaves
        return tuple([_convert.to_host(t, "torch") for t in outputs])

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, *gradients):
        outputs, given = [], []
        for output, gradient in zip(ctx.outputs, gradients):
            if gradient is not None:
                outputs.append(output)
                given.append(_convert.convert(gradient.contiguous()))
        run = _native.import_module("torch").autograd
        _convert.raw_method(run, "backward", outputs, given)
        found = []
        for leaf in ctx.leaves:
            gradient = _convert.raw_attribute(leaf, "grad")
            found.append(None if gradient is None else _convert.to_host(gradient, "torch"))
            leaf.grad = None
        return (None, None, *(found or [None]))


def join(outputs, leaves):
    """torch tensors over the outputs, with the history that leads to the tensors that `leaves` stand for."""
    inputs = [tensor for tensor, _ in leaves]
    if not inputs:  # only compiled parameters ask for gradients
        inputs = [torch.zeros((), requires_grad=True)]
    return _Call.apply(outputs, [leaf for _, leaf in leaves], *inputs)
