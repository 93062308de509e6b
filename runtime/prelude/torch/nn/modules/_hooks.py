"""Calls of modules that have hooks."""
from warnings import warn

import torch
from torch.autograd.function import Function
from torch.nn.modules import module as module_file


class _Pass(Function):
    """Hands its inputs on; its node is where gradients are seen."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *grads):
        return grads


def _passed(values):
    """The tensors among `values` through one node: (values, node), node None when no gradient is needed."""
    tensors = [v for v in values if isinstance(v, torch.Tensor)]
    if not torch.is_grad_enabled() or not any([t.requires_grad for t in tensors]):
        return values, None
    fresh = list(_Pass.apply(*tensors))
    node = None
    for t in fresh:
        if t.grad_fn is not None:
            node = t.grad_fn
    result = []
    for v in values:
        result.append(fresh.pop(0) if isinstance(v, torch.Tensor) else v)
    return tuple(result), node


def call_with_hooks(module, args, kwargs):
    try:
        return _call(module, args, kwargs)
    except Exception:
        for key, hook in list(module._forward_hooks.items()):
            if key in module._forward_hooks_always_called:
                hook(module, args, None)
        raise


def _call(module, args, kwargs):
    for hook in list(module_file._global_forward_pre_hooks.values()):
        result = hook(module, args)
        if result is not None:
            args = result if isinstance(result, tuple) else (result,)
    for key, hook in list(module._forward_pre_hooks.items()):
        if key in module._forward_pre_hooks_with_kwargs:
            result = hook(module, args, kwargs)
            if result is not None:
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs), "
                                       f"but got {result}.")
                args, kwargs = result
        else:
            result = hook(module, args)
            if result is not None:
                args = result if isinstance(result, tuple) else (result,)

    backward_hooks = list(module_file._global_backward_hooks.values()) + list(module._backward_hooks.values())
    pre_hooks = list(module._backward_pre_hooks.values())
    seen = _Gradients(module, pre_hooks, backward_hooks) if backward_hooks or pre_hooks else None
    if seen is not None:
        args = seen.watch_inputs(args)

    output = module.forward(*args, **kwargs)

    for hook in list(module_file._global_forward_hooks.values()):
        result = hook(module, args, output)
        if result is not None:
            output = result
    for key, hook in list(module._forward_hooks.items()):
        if key in module._forward_hooks_with_kwargs:
            result = hook(module, args, kwargs, output)
        else:
            result = hook(module, args, output)
        if result is not None:
            output = result
    if seen is not None:
        output = seen.watch_outputs(output)
    return output


class _Gradients:
    """Calls full backward hooks once the gradients of a module's inputs are known."""

    def __init__(self, module, pre_hooks, hooks):
        self.module = module
        self.pre_hooks = pre_hooks
        self.hooks = hooks
        self.grad_output = None
        self.has_input_node = False

    def watch_inputs(self, args):
        args, node = _passed(args)
        if node is not None:
            self.has_input_node = True
            node.register_hook(self._inputs_known)
        return args

    def watch_outputs(self, output):
        single = isinstance(output, torch.Tensor)
        values, node = _passed((output,) if single else tuple(output))
        if node is None:
            return output
        node.register_prehook(self._outputs_known)
        return values[0] if single else values

    def _outputs_known(self, grads):
        self.grad_output = grads
        changed = None
        for hook in self.pre_hooks:
            result = hook(self.module, grads)
            if result is not None:
                grads = result if isinstance(result, tuple) else (result,)
                changed = grads
        self.grad_output = grads
        if not self.has_input_node:
            if self.hooks:
                warn("Full backward hook is firing when gradients are computed with respect to module outputs since no "
                     "inputs require gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
                     "#torch.nn.Module.register_full_backward_hook for more details.", stacklevel=5)
            for hook in self.hooks:
                result = hook(self.module, (None,), grads)
                if result is not None:
                    raise RuntimeError("Backward hook for Modules where no input requires gradient should always "
                                       "return None or None for all gradients.")
        return changed

    def _inputs_known(self, grad_input, _):
        grads = tuple(grad_input)
        changed = None
        for hook in self.hooks:
            result = hook(self.module, grads, self.grad_output)
            if result is not None:
                grads = result if isinstance(result, tuple) else (result,)
                changed = grads
        return changed
